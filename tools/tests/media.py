"""The part of tools/tests/media.bash with players: says `passed TEXT` or `failed TEXT` for each check.

The daemon is the real one on a simulated panel; commands are given at its control socket (`remote`), and what plays is read there
(`follow now`). Players are made-up ones (media-player.c), mpv with its MPRIS plugin, and mpd, on a session bus of this script's
own, without a sound card. Nothing waits for a time: everything for what must come, 30 s at most.
"""

import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import threading
import time
import wave

from checks import PATIENCE, Program, check, comes, ending, until

program, daemon, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
CONFIG = """
tapline: config/1
board: simulated
remote:
%s
  - {name: again, command: nextTrack}
outputs:
  - {while: playing, line: GPIO23}
  - {on: nextTrack, line: GPIO24, toggle: true}
""" % "\n".join("  - {name: %s, command: %s}" % (name, name) for name in (
    "play", "pause", "stop", "togglePlayPause", "nextTrack", "previousTrack", "skip", "changePosition", "rating",
    "changeVolume", "toggleMute", "seekForward", "seekBackward"))


class Lines:
    """Lines of a file descriptor, as they come."""

    def __init__(self, file):
        self.all = []
        threading.Thread(target=self.read, args=(file,), daemon=True).start()

    def read(self, file):
        for line in file:
            self.all.append(line.rstrip("\n") if isinstance(line, str) else line[:-1])


class Panel(Program):
    """taplined as the service `lamp`."""

    def __init__(self):
        self.config, self.runtime = folder / "config.yaml", folder / "run"
        self.config.write_text(CONFIG)
        self.start()

    def start(self):
        self.begin(daemon, "--name", "lamp", "--config", self.config,
                   env=dict(os.environ, RUNTIME_DIRECTORY=str(self.runtime / "lamp")), stderr=subprocess.DEVNULL)
        self.hand = None
        assert comes(self.connect), "no daemon"
        self.followed = self.connect()
        self.followed.sendall(b"follow events now levels\n")
        self.lines = Lines(self.followed.makefile("rb"))

    def connect(self):
        one = socket.socket(socket.AF_UNIX)
        try:
            one.connect(str(self.runtime / "lamp/control"))
        except OSError:
            return None
        return one

    def ask(self, text, one=None):
        if not one:
            with self.connect() as one:
                return self.ask(text, one)
        one.sendall(text.encode() + b"\n")
        answer = b""
        while not (answer.endswith(b"ok\n") or b"error:" in answer) and (got := one.recv(65536)):
            answer += got
        return answer.decode()

    def give(self, text):
        """All on one connection: a seek ends with that on which it began."""
        self.hand = self.hand or self.connect()
        answer = self.ask("remote " + text, self.hand)
        if answer != "ok\n":
            check("the daemon takes %s" % text, False, answer)

    def said(self):
        return [json.loads(line) for line in list(self.lines.all) if line.startswith(b"{")]

    @property
    def now(self):
        all = [one for one in self.said() if one.get("tapline") == "now/1"]
        return all[-1] if all else {}

    def shows(self, **wanted):
        now = self.now
        return all(now.get(key) == value for key, value in wanted.items())

    def level(self, line):
        return ("%s 1 active" % line) in self.ask("levels")


class Media(Program):
    """tapline-media."""

    def __init__(self, *arguments, **environment):
        self.begin(program, "--name", "lamp", *arguments, stderr=subprocess.PIPE, text=True,
                   env={**os.environ, "TAPLINE_RUNTIME": str(panel.runtime), **environment})
        self.log = Lines(self.process.stderr)


