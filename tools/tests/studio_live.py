#!/usr/bin/env python3
"""tapline-studio as a browser, and whoever attacks it, sees it: studio_live.py TAPLINE-STUDIO TAPLINE STUDIO.html [--seconds N]
[--pictures FOLDER].

A simulated panel by the programs themselves: attacks on the server; a finger of 100 reports a second for N seconds (300), of which no
event is lost beside what a second client of the daemon's socket is told, nor on a page in headless Chromium; the daemon stopped and
started in between, also while it is recorded; a configuration written, refused and taken back, and not written for want of permission;
ssh with a server of its own where there is one, else played by a script. Then the page in headless Chromium."""

import hashlib
import http.client
import json
import math
import os
import pathlib
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time

from browsers import Chromium, check, failures, finish, until
from selenium.webdriver.common.action_chains import ActionChains

studio, tapline, page = (pathlib.Path(each).resolve() for each in sys.argv[1:4])
options = dict(zip(sys.argv[4::2], sys.argv[5::2]))
seconds = int(options.get("--seconds", 300))
pictures = pathlib.Path(options["--pictures"]) if "--pictures" in options else None
CONFIG = "tapline: config/1\nboard: simulated\ngestures:\n  - {name: poke, kind: tap}\n  - {name: drag, kind: pan}  # one finger\n"


class Studio:
    """The program, and requests to it."""

    def __init__(self, *words, environment=None, program=studio, page=page, **who):
        self.process = subprocess.Popen([program, *words, "--page", page], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        env={**os.environ, **(environment or {})}, **who)
        self.address = self.process.stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/#([0-9a-f]{32})", self.address)
        if not found:
            sys.exit(f"no address: {self.address!r} {self.process.stderr.read()}")
        self.port, self.token = int(found[1]), found[2]

    def ask(self, method, path, body=None, headers=None, token=None):
        """The status and the answer, an object where it is JSON, and its head."""
        given = {"Authorization": f"Bearer {self.token if token is None else token}"}
        if body is not None:
            given["Content-Type"] = "application/json"
        given.update(headers or {})
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.putrequest(method, path, skip_host="Host" in given)
        for name, value in given.items():
            connection.putheader(name, value)
        text = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        if text is not None and "Content-Length" not in given:
            connection.putheader("Content-Length", str(len(text)))
        connection.endheaders(text)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        is_json = answer.headers.get("Content-Type") == "application/json"
        return answer.status, json.loads(content) if is_json else content, answer.headers

    def memory(self):
        """Resident memory, KB."""
        return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{self.process.pid}/status").read_text())[1])

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)


class Stream(threading.Thread):
    """Lines of a stream, as they come: /api/live, or a control socket."""

    def __init__(self, lines):
        super().__init__(daemon=True)
        self.source, self.lines = lines, []
        self.start()

    def run(self):
        try:
            for line in self.source:
                if line.strip():
                    self.lines.append(line.strip().decode())
        except (OSError, ValueError, http.client.HTTPException):
            pass

    def has(self, text):
        return any(text in line for line in list(self.lines))

    def events(self):
        return [line for line in list(self.lines) if line.startswith('{"seq"')]


