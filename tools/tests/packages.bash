#!/usr/bin/env bash
# Tests Debian packages from outside: lintian, what is in them, and a clean Debian in which they are installed, upgraded,
# removed, purged.
#
#   tools/tests/packages.bash [--no-debian] FILE.deb…
#
# Packages of this processor go into the clean Debian, in the order in which they are named; those of another one are
# unpacked and looked at. The clean Debian needs root and namespaces (tools/tests/debian-tree.bash); --no-debian does all the
# rest, and says what it leaves out.

set -euo pipefail
# shellcheck source=tools/tests/assert.bash
source "$(dirname "${BASH_SOURCE[0]}")/assert.bash"
has_debian=yes
if [[ ${1:-} == --no-debian ]]; then
    has_debian=no
    shift
fi
[[ $# -ge 1 && $1 != -* ]] || misused '[--no-debian] FILE.deb...'
packages=()
for file in "$@"; do packages+=("$(realpath "$file")"); done
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
tree=$assert_folder/tree
own=$(dpkg --print-architecture)

# renumbered FILE VERSION: the same package with a later version and a default that has changed.
renumbered() {
    local folder=$assert_folder/renumbered
    rm -rf "$folder"
    dpkg-deb -R "$1" "$folder"
    sed -i "s/^Version: .*/Version: $2/" "$folder/DEBIAN/control"
    [[ ! -e $folder/etc/tapline/example.yaml ]] || printf '# later\n' >>"$folder/etc/tapline/example.yaml"
    dpkg-deb --root-owner-group -b "$folder" "$tree/later_$2.deb" >"$assert_folder/log"
}

# clean_pages FILE…: manual pages without a warning of the formatter (as lintian renders them, which only looks at some).
clean_pages() {
    local page
    for page in "$@"; do
        expect_quiet man --warnings -E UTF-8 -l -Tutf8 -Z "$page"
        run man -l "$page"
        expect_stdout NAME SYNOPSIS DESCRIPTION
    done
}

for file in "${packages[@]}"; do
    printf '%s\n' "-- ${file##*/}"
    expect_exit 0 lintian --allow-root --fail-on error,warning "$file"
done

# Another processor's.
for file in "${packages[@]}"; do
    [[ $(dpkg-deb -f "$file" Architecture) != "$own" ]] || continue
    other=$assert_folder/other
    rm -rf "$other"
    dpkg-deb -x "$file" "$other"
    for program in "$other"/usr/bin/*; do
        expect_exit 0 readelf -lW "$program"
        assert_true "$program is static" sh -c "! grep -qE 'INTERP|DYNAMIC' '$assert_folder/stdout'"
    done
    assert_true 'says what it lacks' grep -q 'every command but run' <(dpkg-deb -f "$file" Description)
    clean_pages "$other"/usr/share/man/man8/taplined.8.gz "$other"/usr/share/man/man1/tapline.1.gz
done

# dpkg takes them, in a system of its own that has nothing else; what needs no system is right there already.
bare=$assert_folder/bare
mkdir -p "$bare"/var/lib/dpkg/{info,updates,triggers}
touch "$bare"/var/lib/dpkg/{status,available}
for file in "${packages[@]}"; do
    [[ $(dpkg-deb -f "$file" Architecture) == "$own" ]] || continue
    expect_exit 0 dpkg --root="$bare" --force-depends,not-root,bad-path --unpack "$file"
done
expect_exit 0 readelf -lW "$bare/usr/bin/taplined"
assert_true 'the daemon is static' sh -c "! grep -qE 'INTERP|DYNAMIC' '$assert_folder/stdout'"
tools/tests/cross.bash "$bare/usr/bin/taplined"
clean_pages "$bare"/usr/share/man/man[18]/tapline*.gz
expect_exit 0 bash -n "$bare/usr/share/bash-completion/completions/tapline"
for unit in "$bare"/lib/systemd/system/tapline*@.service; do
    expect_exit 0 systemd-analyze security --offline=true --threshold=15 "$unit"
done
# Nor is it more exposed with one of its options.
for option in "$bare"/usr/share/tapline/systemd/*.conf; do
    unit=tapline
    [[ $option != */mqtt-* ]] || unit=tapline-mqtt
    options=$assert_folder/units/$unit@panel.service.d
    rm -rf "$options"
    mkdir -p "$options"
    cp "$bare/lib/systemd/system/$unit@.service" "$assert_folder/units"
    cp "$option" "$options"
    expect_exit 0 env SYSTEMD_UNIT_PATH="$assert_folder/units" \
        systemd-analyze security --offline=true --threshold=15 "$unit@panel.service"