class Player(Program):
    """A made-up player on the session bus."""

    def __init__(self, name, *lines):
        self.begin(folder / "player", name, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.calls = Lines(self.process.stdout)
        self.tell(*lines)
        assert comes(lambda: "there" in self.calls.all), "no player"

    def tell(self, *lines, how="tell"):
        self.process.stdin.write("".join(line + "\n" for line in lines) + how + "\n")
        self.process.stdin.flush()

    def heard(self):
        return [line for line in self.calls.all if line != "there"]


def with_one_connection_lost():
    """The connection over which a daemon learns what plays ends, and nothing else happens."""
    where = folder / "made-up"
    (where / "lamp").mkdir(parents=True)
    daemon = socket.socket(socket.AF_UNIX)
    daemon.bind(str(where / "lamp/control"))
    daemon.listen()
    daemon.settimeout(PATIENCE)

    def accepted():
        """The next connection, and what it says first."""
        one, _ = daemon.accept()
        one.settimeout(PATIENCE)
        return one, one.makefile("rb").readline()

    player = Player("one", "status Playing")
    media = Media(TAPLINE_RUNTIME=str(where))
    (one, first), (two, second) = accepted(), accepted()
    events, desk = (one, two) if first.startswith(b"follow") else (two, one)
    check("a daemon is told what plays", b'"playing"' in first + second, first, second)
    desk.close()
    try:
        again, told = accepted()
    except socket.timeout:
        told = b"nothing"
    check("and once more over another connection", told.startswith(b"now ") and b'"playing"' in told, told)
    check("it ends well with that daemon, too", media.end() == 0)
    player.kill()


def hexed(key, text):
    return "%s %s" % (key, text.encode().hex())


def with_made_up_players():
    media = Media()
    check("the line is idle before anything plays", not panel.level("GPIO23"))
    one = Player("one", "status Playing", "position 5000000", "length 100000000", hexed("title", "Boléro"),
                 hexed("artist", "Ravel"), hexed("artist", "LSO"), hexed("album", "Danse"), hexed("track", "/t/1"))
    until("a player that is started is found", lambda: panel.shows(
        state="playing", player="one", title="Boléro", artist="Ravel, LSO", album="Danse", duration=100, rate=1), lambda: panel.now)
    check("it says how much has been played", 5 <= panel.now.get("elapsed", 0) < 5 + PATIENCE, panel.now)
    until("the line is active while it plays", lambda: panel.level("GPIO23"))
    until("status says what plays", lambda: 'now_playing{player="one",state="playing",title="Boléro",artist="Ravel, LSO"} 1'
          in panel.ask("status"), lambda: panel.ask("status"))
    for command, call in [
            ("pause", "Pause"), ("play", "Play"), ("togglePlayPause", "PlayPause"), ("stop", "Stop"), ("nextTrack", "Next"),
            ("previousTrack", "Previous"), ("skip 15", "Seek 15000000"), ("skip -2.5", "Seek -2500000"),
            ("changePosition 83.5", "SetPosition /t/1 83500000"), ("changeVolume 1", "Volume 0.55"),
            ("changeVolume -3", "Volume 0.40"), ("toggleMute", "Volume 0.00"), ("toggleMute", "Volume 0.40"),
            ("changeVolume 100", "Volume 1.00"), ("changeVolume -100", "Volume 0.00")]:
        before = len(one.heard())
        panel.give(command)
        until("%s is %s" % (command, call), lambda: one.heard()[before:] == [call], lambda: one.heard()[before:])
    before = len(one.heard())
    panel.give("rating 0.5")
    panel.give("changeVolume 2")
    until("a rating is an event and nothing else", lambda: one.heard()[before:] == ["Volume 0.10"], one.heard)
    until("and it is an event", lambda: any(
        said.get("gesture") == "rating" and said.get("value") == 0.5 for said in panel.said()), panel.said)
    before = len(one.heard())
    for _ in range(50):
        panel.give("changeVolume 0.2")
    until("no step of a fast knob is lost", lambda: one.heard()[-1] == "Volume 0.60", one.heard)

    # Seeks: steps from begin to end, and none after it.
    for name, sign in [("Forward", 1), ("Backward", -1)]:
        before = len(one.heard())
        panel.give("beginSeeking" + name)
        until("a seek %s goes on" % name.lower(), lambda: one.heard()[before:].count("Seek %d" % (sign * 2500000)) >= 3)
        panel.give("endSeeking" + name)
        panel.give("pause")
        until("until it is ended", lambda: "Pause" in one.heard()[before:])
        count = len(one.heard())
        panel.give("play")
        until("and the player does as it is told", lambda: one.heard()[-1] == "Play")
        check("nothing is sought after the end", len(one.heard()) == count + 1, one.heard()[count:])
    # A program that dies in the middle of one.
    panel.give("beginSeekingForward")
    until("a seek goes on", lambda: one.heard()[-1].startswith("Seek"))
    panel.hand.close()
    panel.hand = None
    seeks = lambda: [said["state"] for said in panel.said() if said.get("gesture") == "seekForward"]
    until("until the program that began it has gone", lambda: seeks() == ["began", "ended"] * 2, seeks)
    panel.give("pause")
    until("the player does as it is told", lambda: one.heard()[-1] == "Pause")
    count = len(one.heard())
    panel.give("play")
    until("and nothing is sought after that", lambda: one.heard()[count:] == ["Play"], lambda: one.heard()[count:])
    one.tell("position 98000000", how="jump")
    until("a jump is told", lambda: abs(panel.now.get("elapsed", 0) - 98) < 1, lambda: panel.now)
    before = len(one.heard())
    panel.give("beginSeekingForward")
    panel.give("previousTrack")
    until("at the end", lambda: "Previous" in one.heard()[before:])
    check("a seek does not go on into the next piece", one.heard()[before:] == ["Previous"], one.heard()[before:])
    panel.give("endSeekingForward")

    # Several players: the one that plays, then the one that played last.
    two = Player("two", "status Stopped", hexed("title", "2"))
    panel.give("nextTrack")
    until("a second player that does not play changes nothing", lambda: one.heard()[-1] == "Next")
    two.tell("status Playing")
    until("the one that begins to play counts", lambda: panel.shows(player="two", state="playing"), lambda: panel.now)
    panel.give("pause")
    until("and gets the commands", lambda: two.heard() == ["Pause"], two.heard)
    two.tell("status Paused")
    until("then the other one that still plays", lambda: panel.shows(player="one", state="playing"))
    one.tell("status Paused")
    until("none plays", lambda: panel.shows(player="one", state="paused"))
    check("the line is idle again", comes(lambda: not panel.level("GPIO23")))
    count = len(one.heard())
    panel.give("togglePlayPause")
    until("the one that played last is meant", lambda: one.heard()[count:] == ["PlayPause"], one.heard)
    check("and nobody else's is touched", two.heard() == ["Pause"], two.heard())
    two.tell("status Playing")
    until("it plays again", lambda: panel.shows(player="two", state="playing"))
    two.kill()
    until("one that is killed is over", lambda: panel.shows(player="one", state="paused"), lambda: panel.now)
    check("the line, too", comes(lambda: not panel.level("GPIO23")))
    two = Player("two", "status Playing")
    until("one that is started again is found", lambda: panel.shows(player="two", state="playing"))
    panel.give("nextTrack")
    until("and gets commands", lambda: two.heard() == ["Next"], two.heard)

    # Players that do not do what they should.
    two.tell("refuse 1")
    panel.give("nextTrack")
    until("a player that refuses is told of", lambda: any("two refuses: not now" in line for line in media.log.all), lambda: media.log.all)
    until("and the panel knows why", lambda: panel.shows(player="two", refused="not now"), lambda: panel.now)
    check("and says so", 'player_refusal{player="two",why="not now"} 1' in panel.ask("status"), panel.ask("status"))
    two.tell("refuse 0", "next 0", hexed("title", "last"))
    until("it is at its last piece", lambda: panel.shows(title="last"))
    panel.give("pause")
    until("what it does again is no refusal", lambda: two.heard()[-1] == "Pause" and "refused" not in panel.now, lambda: panel.now)
    panel.give("nextTrack")
    until("one that says it cannot go on is told of", lambda: panel.shows(refused="it says that it cannot go to a next piece now"), lambda: panel.now)
    until("and asked all the same", lambda: two.heard() == ["Next", "Pause", "Next"], two.heard)
    two.tell("control 0", hexed("title", "mute"))
    until("it says that it takes no commands", lambda: panel.shows(title="mute", refused="it takes no commands"), lambda: panel.now)
    panel.give("stop")
    until("one that takes no commands, too", lambda: any("two takes no commands" in line for line in media.log.all), lambda: media.log.all)
    check("and gets none", two.heard() == ["Next", "Pause", "Next"], two.heard())
    two.process.send_signal(signal.SIGSTOP)
    one.tell("status Playing")
    until("one that hangs stops nobody", lambda: panel.shows(player="one", state="playing"), lambda: panel.now)
    panel.give("pause")
    until("nor any command", lambda: one.heard()[-1] == "Pause")
    two.kill()

    metadata(one)

    # The daemon dies; tapline-media dies.
    panel.give("beginSeekingForward")
    panel.end()
    panel.start()
    until("a daemon that is started again learns what plays", lambda: panel.shows(player="one", state="playing"),
          lambda: (panel.now, media.log.all, one.heard()[-5:]))
    count = len(one.heard())
    panel.give("previousTrack")
    until("and its commands arrive", lambda: one.heard()[-1] == "Previous")
    check("no seek goes on", not any(line.startswith("Seek") for line in one.heard()[count:]), one.heard()[count:])
    media.kill()
    until("when tapline-media dies, nothing plays any more", lambda: panel.shows(state="none"), lambda: panel.now)
    check("nor is the line active", comes(lambda: not panel.level("GPIO23")))

    # Two of them follow one panel: one acts. A chosen player is meant alone.
    one.tell("status Stopped")
    three = Player("three", "status Playing")
    first, second = Media(), Media()
    until("two programs", lambda: panel.shows(player="three"))
    for _ in range(20):
        panel.give("nextTrack")
    until("each command once", lambda: len(three.heard()) >= 20)
    panel.give("stop")
    until("and no more", lambda: three.heard() == ["Next"] * 20 + ["Stop"], three.heard)
    chosen = Media("--player", "one")
    until("a chosen player counts before one that plays", lambda: panel.shows(player="one", state="stopped", chosen=True), lambda: panel.now)
    panel.give("play")
    until("and gets the commands", lambda: one.heard()[-1] == "Play")
    check("alone", three.heard()[-1] == "Stop", three.heard())
    check("they end well", [media.end() for media in (first, second)] == [0, 0])
    # A player of another program comes to count in the middle of a seek: it does not go on behind its end.
    before = len(one.heard())
    panel.give("beginSeekingForward")
    until("a seek goes on", lambda: any(line.startswith("Seek") for line in one.heard()[before:]))
    other = Media("--player", "three")
    until("another one counts", lambda: panel.shows(player="three", chosen=True), lambda: panel.now)
    panel.give("endSeekingForward")
    panel.give("pause")
    until("and gets the commands", lambda: three.heard()[-1] == "Pause")
    count, began = len(one.heard()), time.monotonic()
    until("time passes", lambda: time.monotonic() - began > 1)
    check("the player that was made to seek seeks no more", len(one.heard()) == count, one.heard()[count:])
    check("they end well, too", [media.end() for media in (chosen, other)] == [0, 0])
    until("and nothing plays", lambda: panel.shows(state="none"))
    # A player that hangs when the program starts counts as soon as it goes on.
    four = Player("four", "status Paused")
    four.process.send_signal(signal.SIGSTOP)
    late = Media()
    until("who answers is found", lambda: panel.shows(player="three"), lambda: panel.now)
    began = time.monotonic()
    until("who does not is given up", lambda: time.monotonic() - began > 6)
    four.process.send_signal(signal.SIGCONT)
    three.tell("status Paused")
    four.tell("status Playing")
    until("until it goes on", lambda: panel.shows(player="four", state="playing"), lambda: panel.now)
    check("and that one ends well", late.end() == 0)
    for player in (one, three, four):
        player.kill()


def metadata(one):
    """Texts that would break a line, and long ones."""
    names = {
        "quotes": 'a "b" \\ {"c":1}', "line ends": "a\nb\r\nc\u2028d\u0085e", "controls": "\x01\x1b[31m\x7f", "four bytes": "𝄞😀" * 30,
        "commas": "a, b; c", "right to left": "שלום"}
    for what, text in names.items():
        one.tell("status Paused", "none", hexed("title", text))
        wanted = "".join(" " if ord(c) < 32 or 127 <= ord(c) < 160 or c in "\u2028\u2029" else c for c in text)
        until("a title with %s arrives" % what, lambda: panel.now.get("title") == wanted, lambda: panel.now)
    for what, unit in [("one byte", "x"), ("two", "ä"), ("three", "€"), ("four", "𝄞")]:
        for lead in range(2):
            text = "y" * lead + unit * 100_000
            one.tell("none", hexed("title", what + str(lead)), hexed("artist", text[:200_000 // len(unit.encode())]))
            until("100 KB of artist in characters of %s" % what, lambda: panel.now.get("title") == what + str(lead))
            artist = panel.now.get("artist", "")
            size, most = len(artist.encode()), 512
            check("are cut at a character", text.startswith(artist) and most - len(unit.encode()) < size <= most, size)
    before = len(panel.said())
    for number in range(2000):
        one.tell(hexed("title", "flood %d" % number))
    until("a player that changes at every moment ends up right", lambda: panel.now.get("title") == "flood 1999")
    check("and is told of now and then", len(panel.said()) - before < 1000, len(panel.said()) - before)
    damaged = [line for line in panel.lines.all if line != b"ok" and not line.startswith(b"{")]
    check("no line was broken", not damaged, damaged[:3])
    one.tell("none", "status Playing", hexed("title", "back"))
    until("afterwards all is as before", lambda: panel.shows(title="back", state="playing"))


def tone(name, seconds):
    path = folder / (name + ".wav")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(8000)
        file.writeframes(bytes(128 + 30 * (i // 10 % 2) for i in range(seconds * 8000)))
    return path


class MPV(Program):
    """mpv with its plugin for MPRIS; what it does is asked at its own socket."""

    def __init__(self, *files):
        self.socket = str(folder / "mpv")
        self.begin("mpv", "--no-config", "--script=/usr/lib/mpv-mpris/mpris.so", "--ao=null", "--vo=null", "--no-terminal",
                   "--input-ipc-server=" + self.socket, *files, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def get(self, name):
        with socket.socket(socket.AF_UNIX) as one:
            try:
                one.connect(self.socket)
            except OSError:
                return None
            one.sendall(json.dumps({"command": ["get_property", name]}).encode() + b"\n")
            for line in one.makefile():
                if "error" in json.loads(line):
                    return json.loads(line).get("data")


def with_mpv():
    media = Media()
    mpv = MPV(tone("first", 600), tone("second", 600), tone("third", 600))
    until("mpv plays and is found", lambda: panel.shows(player="mpv", state="playing", title="first.wav"), lambda: panel.now)
    until("with its duration", lambda: panel.shows(duration=600), lambda: panel.now)
    check("the line is active", comes(lambda: panel.level("GPIO23")))
    panel.give("pause")
    until("mpv pauses", lambda: mpv.get("pause") is True)
    until("and says so", lambda: panel.shows(state="paused"))
    panel.give("changePosition 100")
    until("it goes to a place", lambda: abs((mpv.get("time-pos") or 0) - 100) < 0.5, lambda: mpv.get("time-pos"))
    until("and says so", lambda: abs(panel.now.get("elapsed", 0) - 100) < 0.5, lambda: panel.now)
    # (Each step may end at the nearest place where the file can be entered: it counts from where it began.)
    for what, seconds in (("it skips", 30), ("and back", -50)):
        wanted = mpv.get("time-pos") + seconds
        panel.give(f"skip {seconds}")
        until(what, lambda: abs((mpv.get("time-pos") or 0) - wanted) < 0.5, lambda: (mpv.get("time-pos"), wanted))
    panel.give("beginSeekingForward")
    until("it seeks", lambda: (mpv.get("time-pos") or 0) > 86, lambda: mpv.get("time-pos"))
    panel.give("endSeekingForward")
    panel.give("play")
    until("mpv plays on", lambda: mpv.get("pause") is False)
    before = mpv.get("volume")
    panel.give("changeVolume -4")
    until("it is softer", lambda: abs(mpv.get("volume") - (before - 20)) < 0.5, lambda: mpv.get("volume"))
    panel.give("toggleMute")
    until("silent", lambda: mpv.get("volume") == 0, lambda: mpv.get("volume"))
    panel.give("toggleMute")
    until("and as before", lambda: abs(mpv.get("volume") - (before - 20)) < 0.5, lambda: mpv.get("volume"))
    panel.give("nextTrack")
    until("the next piece", lambda: mpv.get("filename") == "second.wav", lambda: mpv.get("filename"))
    until("is told", lambda: panel.shows(title="second.wav"), lambda: panel.now)
    check("a command with two names is obeyed once", mpv.get("playlist-pos") == 1, mpv.get("playlist-pos"))
    panel.give("previousTrack")
    until("the one before", lambda: mpv.get("filename") == "first.wav", lambda: mpv.get("filename"))
    panel.give("togglePlayPause")
    until("a toggle", lambda: mpv.get("pause") is True)
    panel.give("togglePlayPause")
    until("and back", lambda: mpv.get("pause") is False and panel.shows(state="playing"))
    mpv.kill()
    until("mpv is killed in mid-stream", lambda: panel.shows(state="none"), lambda: panel.now)
    check("and the line is idle", comes(lambda: not panel.level("GPIO23")))
    mpv = MPV(tone("again", 600))
    until("another one is found", lambda: panel.shows(player="mpv", state="playing", title="again.wav"), lambda: panel.now)
    panel.give("pause")
    until("and obeys", lambda: mpv.get("pause") is True)
    mpv.kill()
    check("it ends well", media.end() == 0)
    check("and has complained of nothing", media.log.all == [], media.log.all)


class MPD(Program):
    """mpd with a null output; what it does is asked of mpc."""

    def __init__(self, permissions="read,add,control,admin"):
        self.folder = folder / "mpd"
        self.music, self.socket = self.folder / "music", str(self.folder / "socket")
        self.music.mkdir(parents=True, exist_ok=True)
        (self.folder / "mpd.conf").write_text(
            'default_permissions "%s"\nmusic_directory "%s"\nbind_to_address "%s"\nstate_file "%s/state"\ndb_file "%s/db"\n'
            'audio_output {\ntype "null"\nname "none"\nmixer_type "null"\n}\n'
            % (permissions, self.music, self.socket, self.folder, self.folder))

    def start(self):
        self.begin("mpd", "--no-daemon", "--stderr", self.folder / "mpd.conf", stderr=subprocess.DEVNULL)
        assert comes(lambda: self.mpc("status").returncode == 0), "no mpd"

    def mpc(self, *words):
        return subprocess.run(["mpc", "--host", self.socket, *words], capture_output=True, text=True)

    def says(self, format):
        return self.mpc("status", format).stdout.strip()


def with_mpd():
    mpd = MPD()
    for name in ("first", "second", "third"):
        tone(name, 600).rename(mpd.music / (name + ".wav"))
    mpd.start()
    media = Media("--mpd", MPD_HOST=mpd.socket)
    until("mpd is found", lambda: panel.shows(player="mpd", state="stopped"), lambda: panel.now)
    mpd.mpc("update", "--wait")
    mpd.mpc("add", "/")
    mpd.mpc("volume", "50")
    panel.give("play")
    until("mpd plays", lambda: mpd.says("%state%") == "playing", lambda: mpd.says("%state%"))
    until("and says so", lambda: panel.shows(player="mpd", state="playing", title="first.wav", duration=600), lambda: panel.now)
    check("the line is active", comes(lambda: panel.level("GPIO23")))
    panel.give("pause")
    until("it pauses", lambda: mpd.says("%state%") == "paused" and panel.shows(state="paused"))
    panel.give("changePosition 100")
    until("it goes to a place", lambda: mpd.says("%currenttime%") == "1:40", lambda: mpd.says("%currenttime%"))
    until("and says so", lambda: abs(panel.now.get("elapsed", 0) - 100) < 1, lambda: panel.now)
    panel.give("skip 30")
    until("it skips", lambda: mpd.says("%currenttime%") == "2:10", lambda: mpd.says("%currenttime%"))
    panel.give("play")
    until("it plays on from there", lambda: mpd.says("%state%") == "playing" and mpd.says("%currenttime%") >= "2:10",
          lambda: mpd.says("%currenttime%"))
    panel.give("beginSeekingBackward")
    until("it seeks", lambda: mpd.says("%currenttime%") < "2:00", lambda: mpd.says("%currenttime%"))
    panel.give("endSeekingBackward")
    panel.give("changeVolume 2")
    until("it is louder", lambda: "60%" in mpd.says("%volume%"), lambda: mpd.says("%volume%"))
    for _ in range(20):
        panel.give("changeVolume -0.2")
    until("no step is lost", lambda: "40%" in mpd.says("%volume%"), lambda: mpd.says("%volume%"))
    panel.give("toggleMute")
    until("silent", lambda: mpd.says("%volume%").strip() == "0%", lambda: mpd.says("%volume%"))
    panel.give("toggleMute")
    until("and as before", lambda: "40%" in mpd.says("%volume%"))
    panel.give("nextTrack")
    until("the next piece", lambda: mpd.says("%songpos%") == "2" and panel.shows(title="second.wav"), lambda: panel.now)
    panel.give("previousTrack")
    until("the one before", lambda: mpd.says("%songpos%") == "1" and panel.shows(title="first.wav"))
    mpd.mpc("next")
    until("what others tell it shows", lambda: panel.shows(title="second.wav"))
    mpd.mpc("pause")
    until("however it comes", lambda: panel.shows(state="paused"))
    panel.give("togglePlayPause")
    until("a toggle", lambda: mpd.says("%state%") == "playing" and panel.shows(state="playing"))
    mpd.kill()
    until("mpd is killed in mid-stream", lambda: panel.shows(state="none"), lambda: panel.now)
    until("why it cannot be reached is told", lambda: panel.now.get("player") == "mpd" and panel.now.get("refused"), lambda: panel.now)
    check("and the line is idle", comes(lambda: not panel.level("GPIO23")))
    mpd.start()
    until("it is found again", lambda: panel.shows(player="mpd") and "refused" not in panel.now, lambda: panel.now)
    panel.give("stop")
    until("and stops", lambda: panel.shows(state="stopped"))
    mpd.kill()
    mpd = MPD("read")
    mpd.start()
    until("one that only lets itself be asked is found", lambda: panel.shows(player="mpd", state="stopped"), lambda: panel.now)
    lost = lambda: [line for line in media.log.all if "connection is gone" in line or "can be reached" in line]
    until("each loss is logged, and each return", lambda: len(lost()) == 4, lambda: media.log.all)
    panel.give("play")
    until("and why it refuses is told", lambda: "permission" in panel.now.get("refused", ""), lambda: panel.now)
    check("it ends well", media.end() == 0)
    until("then nobody refuses", lambda: panel.shows(state="none") and "refused" not in panel.now, lambda: panel.now)
    mpd.kill()


with ending:
    panel = Panel()
    for part in (with_made_up_players, with_one_connection_lost, with_mpv, with_mpd):
        part()
