#!/usr/bin/env bash
# Tests tapline-mqtt from outside: a real broker, which is stopped and started in mid-stream, and a simulated daemon.
#
#   tools/tests/mqtt.bash PATH-OF-TAPLINE-MQTT

set -euo pipefail
# shellcheck source=tools/tests/assert.bash
source "$(dirname "${BASH_SOURCE[0]}")/assert.bash"
[[ $# == 1 ]] || misused PATH-OF-TAPLINE-MQTT
program=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
PATH=$PATH:/usr/sbin

expect_output 'usage: tapline-mqtt' "$program" --help
expect_stderr_empty
expect_output "$(sed -n 's/.*static let text = "\(.*\)"/\1/p' Sources/Formats/TaplineVersion.swift)" "$program" --version
expect_refused 64 "$program"
expect_exit 64 "$program" --name a/b
expect_message 74 'missing.conf: No such file or directory' "$program" --name lamp --config "$assert_folder/missing.conf"
# Settings that are there and cannot be read are not passed over: a folder, a file of somebody else.
expect_message 74 'Is a directory' "$program" --name lamp --config "$assert_folder"
# (The file that nobody asks for is tried on an /etc of its own.)
if unshare -m true 2>/dev/null; then
    lonely=(unshare -m bash -c 'mount -t tmpfs tmpfs /etc; mkdir /etc/tapline; eval "$1"; shift; exec timeout 10 "$@"' bash)
    expect_message 74 '/etc/tapline/mqtt.conf: Is a directory' "${lonely[@]}" 'mkdir /etc/tapline/mqtt.conf' "$program" --name lamp
    expect_exit 74 "${lonely[@]}" 'printf "host broker.invalid\n" >/etc/tapline/mqtt.conf; chmod 600 /etc/tapline/mqtt.conf' \
        setpriv --reuid 65534 --clear-groups "$program" --name lamp
    expect_stderr '/etc/tapline/mqtt.conf: Permission denied'
    expect_message 124 'localhost:1883' "${lonely[@]}" : "$program" --name lamp
fi
printf 'host localhost\nprot 1883\n' >"$assert_folder/wrong.conf"
expect_message 78 'wrong.conf:2: unknown word "prot"' "$program" --name lamp --config "$assert_folder/wrong.conf"
printf 'tls_ca /no/such/file\n' >"$assert_folder/wrong.conf"
expect_message 78 'tls_ca /no/such/file: No such file or directory' "$program" --name lamp --config "$assert_folder/wrong.conf"
# As systemd hands settings and a folder of keys over: tls/own.key is tls_own.key there.
printf 'tls_certificate tls/own.pem\ntls_key tls/own.key\n' >"$assert_folder/credential.conf"
openssl req -x509 -newkey rsa:2048 -nodes -keyout "$assert_folder/tls_own.key" -out "$assert_folder/tls_own.pem" -days 2 \
    -subj /CN=panel 2>/dev/null
expect_message 78 'tls/own.pem: No such file or directory' "$program" --name lamp --config "$assert_folder/credential.conf"
expect_exit 124 env CREDENTIALS_DIRECTORY="$assert_folder" timeout 5 "$program" --name lamp --config "$assert_folder/credential.conf"
expect_stderr 'localhost:8883'

expect_verdicts python3 tools/tests/mqtt.py "$program" "$assert_folder"

summarize