def live(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.request("GET", "/api/live", headers={"Authorization": f"Bearer {server.token}"})
    return Stream(connection.getresponse())


def control(folder):
    client = socket.socket(socket.AF_UNIX)
    client.connect(str(folder / "control"))
    return client


def follow(folder, *things):
    client = control(folder)
    client.sendall(f"follow {' '.join(things)}\n".encode())
    return Stream(client.makefile("rb"))


def is_ready(folder):
    """Whether a panel's controller has been found: before, nobody sees its fingers."""
    try:
        client = control(folder)
    except OSError:
        return False
    client.sendall(b"status\n")
    return "controller_ready 1\n" in iter(client.makefile("r").readline, "ok\n")


class Daemon:
    """`tapline run` with sockets, on the simulated board, which nobody touches."""

    def __init__(self, folder, config):
        self.folder = folder
        nobody = folder.parent / "nobody.jsonl"
        nobody.write_text('{"tapline":"trace/1","panel":{"width":1,"height":1}}\n')
        self.words = [tapline, "run", "--sockets", folder, "--fingers", nobody, "--config", config]
        self.begin()

    def begin(self):
        self.process = subprocess.Popen(self.words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        until(lambda: is_ready(self.folder))

    def end(self):
        self.process.terminate()
        self.process.wait(20)


def attacks(server):
    config = "/api/config"
    check(server.ask("GET", "/")[0] == 200, "the page is served")
    for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1", f"127.0.0.1:{server.port}.evil.example"):
        check(server.ask("GET", "/", headers={"Host": host})[0] == 403, f"not to {host}")
    for origin in ("null", "http://evil.example", f"http://localhost:{server.port}", f"https://127.0.0.1:{server.port}"):
        check(server.ask("GET", config, headers={"Origin": origin})[0] == 403, f"not to a page of {origin}")
    check(server.ask("GET", config, headers={"Origin": f"http://127.0.0.1:{server.port}"})[0] == 200, "to its own page")
    for token in ("", "0" * 32, server.token[:-1], server.token + "0"):
        check(server.ask("GET", config, token=token)[0] == 401, f"not with the token {token!r}")
        check(server.ask("POST", config, {"text": "x", "base": ""}, token=token)[0] == 401, "nor anything written")
    for method, path in (("DELETE", config), ("PUT", config), ("OPTIONS", config), ("POST", "/"), ("POST", "/api/live"),
                         ("GET", "/api/touch")):
        check(server.ask(method, path)[0] == 405, f"not {method} {path}")
    for path in ("/etc/passwd", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/api", "/api/config/", "//"):
        check(server.ask("GET", path)[0] == 404, f"there is no {path}")
    check(server.ask("POST", config, b"{}", headers={"Content-Type": "text/plain"})[0] == 415, "JSON alone, as it must be called")
    for body in (b"", b"[]", b"{", b"\xff\xfe", b'{"text":1,"base":2}', b"[" * 5000):
        check(server.ask("POST", config, body)[0] == 400, f"not {body[:20]!r}")
    head = server.ask("GET", "/")[2]
    policy = head["Content-Security-Policy"]
    check("default-src 'none'" in policy and "sha256-" in policy and "frame-ancestors 'none'" in policy and "unsafe-inline" not in policy
          and "'unsafe-eval'" not in policy, "a strict policy: " + policy)
    check(head["X-Content-Type-Options"] == "nosniff", "nosniff")
    check(not re.search(rb"<[^>]+\son\w+\s*=", page.read_bytes()), "no handler stands in the page's elements")
    bodies(server)
    idle(server)


def bodies(server):
    before = server.memory()
    for _ in range(5):
        connection = socket.create_connection(("127.0.0.1", server.port), timeout=20)
        connection.sendall(f"POST /api/config HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nAuthorization: Bearer {server.token}\r\n"
                           f"Content-Type: application/json\r\nContent-Length: {10 << 20}\r\n\r\n".encode())
        try:
            for _ in range(160):
                connection.sendall(b" " * 65_536)
        except OSError:
            pass
        try:
            answer = connection.recv(4096)
        except OSError:
            answer = b""
        # (A connection whose other end no longer reads is reset: its answer may be lost with it.)
        check(answer.startswith(b"HTTP/1.1 413") or not answer, f"10 MB are refused: {answer[:12]!r}")
        connection.close()
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=20)
    connection.sendall(f"POST /api/config HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: {10 << 20}\r\n\r\n".encode())
    check(connection.recv(4096).startswith(b"HTTP/1.1 413"), "by their head alone")
    connection.close()
    status = server.ask("POST", "/api/config", b"5\r\nhello\r\n0\r\n\r\n", headers={"Transfer-Encoding": "chunked", "Content-Length": "20"})[0]
    check(status in (400, 411), f"a body without a length is refused: {status}")
    check(server.memory() - before < 2_000, f"and memory stays: {server.memory() - before} KB more")


def idle(server):
    stream = live(server)
    until(lambda: stream.has('"studio":"here"'))
    before = server.memory()
    held = []
    for number in range(1000):
        connection = socket.create_connection(("127.0.0.1", server.port), timeout=20)
        if number % 2:
            connection.sendall(b"GET / HTTP/1.1\r\nHo")
        held.append(connection)
    begun = time.monotonic()
    check(server.ask("GET", "/api/config")[0] == 200, "beside 1,000 idle connections a page is served")
    check(time.monotonic() - begun < 5, f"at once: {time.monotonic() - begun:.2f} s")
    check(stream.is_alive(), "and whoever looks at the panel goes on")
    open_now = len(list(pathlib.Path(f"/proc/{server.process.pid}/fd").iterdir()))
    check(open_now < 400, f"of them few are open: {open_now} descriptors")
    check(server.memory() - before < 20_000, f"and memory stays: {server.memory() - before} KB more")
    for connection in held:
        connection.close()


def finger(server, daemon, length):
    """A finger goes round, lifted every second; no event is lost, neither on a page, and nothing grows."""
    driver = browser(server.address)
    until(lambda: driver.execute_script("return live.panel !== undefined"))
    stream, other = live(server), follow(daemon.folder, "contacts", "events", "explain", "levels")
    until(lambda: stream.has('"tapline":"events/1"') and other.has('"tapline":"events/1"'))
    client = control(daemon.folder)
    answers = client.makefile("rb")
    begun, memory = time.monotonic(), None
    for step in range(length * 100):
        angle = step / 50 * math.pi
        where = f" 0 {400 + 200 * math.cos(angle):.0f} {240 + 150 * math.sin(angle):.0f}" if step % 100 < 95 else ""
        client.sendall(f"touch{where}\n".encode())
        answer = answers.readline()
        if answer != b"ok\n":
            check(False, f"a touch is taken: {answer!r}")
            break
        memory = memory or (server.memory() if step == 500 else None)
        time.sleep(max(0, begun + (step + 1) / 100 - time.monotonic()))
    end = control(daemon.folder)
    end.sendall(b"touch\n")
    until(lambda: len(stream.events()) == len(other.events()) and len(other.events()) > 0, 5)
    ours, theirs = stream.events(), other.events()
    numbers = [json.loads(line)["seq"] for line in ours]
    check(ours == theirs and len(ours) > 10 * length, f"{length} s of a finger: {len(ours)} events, the same as at the socket ({len(theirs)})")
    check(numbers == list(range(numbers[0], numbers[0] + len(numbers))), "their numbers have no gap")
    check(not stream.has("dropped"), "nothing was left out")
    contacts = [line for line in stream.lines if '"c":' in line]
    check(contacts == [line for line in other.lines if '"c":' in line] and len(contacts) >= 95 * length, f"and so are {len(contacts)} reports")
    if memory:
        check(server.memory() - memory < 1_000, f"memory stays: {server.memory() - memory} KB more")
    seen = lambda: driver.execute_script("return [live.events, live.lost, live.lines.filter((line) => line.text.includes('\"c\"')).length, "
                                         "document.querySelectorAll('*').length]")
    told = sum(any(f'"{key}":' in line for key in ("gesture", "control", "zone")) for line in ours)
    until(lambda: seen()[0] == told)
    check(seen()[:2] == [told, 0], f"a page has seen them all, too: {seen()[0]} of {told}, {seen()[1]} lost")
    check(length > 590 or seen()[2] == len(contacts), f"and the fingers: {seen()[2]} of {len(contacts)}")
    check(seen()[3] < 5_000, f"its picture does not grow: {seen()[3]} elements")
    driver.quit()
    return stream


def stopped(server, daemon, stream):
    daemon.end()
    check(until(lambda: stream.has('"studio":"gone"')), "the daemon has stopped, and the stream says so")
    status, answer, _ = server.ask("POST", "/api/touch", {"c": []})
    check(status == 403, f"a browser does not touch a panel of somebody else's: {answer}")
    daemon.begin()
    count = len(stream.events())
    check(until(lambda: sum('"studio":"here"' in line for line in list(stream.lines)) == 2), "it is back, and the stream says so")
    client = control(daemon.folder)
    client.sendall(b"touch 0 100 100\ntouch\n")
    check(until(lambda: any('"poke"' in line for line in stream.events()[count:])), "and goes on: a tap")


def applies(server, daemon, config):
    _, had, _ = server.ask("GET", "/api/config")
    check(had["text"] == CONFIG and had["hash"] == hashlib.sha256(CONFIG.encode()).hexdigest() and had["edit"], "the configuration, as it is")
    config.chmod(0o640)
    longer = CONFIG.replace("kind: tap}", "kind: tap, maxPress: 200ms}")
    status, answer, _ = server.ask("POST", "/api/config", {"text": longer, "base": had["hash"]})
    check(status == 200 and config.read_text() == longer and answer["note"] == "", f"written, and read by the daemon: {answer}")
    check(stat.S_IMODE(config.stat().st_mode) == 0o640, "its mode stays")
    status, answer, _ = server.ask("POST", "/api/config", {"text": CONFIG, "base": had["hash"]})
    check(status == 409 and config.read_text() == longer, f"what has changed meanwhile is left alone: {answer}")
    base = hashlib.sha256(longer.encode()).hexdigest()
    status, answer, _ = server.ask("POST", "/api/config", {"text": longer.replace("200ms", "200pt"), "base": base})
    check(status == 422 and f"{config}:4:" in answer["error"] and config.read_text() == longer, f"a mistake is refused: {answer}")
    # (What check takes and a daemon that runs does not: another board.)
    other = longer.replace("board: simulated", "board: hyperpixel4")
    # (A daemon reloads once a second.)
    answers = []
    until(lambda: answers.append(server.ask("POST", "/api/config", {"text": other, "base": base})) or "second ago" not in str(answers[-1][1]))
    status, answer, _ = answers[-1]
    check(status == 422 and "the board has changed" in answer["error"] and "taken back" in answer["error"] and config.read_text() == longer, f"what the daemon refuses is taken back: {answer}")
    target = config.with_name("target.yaml")
    config.rename(target)
    config.symlink_to(target)
    status, answer, _ = server.ask("POST", "/api/config", {"text": CONFIG, "base": base})
    check(status == 403 and target.read_text() == longer and config.is_symlink(), f"a link is not followed: {answer}")
    config.unlink()
    target.rename(config)
    check(sorted(each.name for each in config.parent.iterdir() if ".yaml" in each.name) == [config.name], "nothing else is left there")


def refused_words(folder):
    for words in (["../../x"], ["--ssh", "host", "../../x"], ["--ssh", "host", "..;id"], ["--ssh", "-oProxyCommand=id", "lamp"], ["a b"],
                  ["--ssh", "host", "lamp", "--edit"], ["--simulated", "--port", "0"], ["--simulated", "lamp"], ["--nonsense"]):
        done = subprocess.run([studio, *words, "--page", page], cwd=folder, capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL)
        check(done.returncode in (64, 69, 74) and not done.stdout, f"{' '.join(words)}: exit code {done.returncode}, {done.stderr.strip()}")


def real_panel(folder):
    """A chip that is simulated for a real board is no panel for a browser."""
    sockets = folder / "real"
    nobody = folder / "nobody.jsonl"
    process = subprocess.Popen([tapline, "run", "--board", "hyperpixel4", "--sockets", sockets], stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, env={**os.environ, "TAPLINE_FINGERS": str(nobody)})
    until(lambda: (sockets / "control").exists())
    client = control(sockets)
    client.sendall(b"touch 0 1 1\n")
    answer = client.makefile("rb").readline()
    check(answer.startswith(b"error: the panel is a real one"), f"a daemon on another board is not touched: {answer!r}")
    process.terminate()
    process.wait(20)


def recorded_over_a_restart(folder, daemon, config):
    """Recorded while the daemon is stopped under a finger and started again: the recording replays, and has what came after."""
    file = folder / "restart.trace.jsonl"
    server = Studio(daemon.folder, "--record", file)
    stream = live(server)
    until(lambda: stream.has('"studio":"here"'))

    def touches(*commands):
        client = control(daemon.folder)
        answers = client.makefile("rb")
        for command in commands:
            client.sendall(f"{command}\n".encode())
            check(answers.readline() == b"ok\n", f"a finger: {command}")

    def taps(count):
        before = sum('"poke"' in line for line in stream.events())
        for number in range(count):
            # (A finger that is back within a few reports has not lifted: people's take longer, and here that is input. One that lifts
            # before the chip has looked was never there.)
            time.sleep(0.2)
            places = lambda: sum("[[0,100" in line for line in list(stream.lines))
            seen = places()
            touches("touch 0 100 100")
            until(lambda: places() > seen)
            touches("touch")
            check(until(lambda: sum('"poke"' in line for line in stream.events()) > before + number), f"tap {number + 1} of {count}")

    taps(2)
    touches("touch 0 300 300")
    until(lambda: stream.has("[0,300"))
    daemon.end()
    until(lambda: stream.has('"studio":"gone"'))
    daemon.begin()
    until(lambda: sum('"studio":"here"' in line for line in list(stream.lines)) == 2)
    # (The recorder connects by itself, as the stream does: until it has, nobody is recorded.)
    connections = lambda: sum("control" in line for line in pathlib.Path("/proc/net/unix").read_text().splitlines() if str(daemon.folder) in line)
    until(lambda: connections() >= 3)
    taps(3)
    check(server.end() == 0, "it ends when it is asked to")
    replay = subprocess.run([tapline, "replay", file, "--config", config], capture_output=True, text=True)
    states = [json.loads(line)["gesture"] for line in replay.stdout.splitlines()[1:]]
    check(replay.returncode == 0 and states == ["poke"] * 5, f"over a restart of the daemon: two taps before, three after: {states} {replay.stderr}")
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    check(sum("tapline" in line for line in lines) == 1 and sum("cancel" in line for line in lines) == 1, "one head, and the finger that was down is cancelled")


def without_permission():
    """Who may not write the file is told the command, and nothing is written."""
    if os.getuid() != 0:
        print("left out: another user, whom only root can be")
        return
    place = pathlib.Path(tempfile.mkdtemp())
    try:
        place.chmod(0o755)
        for file in (studio, tapline, page):
            (place / file.name).write_bytes(file.read_bytes())
            (place / file.name).chmod(0o755)
        theirs = place / "lamp.yaml"
        theirs.write_text(CONFIG)
        theirs.chmod(0o644)
        daemon = Daemon(place / "sockets", theirs)
        (place / "sockets").chmod(0o755)
        for each in (place / "sockets").iterdir():
            each.chmod(0o666)
        server = Studio(daemon.folder, "--config", theirs, "--edit", program=place / studio.name, page=place / page.name,
                        user="nobody", group="nogroup", extra_groups=[])
        base = hashlib.sha256(CONFIG.encode()).hexdigest()
        longer = CONFIG.replace("kind: tap}", "kind: tap, maxPress: 200ms}")
        status, answer, _ = server.ask("POST", "/api/config", {"text": longer, "base": base})
        check(status == 403 and theirs.read_text() == CONFIG, f"without permission nothing is written: {answer}")
        check("command" in answer and answer["command"].startswith("sudo install") and str(theirs) in answer["command"], "and the command is said")
        check(sorted(each.name for each in place.glob("lamp.yaml*")) == ["lamp.yaml"], "nothing else is left there")
        driver = browser(server.address)
        try:
            text = lambda name: driver.find_element("id", name).text
            until(lambda: driver.execute_script("return live.config?.text") == CONFIG)
            driver.execute_script("byId('yaml').value = arguments[0]; byId('yaml').dispatchEvent(new Event('input'))", longer)
            until(lambda: driver.find_element("id", "apply").is_enabled())
            driver.find_element("id", "apply").click()
            driver.find_element("id", "write").click()
            until(lambda: "sudo install" in text("command"))
            check("sudo install" in text("command") and "maxPress: 200ms" in text("differenceLines") and text("message"),
                  f"the page shows both, and why: {text('message')} {text('command')}")
        finally:
            driver.quit()
        check(server.end() == 0, "it ends when it is asked to")
        daemon.end()
    finally:
        shutil.rmtree(place)


SSH = """#!/usr/bin/env python3
# ssh, as far as tapline-studio needs it: forwards a socket, hands over a file.
import os, pathlib, socket, sys, threading
words = sys.argv[1:]
with open(os.environ["SSH_LOG"], "a") as log: log.write(repr(words) + "\\n")
if "cat" in words:
    assert words[-3:-1] == ["host.example", "cat"], words
    sys.stdout.write(pathlib.Path(os.environ["SSH_FILE"]).read_text())
    sys.exit(0)
here, there = words[words.index("-L") + 1].split(":")
assert there == "/run/tapline/lamp/control" and words[-2:] == ["--", "host.example"], words
server = socket.socket(socket.AF_UNIX); server.bind(here); server.listen()
def carry(a, b):
    while data := a.recv(65536): b.sendall(data)
    b.shutdown(socket.SHUT_WR)
while True:
    client, _ = server.accept()
    daemon = socket.socket(socket.AF_UNIX); daemon.connect(os.environ["SSH_SOCKET"])
    for pair in ((client, daemon), (daemon, client)): threading.Thread(target=carry, args=pair, daemon=True).start()
"""


# A server of ssh for root alone, whose view of /run and /etc/tapline is its own: there lie the panel lamp and its configuration.
SSHD = """
mount -t tmpfs tmpfs /run && mkdir -p /run/sshd /run/tapline/lamp && mount --bind "$1" /run/tapline/lamp
mount -t tmpfs tmpfs /etc/tapline && cp "$2" /etc/tapline/lamp.yaml
exec /usr/sbin/sshd -D -e -f "$3"
"""


def real_ssh(folder, daemon, config):
    """The panel of this computer, through a real ssh to a real server of it."""
    if os.getuid() != 0 or not pathlib.Path("/usr/sbin/sshd").exists() or subprocess.run(["unshare", "--mount", "true"], stderr=subprocess.DEVNULL).returncode:
        print("left out: ssh to a real server, which takes root, openssh-server and namespaces; a script plays it")
        return
    place, bin_folder = folder / "sshd", folder / "ssh-bin"
    place.mkdir(mode=0o700)
    bin_folder.mkdir()
    for name in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", place / name], check=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (place / "sshd_config").write_text(f"ListenAddress 127.0.0.1:{port}\nHostKey {place}/host\nAuthorizedKeysFile {place}/user.pub\nPidFile none\n"
                                       "StrictModes no\nUsePAM no\nPermitRootLogin prohibit-password\nPasswordAuthentication no\n")
    (place / "ssh_config").write_text(f"Host lamp-host\n  HostName 127.0.0.1\n  Port {port}\n  User root\n  IdentityFile {place}/user\n  IdentitiesOnly yes\n"
                                      f"  UserKnownHostsFile {place}/known\n  StrictHostKeyChecking accept-new\n")
    (bin_folder / "ssh").write_text(f'#!/bin/sh\nexec /usr/bin/ssh -F {place}/ssh_config "$@"\n')
    (bin_folder / "ssh").chmod(0o755)
    is_ours = not pathlib.Path("/etc/tapline").exists()
    pathlib.Path("/etc/tapline").mkdir(exist_ok=True)
    log = (place / "log").open("wb")
    sshd = subprocess.Popen(["unshare", "--mount", "sh", "-ec", SSHD, "sh", daemon.folder, config, place / "sshd_config"], stdout=log, stderr=log)
    try:
        until(lambda: "Server listening" in (place / "log").read_text() or sshd.poll() is not None)
        seen_over_ssh(folder, daemon, config, "lamp-host", {"PATH": f"{bin_folder}:{os.environ['PATH']}", "TMPDIR": str(folder)})
        print((place / "log").read_text() if failures else "", end="")
    finally:
        sshd.terminate()
        sshd.wait(20)
        if is_ours:
            pathlib.Path("/etc/tapline").rmdir()


def over_ssh(folder, daemon, config):
    bin_folder, log = folder / "bin", folder / "ssh.log"
    bin_folder.mkdir()
    (bin_folder / "ssh").write_text(SSH)
    (bin_folder / "ssh").chmod(0o755)
    seen_over_ssh(folder, daemon, config, "host.example", {
        "PATH": f"{bin_folder}:{os.environ['PATH']}", "SSH_LOG": str(log), "SSH_FILE": str(config),
        "SSH_SOCKET": str(daemon.folder / "control"), "TMPDIR": str(folder)})
    check("'-o', 'ProxyCommand" not in log.read_text(), "ssh has its words alone")


def seen_over_ssh(folder, daemon, config, host, environment):
    server = Studio("lamp", "--ssh", host, environment=environment)
    stream = live(server)
    check(until(lambda: stream.has('"studio":"here"')), "over ssh the panel is seen")
    client = control(daemon.folder)
    client.sendall(b"touch 0 100 100\ntouch\n")
    check(until(lambda: any('"poke"' in line for line in stream.events())), "and what it recognizes")
    _, had, _ = server.ask("GET", "/api/config")
    check(had["text"] == config.read_text() and not had["edit"] and had["command"].startswith("sudo install"), f"its configuration is read: {had['command']}")
    status, answer, _ = server.ask("POST", "/api/config", {"text": "", "base": had["hash"]})
    check(status == 403 and "command" in answer, f"and not written: {answer}")
    check(server.end() == 0, "it ends when it is asked to")
    check(not list(folder.glob("tapline-*")), "and leaves nothing behind")


def recorded(folder):
    """--simulated, --record: what a browser's finger did is a recording, which replays."""
    file = folder / "fingers.trace.jsonl"
    config = folder / "own.yaml"
    config.write_text(CONFIG)
    server = Studio("--simulated", "--config", config, "--record", file, environment={"TMPDIR": str(folder)})
    stream = live(server)
    check(until(lambda: stream.has('"studio":"here"')), "a simulated panel is started")
    until(lambda: is_ready(next(folder.glob("tapline-*"))))
    for where in ([[0, 100, 100]], []):
        status, answer, _ = server.ask("POST", "/api/touch", {"c": where})
        check(status == 200, f"a browser's finger {where}: {answer}")
    check(until(lambda: any('"poke"' in line for line in stream.events())), "is a tap there")
    for wrong in ({"c": [[0, 9999, 9999]]}, {"c": [[0, 1, 1], [0, 2, 2]]}):
        check(server.ask("POST", "/api/touch", wrong)[0] == 502, f"the panel refuses {wrong}")
    for wrong in ({"c": [[0, 1]]}, {"c": [[0, "1 1\nreload", 2]]}, {"c": [[i, 1, 1] for i in range(6)]}, {"c": 1}, {}):
        check(server.ask("POST", "/api/touch", wrong)[0] == 400, f"no fingers: {wrong}")
    status, answer, _ = server.ask("POST", "/api/config", {"text": CONFIG, "base": ""})
    check(status == 403, f"without --edit nothing is written: {answer}")
    check(server.end() == 0, "it ends when it is asked to")
    check(not list(folder.glob("tapline-*")), "and leaves nothing behind")
    replay = subprocess.run([tapline, "replay", file, "--config", config], capture_output=True, text=True)
    check("poke" in replay.stdout, "what was recorded replays: " + replay.stdout.strip().split("\n")[-1])
    again = subprocess.run([studio, "--simulated", "--record", file, "--page", page], capture_output=True, text=True, timeout=20)
    check(again.returncode == 74 and "is there already" in again.stderr, f"a recording is never replaced: {again.stderr.strip()}")


def browser(address):
    """Headless Chromium, on the page of an address."""
    window = Chromium(height=1000)
    window.open(address)
    return window.driver


def pinch(driver, panel):
    """Two fingers on a touch screen, on the panel, come apart."""
    middle = [panel.rect["x"] + panel.rect["width"] / 2, panel.rect["y"] + panel.rect["height"] / 2]
    for step in range(22):
        points = [{"x": middle[0] + side * (30 + 5 * step), "y": middle[1], "id": number} for number, side in enumerate((-1, 1))]
        kind = "touchStart" if step == 0 else "touchMove" if step < 21 else "touchEnd"
        driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points if step < 21 else []})