done
if [[ $has_debian == no ]]; then
    printf '%sleft out: installing, upgrading, removing and purging in a clean Debian%s\n' "${bold:-}" "${plain:-}"
    summarize
    exit
fi

# This one's: installed.
tools/tests/debian-tree.bash "$tree"
for file in "${packages[@]}"; do
    [[ $(dpkg-deb -f "$file" Architecture) == "$own" ]] || continue
    cp "$file" "$tree/"
    expect_exit 0 true
    expect_inside apt-get install -y --no-install-recommends "/${file##*/}"
done
there /usr/bin/tapline /usr/bin/taplined /lib/systemd/system/tapline@.service /lib/udev/rules.d/60-tapline.rules \
    /usr/lib/modules-load.d/tapline.conf \
    /usr/share/tapline/udev/61-tapline-free.rules /usr/share/tapline/boards/hyperpixel4.yaml /etc/tapline/boards /etc/tapline/example.yaml \
    /usr/share/doc/tapline/copyright /usr/share/doc/tapline/RELINK.md \
    /usr/share/doc/tapline/Documentation/Debug.md.gz /usr/share/man/man1/tapline-run.1.gz \
    /usr/share/bash-completion/completions/tapline /usr/share/zsh/vendor-completions/_tapline \
    /usr/share/fish/vendor_completions.d/tapline.fish /usr/share/tapline/schemas/{board,config,stroke}.json

# It runs without Swift, and finds its boards.
expect_inside tapline --help
expect_stdout 'USAGE: tapline'
version=$(dpkg-deb -f "${packages[0]}" Version)
inside tapline --version
expect_stdout "$version"
expect_inside taplined --version
expect_stdout "$version"
expect_inside taplined --help
expect_inside tapline check /etc/tapline/example.yaml
expect_inside tapline run --board simulated --fast --config /usr/share/doc/tapline/examples/lamp.yaml
expect_stdout GPIO23
for group in i2c gpio dialout input tapline-readers tapline-control; do
    expect_inside getent group "$group"
done

# Settings that may hold a password are root's alone.
if [[ -e $tree/usr/bin/tapline-mqtt ]]; then
    expect_inside tapline-mqtt --help
    assert_true 'only root reads mqtt.conf' test "$(stat -c %a "$tree/etc/tapline/mqtt.conf")" = 600
    assert_true 'only root reads the keys' test "$(stat -c %a "$tree/etc/tapline/tls")" = 700
fi

if [[ -e $tree/usr/bin/tapline-media ]]; then
    expect_inside tapline-media --help
    assert_true 'only root reads media.conf' test "$(stat -c %a "$tree/etc/tapline/media.conf")" = 600
fi

if [[ -e $tree/usr/bin/tapline-studio ]]; then
    expect_inside tapline-studio --help
    # Installed, it serves the page of the package, and ends when it is asked to.
    expect_inside sh -c 'timeout --preserve-status 5 tapline-studio --simulated'
    expect_stdout 'http://127.0.0.1:'
fi

# `man` finds every page; every command has one.
inside tapline --experimental-dump-help
for command in $(python3 - "$assert_folder/stdout" <<'PYTHON'
import json, sys

def names(command, above):
    for inner in command.get("subcommands", []):
        if inner["commandName"] != "help":
            yield "-".join(above + [inner["commandName"]])
            yield from names(inner, above + [inner["commandName"]])

print(*names(json.load(open(sys.argv[1]))["command"], ["tapline"]))
PYTHON
); do
    expect_inside man -w "$command"
done
expect_inside man -w taplined

