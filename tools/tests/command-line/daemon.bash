# shellcheck shell=bash disable=SC2154,SC2086  # variables of tools/tests/command-line.bash, which sources this; words of arguments

# The daemon.
if [[ -x ${tapline}d ]]; then
    expect_exit 0 "${tapline}d" --help
    [[ -z ${TAPLINE_WRITE_HELP:-} ]] || cp "$files/stdout" "$help/taplined"
    expect_stdout_file "$help/taplined"
    expect_stdout usage
    for arguments in '' '--no-such-option' '--board'; do
        expect_refused 64 "${tapline}d" $arguments
    done
    expect_exit 78 "${tapline}d" --board no-such-board
    expect_refused 69 "${tapline}d" --board hyperpixel4 --config "$files/limit.yaml"
    expect_output '"gesture":"drag","kind":"pan","state":"ended"' "${tapline}d" --board simulated --config boards/examples/demo.yaml
    # As a service, and what it asks of the kernel.
    for name in a/b .hidden '' 'a b'; do
        expect_message 64 "is no name of a panel" "${tapline}d" --name "$name"
    done
    # On the simulated panel its fingers come over and over, in their own time, for whoever connects.
    # serve COMMAND…: until its socket is there, in the folder that it was given.
    serve() { serve_at "$files/lamp" "$@"; }
    serve_at() {
        local attempts=200
        "${@:2}" >/dev/null 2>&1 &
        service=$!
        until [[ -S $1/control || $((attempts--)) == 0 ]]; do sleep 0.05; done
    }
    # The socket is there before the chip has said who it is.
    answers() { "$tapline" status "$1" | grep -q '^answers  *yes'; }
    end_service() {
        local status=0
        kill -TERM "$service"
        wait "$service" || status=$?
        assert_that "$status" 'the service ends well'
    }
    serve env RUNTIME_DIRECTORY="$files/lamp" "${tapline}d" --name lamp --config boards/examples/demo.yaml
    # (Its first fingers come after a second and a half: all but the last of them are recorded.)
    expect_exit 0 "$tapline" record --bus --duration 8s "$files/lamp" "$files/wires.jsonl"
    expect_output 'ended' "$tapline" monitor -n 3 -F '%g %s' "$files/lamp"
    end_service
    assert_true 'the recording begins with who the chip is' grep -qm 1 '"w":"8140","r":"39' "$files/wires.jsonl"
    expect_exit 0 "$tapline" replay --config boards/examples/demo.yaml "$files/wires.jsonl"
    expect_stdout '"gesture":"doubleTap","kind":"tap","state":"ended"' '"gesture":"swipe","kind":"swipe","state":"ended"'
    # The answer to a command at a control socket.
    ask='use Socket; socket(S, AF_UNIX, SOCK_STREAM, 0);
        connect(S, pack_sockaddr_un($ARGV[0])) or die "$!";
        syswrite(S, "$ARGV[1]\n");
        shutdown(S, 1);
        print while <S>;'
    # A chip that the kernel has cannot be sent to sleep.
    printf '%s\n' 'tapline: board/1' 'name: b' 'source: made up' 'controller: evdev' 'bus: 0' 'size: [800, 480]' \
        'active_area: [127mm, 76mm]' >"$files/kernel.yaml"
    serve env TAPLINE_FINGERS=tools/firmware/gestures.jsonl RUNTIME_DIRECTORY="$files/lamp" "${tapline}d" --name lamp \
        --board "$files/kernel.yaml" --config boards/examples/demo.yaml
    expect_output "error: the kernel's driver has the chip, and no stage of the panel's rest is configured" \
        perl -e "$ask" "$files/lamp/control" sleep
    end_service
    serve "$tapline" run --board simulated --config boards/examples/demo.yaml --sockets "$files/lamp"
    assert_true 'expected the chip to answer' eventually answers "$files/lamp"
    expect_output 'GT911 at 0x5d' "$tapline" status "$files/lamp"
    expect_message 69 'events: this socket emits events; the one that answers is called control' "$tapline" status "$files/lamp/events"
    expect_message 69 'metrics.prom: this is no socket of a daemon' "$tapline" status "$files/lamp/metrics.prom"
    # Commands that change something are for root, the daemon's user and a group; whoever may connect may look. (Another user
    # may connect here because this test lets it.)
    if [[ $EUID == 0 ]] && command -v setpriv >/dev/null; then
        chmod 755 "$files" "$assert_folder" "$files/lamp"
        chmod 666 "$files/lamp/control"
        stranger() {
            run setpriv --reuid 65534 --regid 65534 --clear-groups /usr/bin/perl -e "$ask" "$files/lamp/control" "$1"
        }
        for command in sleep wake cancel reload 'explain on' 'disable tap' 'set a 1' 'become a' resign 'remote play' \
            'now {"state":"playing"}'; do
            stranger "$command"
            expect_stdout 'error: only members of the group tapline-control may'
            expect_stdout_lines 1
        done
        for command in help status levels states 'states json'; do
            stranger "$command"
            assert_true "expected an answer to $command" grep -qx ok "$assert_folder/stdout"
        done
        chmod 660 "$files/lamp/control"
    fi
    # Commands to whatever plays run commands as gestures do. (A remote control and a knob of a simulated run do the same over and
    # over: any seven in a row are all of it.)
    cat >"$files/radio.yaml" <<'YAML'
