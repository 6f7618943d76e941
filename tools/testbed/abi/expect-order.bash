#!/usr/bin/env bash
# Expects lines in a trace, in order.
#
#   tools/testbed/abi/expect-order.bash TRACE <EXPECTATIONS
#
# Each line of the expectations is a text that a line of the trace must hold, after the line that the one before it
# found; * is anything. "! TEXT" forbids a line with the text between the two expectations around it. Empty lines and
# those that begin with # are skipped. Says what was missing, and where it was looked for; exit code 1 then.

set -euo pipefail

trace=${1:?'usage: expect-order TRACE <EXPECTATIONS'}
exec awk -v trace="$trace" '
    # holds(LINE, TEXT): whether the parts of the text stand in the line, in order.
    function holds(line, text,  parts, count, i, place) {
        count = split(text, parts, "*")
        for (i = 1; i <= count; i++) {
            place = index(line, parts[i])
            if (!place) return 0
            line = substr(line, place + length(parts[i]))
        }
        return 1
    }
    function fail(message) {
        print "expect-order: " message >"/dev/stderr"
        for (i = from; i < from + 12 && i <= lines; i++) print "    " line[i] >"/dev/stderr"
        failed = 1
        exit 1
    }
    BEGIN {
        # (What the script says to do is not what happened.)
        while ((getline text < trace) > 0) if (text !~ /^[0-9]+ > /) line[++lines] = text
        if (!lines) fail("the trace is empty")
        from = 1
    }
    /^[ \t]*(#|$)/ { next }
    /^! / {
        forbidden[++bans] = substr($0, 3)
        next
    }
    {
        wanted++
        for (at = from; at <= lines && !holds(line[at], $0); at++)
            for (ban = 1; ban <= bans; ban++)
                if (holds(line[at], forbidden[ban])) fail("line " NR ": before \"" $0 "\" there is: " line[at])
        if (at > lines) fail("line " NR ": \"" $0 "\" does not come, looked for from here on:")
        from = at + 1
        bans = 0
    }
    END {
        if (failed) exit 1
        for (at = from; at <= lines; at++)
            for (ban = 1; ban <= bans; ban++)
                if (holds(line[at], forbidden[ban])) fail("at the end there is: " line[at])
        if (!wanted && !bans) fail("nothing is expected")
    }
'