# bash completes commands and their options.
cat >"$tree/completion" <<'BASH'
source /usr/share/bash-completion/bash_completion
source /usr/share/bash-completion/completions/tapline
complete -p tapline
complete_line() {
    COMP_LINE=$1 COMP_POINT=${#1} COMPREPLY=()
    read -ra COMP_WORDS <<<"$1"
    [[ $1 != *' ' ]] || COMP_WORDS+=('')
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    "$(complete -p tapline | sed 's/.*-F \([^ ]*\).*/\1/')" tapline "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    printf '<%s>\n' "${COMPREPLY[@]}"
}
complete_line 'tapline ru'
complete_line 'tapline run --bo'
BASH
expect_inside bash /completion
expect_stderr_empty
expect_stdout '<run>' '<--board>'

# The units are right, and closed.
for unit in "$tree"/lib/systemd/system/tapline*@.service; do
    unit=${unit##*/}
    expect_inside systemd-analyze verify --man=yes "${unit/@/@lamp}"
    assert_true "no complaint about $unit" sh -c "! grep -F '$unit' '$assert_folder/stderr'"
    expect_inside systemd-analyze security --offline=true --threshold=15 "/lib/systemd/system/$unit"
done
# (What must fail fails.)
sed 's/^WatchdogSec=60/WatchdogSec=sixty/' "$tree/lib/systemd/system/tapline@.service" \
    >"$tree/etc/systemd/system/wrong@.service"
inside systemd-analyze verify wrong@lamp.service
expect_stderr "Failed to parse sec value"
rm "$tree/etc/systemd/system/wrong@.service"
for option in realtime input backlight iio; do
    mkdir -p "$tree/etc/systemd/system/tapline@lamp.service.d"
    cp "$tree/usr/share/tapline/systemd/$option.conf" "$tree/etc/systemd/system/tapline@lamp.service.d/"
done
expect_inside systemd-analyze verify tapline@lamp.service
assert_true 'no complaint about the options' sh -c "! grep -F '.conf' '$assert_folder/stderr'"
rm -r "$tree/etc/systemd/system/tapline@lamp.service.d"

# Upgraded: what the administrator wrote stays, what nobody touched becomes new.
cp "$tree/etc/tapline/example.yaml" "$tree/etc/tapline/lamp.yaml"
mkdir -p "$tree/etc/systemd/system/multi-user.target.wants"
for unit in tapline tapline-commands; do
    ln -s "/lib/systemd/system/$unit@.service" "$tree/etc/systemd/system/multi-user.target.wants/$unit@lamp.service"
done
mkdir -p "$tree/var/lib/tapline/lamp"
renumbered "${packages[0]}" "$version+1"
expect_inside apt-get install -y --no-install-recommends "/later_$version+1.deb"
inside dpkg-query --show --showformat '${Version}' tapline
expect_stdout "$version+1"
assert_true 'an untouched default is renewed' grep -q '# later' "$tree/etc/tapline/example.yaml"
there /etc/tapline/lamp.yaml /etc/systemd/system/multi-user.target.wants/tapline{,-commands}@lamp.service /usr/bin/taplined
printf '# mine\n' >>"$tree/etc/tapline/example.yaml"
renumbered "${packages[0]}" "$version+2"
printf '# later still\n' >>"$assert_folder/renumbered/etc/tapline/example.yaml"
dpkg-deb --root-owner-group -b "$assert_folder/renumbered" "$tree/later_$version+2.deb" >"$assert_folder/log"
expect_inside apt-get install -y --no-install-recommends -o DPkg::Options::=--force-confold "/later_$version+2.deb"
assert_true 'a changed default is kept' grep -q '# mine' "$tree/etc/tapline/example.yaml"

# Removed: programs go, configuration stays. (What depends on it goes first.)
expect_inside apt-get remove -y tapline
gone /usr/bin/tapline /usr/bin/taplined /lib/systemd/system/tapline@.service /lib/udev/rules.d/60-tapline.rules \
    /usr/lib/modules-load.d/tapline.conf \
    /usr/share/tapline /usr/share/doc/tapline /usr/share/man/man8/taplined.8.gz \
    /usr/share/bash-completion/completions/tapline
there /etc/tapline/example.yaml /etc/tapline/lamp.yaml

gone /usr/bin/tapline-mqtt /usr/bin/tapline-media /usr/bin/tapline-studio

# Purged: nothing is left but what somebody wrote.
expect_inside apt-get purge -y tapline tapline-mqtt tapline-media
gone /etc/tapline/example.yaml /etc/tapline/mqtt.conf /etc/tapline/media.conf /etc/tapline/boards /etc/systemd/system/multi-user.target.wants/tapline{,-commands}@lamp.service \
    /var/lib/tapline
there /etc/tapline/lamp.yaml
rm "$tree/etc/tapline/lamp.yaml" "$tree/completion" "$tree"/*.deb
rmdir "$tree/etc/tapline"
expect_inside find / -xdev -name '*tapline*' -not -path '/proc/*' -not -path '/tmp/*' -not -path '/var/*'
expect_stdout_empty

summarize
