#!/usr/bin/env bash
# Tests the tapline tool from outside: exit codes, messages, and which stream they go to.
#
#   tools/tests/command-line.bash PATH-OF-TAPLINE

set -euo pipefail
# shellcheck source=tools/tests/assert.bash
source "$(dirname "${BASH_SOURCE[0]}")/assert.bash"
[[ ${1:-} == [^-]* ]] || misused PATH-OF-TAPLINE
tapline=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
files=$assert_folder

# In this order: a part uses files of those before it.
for part in run daemon boards files monitor views; do
    # shellcheck source=/dev/null
    source "tools/tests/command-line/$part.bash"
done

summarize