def looks(driver):
    """How it looks, in both schemes, narrow and wide; StudioLive.png is that of Documentation."""
    driver.find_element("id", "hold").click()
    driver.execute_script("document.activeElement.blur(); window.scrollTo(0, 0)")
    driver.save_screenshot(str(pictures / "StudioLive.png"))
    for scheme in ("light", "dark"):
        for width in (380, 1600):
            driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
            driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                   {"width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": False})
            driver.execute_script("show()")
            check(driver.execute_script("return document.documentElement.scrollWidth") <= width, f"{width} px are enough, {scheme}")
            driver.save_screenshot(str(pictures / f"live-{width}-{scheme}.png"))


def in_browser(folder):
    """A mouse drags on the live panel; a slider is turned, and what it has changed is written and read by the daemon."""
    config = folder / "page.yaml"
    text = CONFIG + "  - {name: zoom, kind: pinch}\n"
    config.write_text(text)
    server = Studio("--simulated", "--config", config, "--edit", environment={"TMPDIR": str(folder)})
    driver = browser(server.address)
    run = driver.execute_script
    try:
        check(until(lambda: run("return live.config?.text ?? ''") == text, 60), "the page has the panel's configuration")
        check(until(lambda: run("return state.recording?.about.width") == 800), "and its panel")
        until(lambda: is_ready(next(folder.glob("tapline-*"))))
        panel = driver.find_element("id", "panel")
        mouse = ActionChains(driver, duration=20).move_to_element_with_offset(panel, -80, 0).click_and_hold()
        for _ in range(20):
            mouse.move_by_offset(8, 1)
        mouse.release().perform()
        check(until(lambda: "drag ended" in driver.find_element("id", "liveEvents").text), "a mouse drags: the panel has recognized it: "
              + driver.find_element("id", "liveEvents").text.replace("\n", ", "))
        seen = "return state.outcome.stretches.filter(s => s.gesture === 'drag' && s.last === 'ended').length"
        check(until(lambda: run(seen) == 1), "and so has the page's engine, on its lanes")
        ActionChains(driver).move_to_element_with_offset(panel, 20, 20).click().perform()
        check(until(lambda: "poke ended" in driver.find_element("id", "liveEvents").text), "a click is a tap")
        judged = ("return state.outcome.events.filter(e => ['began', 'ended'].includes(e.state)).map(e => e.gesture + ' ' + e.state)")
        check(until(lambda: run(judged) == ["drag began", "drag ended", "poke ended"]), f"the engine has judged what the panel has: {run(judged)}")
        pinch(driver, panel)
        check(until(lambda: "zoom ended" in driver.find_element("id", "liveEvents").text), "two fingers of a touch screen pinch: "
              + driver.find_element("id", "liveEvents").text.replace("\n", ", "))
        run("const s = document.querySelector('#sliders input[data-key=maxPress]'); s.value = 500; s.dispatchEvent(new Event('input', {bubbles: true}))")
        check(until(lambda: driver.find_element("id", "apply").is_enabled()), "a slider is turned")
        driver.find_element("id", "apply").click()
        shown = driver.find_element("id", "differenceLines").text
        check("- " in shown and "+   - {name: poke, kind: tap, maxPress: 500ms}" in shown, "the difference is shown first: " + shown.replace("\n", " | "))
        check(config.read_text() == text, "and nothing written yet")
        driver.find_element("id", "write").click()
        check(until(lambda: "maxPress: 500ms" in config.read_text()), "written")
        check(until(lambda: not driver.find_element("id", "apply").is_enabled()), "and now the panel's: " + driver.find_element("id", "message").text)
        driver.find_element("id", "hold").click()
        check(run("return live.isHeld && state.recording.text.split('\\n').length > 10"), "held, it is a recording")
        unnamed = run("return [...document.querySelectorAll('button, input, select, textarea')].filter(e => !e.getAttribute('aria-label') "
                      "&& !e.textContent.trim() && !e.labels?.length).map(e => e.outerHTML)")
        check(not unnamed, f"everything to press has a name: {unnamed}")
        severe = [entry for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]
        check(not severe, f"the browser complains of nothing: {severe}")
        if pictures:
            looks(driver)
        kept = run("hold(true); const from = live.lines.at(-1).at; for (let t = 0; t < 1_200_000_000; t += 10_000) keep({ t: from + t, c: [] }, 0); "
                   "return [live.lines.length, live.lines.at(-1).at - live.lines[0].at]")
        check(kept[0] < 62_000 and 600_000_000 <= kept[1] < 620_000_000, f"of twenty minutes ten are kept: {kept[0]} lines, {kept[1] / 1e6:.0f} s")
    finally:
        driver.quit()
        check(server.end() == 0, "it ends when it is asked to")


