#!/usr/bin/env bash
# Tests a release's apt repository from outside, with a key of its own that is thrown away: made twice alike, and used by
# clean Debians as a person does who has read Documentation/Install.md.
#
#   tools/tests/release.bash FILE.deb…             packages of one version, this processor's among them
#   tools/tests/release.bash --others FILE.deb…    installs those of other processors, in Debians of theirs (qemu)
#
# Needs root and namespaces (tools/tests/debian-tree.bash).

set -euo pipefail
# shellcheck source=tools/tests/assert.bash
source "$(dirname "${BASH_SOURCE[0]}")/assert.bash"
installs=own
if [[ ${1:-} == --others ]]; then
    installs=others
    shift
fi
[[ $# -ge 1 && $1 != -* ]] || misused '[--others] FILE.deb...'
packages=()
for file in "$@"; do packages+=("$(realpath "$file")"); done
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
readonly version=$(dpkg-deb -f "${packages[0]}" Version) tree=$assert_folder/tree
own=$(dpkg --print-architecture)
readonly own installs
mapfile -t processors < <(for file in "${packages[@]}"; do dpkg-deb -f "$file" Architecture; done | sort -u)
export SOURCE_DATE_EPOCH=1700000000

# key FILE: a new secret key.
key() {
    local home=$assert_folder/gnupg
    rm -rf "$home"
    mkdir -m 700 "$home"
    GNUPGHOME=$home gpg --batch --quiet --passphrase '' --faked-system-time 20200101T000000 \
        --quick-generate-key 'Tapline tests' ed25519 sign never 2>"$assert_folder/log"
    GNUPGHOME=$home gpg --batch --quiet --export-secret-keys --armor >"$1"
    GNUPGHOME=$home gpgconf --kill all
}
key "$assert_folder/key"
key "$assert_folder/other"

# repository FOLDER KEY FILE…
repository() { expect_exit 0 tools/release --repository --output "$1" --key "$2" "${@:3}"; }

# The same packages and the same key make the same bytes.
repository "$assert_folder/one" "$assert_folder/key" "${packages[@]}"
repository "$assert_folder/two" "$assert_folder/key" "${packages[@]}"
expect_exit 0 diff -r "$assert_folder/one" "$assert_folder/two"
expect_stdout_empty
expect_message 64 'no secret key' tools/release --repository --output "$assert_folder/none" --key README.md "${packages[@]}"
expect_message 64 'cannot be read' tools/release --repository --output "$assert_folder/none" --key /nowhere "${packages[@]}"
expect_message 64 'where the repository will be served' tools/release --repository --output "$assert_folder/none" --address here
expect_exit 0 tools/release --repository --output "$assert_folder/none" --address https://panels.example/apt "${packages[@]}"
assert_true 'its own address' grep -qx 'URIs: https://panels.example/apt' "$assert_folder/none/apt/tapline.sources"
expect_message 64 'name the packages' tools/release --repository --output "$assert_folder/none"

# A later version, signed by the same key.
later=$assert_folder/later
for file in "${packages[@]}"; do
    dpkg-deb -R "$file" "$later"
    sed -i "s/^Version: .*/Version: $version+1/" "$later/DEBIAN/control"
    dpkg-deb --root-owner-group -Zgzip -z1 -b "$later" "$assert_folder/later_$(basename "$file")" >"$assert_folder/log"
    rm -r "$later"
done
repository "$assert_folder/next" "$assert_folder/key" "$assert_folder"/later_*.deb
repository "$assert_folder/stranger" "$assert_folder/other" "$assert_folder"/later_*.deb

# serve FOLDER: what the tree's apt finds from now on.
serve() {
    rm -rf "$tree/repository"
    cp -r "$1/apt" "$tree/repository"
}

# installs RELEASE PROCESSOR: the way of a person with that Debian, from the key to the purge.
installs() {
    local release=$1 processor=$2
    printf -- '-- %s, %s\n' "$release" "$processor"
    inside_by=() assert_limit=60
    if [[ $processor != "$own" ]]; then
        inside_by=(tools/tests/emulated.bash)
        assert_limit=600
    fi
    rm -rf "$tree"
    tools/tests/debian-tree.bash "$tree" "$release" "$processor"
    rm -rf "$tree"/etc/apt/sources.list*
    mkdir -p "$tree"/etc/apt/{keyrings,sources.list.d}
    serve "$assert_folder/one"
    cp "$tree/repository/tapline.asc" "$tree/etc/apt/keyrings/"
    sed 's|^URIs: .*|URIs: file:/repository|' "$tree/repository/tapline.sources" >"$tree/etc/apt/sources.list.d/tapline.sources"
    expect_inside apt-get update
    expect_stderr_empty
    expect_inside apt-get install -y --no-install-recommends tapline
    inside dpkg-query --show --showformat '${Architecture} ${Version}\n' tapline
    assert_true "the package is for $processor" grep -qx "$processor $version" "$assert_folder/stdout"
    if [[ $processor == "$own" ]]; then
        expect_inside tapline run --board simulated --fast --config /usr/share/doc/tapline/examples/lamp.yaml
        expect_stdout GPIO23
    fi
    expect_inside taplined --board simulated
    expect_stdout '"gesture":"drag","kind":"pan","state":"ended"'
    inside taplined --version
    expect_stdout "$version"
    inside tapline --version
    expect_stdout "$version"
    expect_inside tapline check /usr/share/doc/tapline/examples/lamp.yaml
    expect_inside getent group tapline-readers

    # What somebody else has signed is not taken, nor a package that was changed on its way.
    serve "$assert_folder/stranger"
    inside apt-get update --error-on=any
    expect_exit 100
    serve "$assert_folder/next"
    for file in "$tree"/repository/pool/*; do printf 'x' >>"$file"; done
    expect_inside apt-get update
    inside apt-get upgrade -y
    expect_exit 100
    inside dpkg-query --show --showformat '${Version}\n' tapline
    assert_true 'the version before stays' grep -qx "$version" "$assert_folder/stdout"

    serve "$assert_folder/next"
    inside apt-get update
    expect_inside apt-get upgrade -y
    inside dpkg-query --show --showformat '${Version}\n' tapline
    assert_true 'the later version is there' grep -qx "$version+1" "$assert_folder/stdout"
    expect_inside apt-get remove -y tapline
    gone /usr/bin/tapline /usr/bin/taplined
    assert_true 'expected /etc/tapline/example.yaml' test -e "$tree/etc/tapline/example.yaml"
    expect_inside apt-get purge -y tapline
    gone /etc/tapline
}

# Debian 12 and 13.
for release in bookworm trixie; do
    if [[ $installs == own ]]; then
        installs "$release" "$own"
        # Other processors' packages are there for them.
        for processor in "${processors[@]}"; do
            expect_inside apt-get -o APT::Architecture="$processor" -o APT::Architectures::="$processor" update
            inside apt-cache -o APT::Architecture="$processor" show tapline
            expect_stdout "Architecture: $processor" "Version: $version+1"
        done
    else
        for processor in "${processors[@]}"; do
            [[ $processor == "$own" ]] || installs "$release" "$processor"
        done
    fi
done

summarize
