#!/usr/bin/env bash
# Checks the forge's workflows with linters of others: zizmor (what an attacker could make of them) and check-jsonschema
# (whether they are workflows at all). Both are wheels of PyPI, kept in .cache/workflows. That they find something is shown
# by a workflow that is wrong.
#
#   tools/tests/workflows.bash

set -euo pipefail
# shellcheck source=tools/common.bash
source "$(dirname "${BASH_SOURCE[0]}")/../common.bash"
cd "$root"
# shellcheck source=tools/tests/assert.bash
source tools/tests/assert.bash
readonly wheels=(zizmor==1.32.0 check-jsonschema==0.39.0) tools=.cache/workflows

if [[ $(cat "$tools/wheels" 2>/dev/null) != "${wheels[*]}" ]]; then
    rm -rf "$tools"
    python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet --disable-pip-version-check "${wheels[@]}"
    printf '%s\n' "${wheels[*]}" >"$tools/wheels"
fi
schema=(.cache/workflows/bin/check-jsonschema --builtin-schema vendor.github-workflows)
expect_exit 0 "$tools/bin/zizmor" --offline --no-progress .github
expect_exit 0 "${schema[@]}" .github/workflows/*.yml

wrong=$assert_folder/wrong.yml
# shellcheck disable=SC2016  # the forge fills it in: whoever opens a request writes into the shell
sed 's/- run: .*/- run: echo ${{ github.event.pull_request.title }}/' .github/workflows/test.yml >"$wrong"
expect_exit 14 "$tools/bin/zizmor" --offline --no-progress "$wrong"
sed 's/^    runs-on:/    runs:/' .github/workflows/test.yml >"$wrong"
expect_exit 1 "${schema[@]}" "$wrong"
summarize