def hostile_daemon(folder):
    """A daemon whose panel, gestures and reasons are made of paths, HTML and script, and of lines that are none."""
    evil = "<img src=x onerror=alert(1)>"
    place = folder / "evil"
    place.mkdir()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(place / "control"))
    listener.listen()
    panel = {"tapline": "panel/1", "name": "../../x", "board": evil, "chip": evil, "width": 800, "height": 480, "raw_width": 800, "raw_height": 480,
             "zones": [], "gestures": [{"name": evil, "kind": "tap"}], "lines": [], "disabled": {"gestures": [], "zones": []}}
    lines = [panel, {"seq": 1, "t": 1, "gesture": evil, "state": "ended", "kind": "tap"}, {"t": 2, "c": [[0, 1, 1]]}, {"t": 3, "c": []}]

    def talk():
        while True:
            client = listener.accept()[0]
            if client.recv(200).startswith(b"follow"):
                client.sendall(b"ok\n" + b"".join(json.dumps(line).encode() + b"\n" for line in lines))
            else:
                client.close()

    threading.Thread(target=talk, daemon=True).start()
    server = Studio(place, "--record", folder / "evil.trace.jsonl")
    driver = browser(server.address)
    try:
        check(until(lambda: f"{evil} ended" in driver.find_element("id", "liveEvents").text, 60), "what a hostile daemon calls a gesture is text")
        check(until(lambda: "../../x" in driver.find_element("id", "liveState").text), "and what it calls its panel")
        check(driver.execute_script("return document.querySelectorAll('img, svg script, main script').length") == 0, "no element comes of it")
    finally:
        driver.quit()
        server.end()
    check(sorted(each.name for each in folder.iterdir() if "evil" in each.name) == ["evil", "evil.trace.jsonl"]
          and [each.name for each in place.iterdir()] == ["control"], "nothing is written but the recording that was asked for")