tapline: config/1
board: simulated
remote:
  - {name: next, command: nextTrack}
  - {name: forward, command: seekForward}
  - {name: volume, command: changeVolume}
remotes:
  - {device: any}
  - {encoder: [GPIO5, GPIO6], step: 2}
YAML
    lamp=$service
    serve_at "$files/radio" "$tapline" run --config "$files/radio.yaml" --sockets "$files/radio"
    expect_exit 0 "$tapline" watch -n 7 --on began --on ended --jobs 1 --exec 'echo {gesture} {kind} {state}' "$files/radio"
    sort -o "$assert_folder/stdout" "$assert_folder/stdout"
    printf '%s\n' 'forward seekForward began' 'forward seekForward ended' 'next nextTrack ended' \
        'volume changeVolume ended'{,,,} >"$files/expected"
    expect_stdout_file "$files/expected"
    expect_exit 0 "$tapline" watch -n 1 --gesture volume --exec 'echo {value}' "$files/radio"
    assert_true 'expected the value of a step' grep -qxE -- '-?2(\.0)?' "$assert_folder/stdout"
    end_service
    service=$lamp
    # Seven may follow, a place is kept for commands; who comes when all eight are taken and none is idle is told so, however
    # soon the daemon has closed again. (What plays keeps a place.)
    coproc holders {
        exec python3 -c 'import os, signal, socket, sys
held = [socket.socket(socket.AF_UNIX) for _ in range(8)]
for one in held[:7]:
    one.connect(sys.argv[1])
    one.sendall(b"follow explain\n")
    one.recv(1)
print("held", flush=True)
sys.stdin.readline()
held[7].connect(sys.argv[1])
held[7].sendall(b"now {\"state\":\"paused\"}\n")
held[7].recv(1)
print("held", flush=True)
sys.stdin.readline()
os.kill(int(sys.argv[2]), signal.SIGSTOP)
held[7].close()
held[7] = socket.socket(socket.AF_UNIX)
held[7].connect(sys.argv[1])
held[7].sendall(b"now {\"state\":\"paused\"}\n")
os.kill(int(sys.argv[2]), signal.SIGCONT)
print(held[7].recv(100).decode(), flush=True)
sys.stdin.read()' "$files/lamp/control" "$service"
    }
    read -r -u "${holders[0]}" _
    expect_message 69 'seven follow already' "$tapline" record --force "$files/lamp" "$files/refused.jsonl"
    expect_exit 0 "$tapline" status "$files/lamp"
    echo >&"${holders[1]}"
    read -r -u "${holders[0]}" _
    for _ in 1 2 3; do
        for view in "record --force $files/lamp $files/refused.jsonl" "status $files/lamp"; do
            expect_message 69 'there are eight connections already' "$tapline" $view
        done
    done
    # (These wait until there is a place.)
    for view in 'monitor --plain -n 1' 'watch --exec true'; do
        expect_message 124 'has gone: there are eight connections already; waiting for it' timeout 2.5 "$tapline" $view "$files/lamp"
        assert_true 'expected that to be told once' \
            test "$(grep -cE 'has gone|is back' "$assert_folder/stderr")" = 1
    done
    # (Left and taken before the daemon has seen either.)
    echo >&"${holders[1]}"
    read -r -u "${holders[0]}" answer
    assert_true "expected a place that was just left to be free, got: $answer" test "$answer" = ok
    holder=$holders_PID
    exec {holders[1]}>&-
    wait "$holder"
    end_service
    assert_true 'the sockets are gone' test ! -e "$files/lamp/control"
    # Commands of the configuration are run by whoever reads the file that the panel has: told their places, and values.
    if [[ $EUID == 0 ]]; then
        roots=$(mktemp -d /run/tapline-tests.XXXXXX)
        {
            cat boards/examples/demo.yaml
            printf '  - {on: swipe, run: [echo, "{direction}", "{gesture}"]}\n'
            printf '  - {on: doubleTap, run: [echo, second]}\n'
        } >"$roots/commands.yaml"
        serve_at "$roots/lamp" env RUNTIME_DIRECTORY="$roots/lamp" "${tapline}d" --name lamp --config "$roots/commands.yaml"
        expect_exit 0 timeout 30 "$tapline" watch --commands "$roots/commands.yaml" -n 2 "$roots/lamp"
        expect_stdout 'right swipe' second
        expect_stderr_empty
        # A file that is another by now runs nothing, whatever stands in it.
        sed -i 's/second/third/' "$roots/commands.yaml"
        expect_exit 124 timeout 12 "$tapline" watch --commands "$roots/commands.yaml" -n 1 "$roots/lamp"
        expect_stdout_empty
        expect_stderr "no command is run: $roots/commands.yaml is not what the panel has"
        end_service
        # Neither does it for a panel that comes only later. (Then it was not compared.)
        cp boards/examples/demo.yaml "$roots/other.yaml"
        timeout 20 "$tapline" watch --wait --commands "$roots/commands.yaml" -n 1 "$roots/later" \
            >"$files/later.out" 2>"$files/later.err" &
        watching=$!
        assert_true 'expected it to wait' eventually grep -q 'waiting for' "$files/later.err"
        serve_at "$roots/later" env RUNTIME_DIRECTORY="$roots/later" "${tapline}d" --name lamp --config "$roots/other.yaml"
        assert_true 'expected the file to be compared' \
            eventually grep -q 'no command is run: .* is not what the panel has' "$files/later.err"
        kill "$watching"
        wait "$watching" || true
        assert_true 'expected no command to run' test ! -s "$files/later.out"
        end_service
        expect_message 78 'no output runs a command' "$tapline" watch --commands "$roots/other.yaml" "$roots/later"
        rm -r "$roots"
    fi
    expect_message 64 'leave one out' "$tapline" run --board simulated --fast --sockets "$files/lamp"
    expect_message 74 "/etc/tapline/there-is-no-such-panel.yaml: No such file or directory" "${tapline}d" --name there-is-no-such-panel
    # (The whole help stood behind it.)
    expect_message 64 'unknown argument "lamp"; see taplined --help' "${tapline}d" lamp
    assert_true 'expected one line' test "$(wc -l <"$assert_folder/stderr")" = 1
    for priority in 0 100 high; do
        expect_message 64 "--realtime wants a priority, 1 to 99" "${tapline}d" --board simulated --realtime "$priority"
    done
fi
