#!/usr/bin/env bash
# Shows that the same commit makes the same packages in whatever folder: makes them once more, in a clone elsewhere, and
# compares bytes.
#
#   tools/tests/reproducible.bash FILE.deb…     what tools/package has made of the last commit, of any processors
#
# Takes as long as building them anew: ten minutes for amd64 on two cores, as long for armhf.

set -euo pipefail
# shellcheck source=tools/common.bash
source "$(dirname "${BASH_SOURCE[0]}")/../common.bash"
[[ $# -ge 1 && $1 != -* ]] || { usage "${BASH_SOURCE[0]}"; exit "$EX_USAGE"; }
files=()
for file in "$@"; do files+=("$(realpath "$file")"); done
cd "$root"
[[ -z $(git status --porcelain) ]] || refuse "$EX_USAGE" 'there are changes that are not committed: a clone has the commit'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# (What else is the computer's and not the commit's: another folder, of another length, another zone, other rights of new files.)
clone=$work/another-folder-with-a-longer-name/tapline
git clone --quiet "$root" "$clone"
# (Debian's libraries are the same for both: they are no part of the commit.)
mkdir -p "$clone/.cache"
for folder in .cache/static-*; do cp -a "$folder" "$clone/.cache/"; done
for processor in $(for file in "${files[@]}"; do dpkg-deb -f "$file" Architecture; done | sort -u); do
    (cd "$clone" && umask 027 && TZ=Asia/Kathmandu LC_ALL=C tools/package "$processor" --output "$work/packages")
done
status=0
for file in "${files[@]}"; do
    if cmp "$file" "$work/packages/${file##*/}"; then
        printf '%s: the same bytes\n' "$(sha256sum "$file")"
    else
        status=1
        for made in "$file" "$work/packages/${file##*/}"; do dpkg-deb -R "$made" "$work/$(sha256sum <"$made" | cut -c 1-8)"; done
        diff -rq "$work/$(sha256sum <"$file" | cut -c 1-8)" "$work/$(sha256sum <"$work/packages/${file##*/}" | cut -c 1-8)" || true
    fi
done
[[ $status == 0 ]] || refuse 1 'two builds of one commit differ'