def motion(folder):
    """A board with a motion sensor, which is simulated too: the page has its readings, and its engine what they mean."""
    board, config = folder / "board.yaml", folder / "shake.yaml"
    board.write_text("tapline: board/1\nname: shaken\nsource: made up\ncontroller: gt911\nbus: simulated\naddresses: [0x5d]\nsize: [800, 480]\n"
                     "sensors: [{chip: lis3dh, bus: simulated}]\n")
    config.write_text(f"tapline: config/1\nboard: {board}\ngestures:\n  - {{name: poke, kind: tap}}\nmotion:\n  - {{name: shaken, kind: shake}}\n")
    daemon = Daemon(folder / "shaken", config)
    server = Studio(daemon.folder, "--config", config)
    driver = browser(server.address)
    run = driver.execute_script
    try:
        check(until(lambda: run("return state.recording?.motion.length > 100"), 60), "the page has the readings of a motion sensor")
        check(until(lambda: run("return state.outcome.events.some(e => JSON.stringify(e).includes('shaken'))")), "and its engine has noticed a shake")
        shown = [entry for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]
        check(not shown and not driver.find_element("id", "message").text, f"nobody complains: {shown} {driver.find_element('id', 'message').text}")
    finally:
        driver.quit()
        server.end()
        daemon.end()


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        config = folder / "lamp.yaml"
        config.write_text(CONFIG)
        refused_words(folder)
        daemon = Daemon(folder / "sockets", config)
        server = Studio(daemon.folder, "--config", config, "--edit")
        try:
            attacks(server)
            stream = finger(server, daemon, seconds)
            stopped(server, daemon, stream)
            applies(server, daemon, config)
            check(server.end() == 0, "it ends when it is asked to")
            real_panel(folder)
            recorded_over_a_restart(folder, daemon, config)
            without_permission()
            over_ssh(folder, daemon, config)
            real_ssh(folder, daemon, config)
        finally:
            server.process.kill()
            daemon.end()
        recorded(folder)
        in_browser(folder)
        hostile_daemon(folder)
        motion(folder)
    finish("tapline-studio does what it says")


main()
