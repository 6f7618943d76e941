"""The part of tools/tests/mqtt.bash with a broker: says `passed TEXT` or `failed TEXT` for each check.

The broker is mosquitto on a port of the loopback interface, the subscriber mosquitto_sub, the daemon a few lines here that
speak its control socket (FORMATS.md, "follow"). Nothing waits for a time: everything for what must come, 30 s at most.
"""

import fcntl
import json
import os
import pathlib
import re
import signal
import socket
import struct
import subprocess
import sys
import termios
import threading
import time

from checks import Program, check, comes, ending, until

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Broker(Program):
    """mosquitto that keeps its memory in a file, so that subscribers with a name miss nothing."""

    def __init__(self, name, *lines):
        self.folder, self.port = folder / name, free_port()
        self.log, self.config = self.folder / "log", self.folder / "mosquitto.conf"
        self.folder.mkdir()
        self.folder.chmod(0o777)
        self.config.write_text("\n".join((
            "listener %d 127.0.0.1" % self.port, "user root", "persistence true", "persistence_location %s/" % self.folder,
            "max_queued_messages 0", *(lines or ["allow_anonymous true"]), "")))
        self.start()

    def start(self):
        log = self.log.open("a")
        self.begin("mosquitto", "-c", self.config, stdout=log, stderr=log)
        if not comes(self.listens):
            raise SystemExit("mosquitto does not start")

    def listens(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0


class Subscriber(Program):
    """mosquitto_sub with a session that outlives the broker; messages as (topic, is kept, text)."""

    def __init__(self, broker, *options, name="subscriber"):
        self.messages, self.broker = [], broker
        self.command = [
            "mosquitto_sub", "-h", "127.0.0.1", "-p", str(broker.port), "-i", name, "-c", "-q", "2",
            "-F", "%t %r %p", "-t", "tapline/#", "-t", "homeassistant/#", *options]
        self.come()

    def come(self):
        self.begin(*self.command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        threading.Thread(target=self.read, args=(self.process.stdout,), daemon=True).start()

    def leave(self):
        """The broker keeps what is told from now on for when it comes again."""
        settle(self)
        self.kill()

    def read(self, lines):
        for line in lines:
            self.messages.append(tuple(line.rstrip("\n").split(" ", 2)))

    def events(self):
        return [json.loads(m[2]) for m in self.messages if "/event/" in m[0]]

    def last(self, topic):
        found = [m[2] for m in self.messages if m[0] == topic]
        return found[-1] if found else None


class Daemon:
    """A panel's control socket: whoever follows is told what the panel is, then events and values. Whoever sets a control is answered."""

    def __init__(self):
        self.path, self.server, self.sequence, self.readers = folder / "control", None, 0, []
        self.silent = []
        self.gestures = [{"name": "lamp", "kind": "swipe"}, {"name": "select", "kind": "tap"}]
        self.zones, self.values = [], {}
        # What was commanded, and the answer to it; None: there is none.
        self.commands, self.answer = [], "ok"
        ending.callback(self.stop)

    def start(self):
        self.path.unlink(missing_ok=True)
        self.server = socket.socket(socket.AF_UNIX)
        self.server.bind(str(self.path))
        self.server.listen()
        threading.Thread(target=self.accept, args=(self.server,), daemon=True).start()

    def accept(self, server):
        while True:
            try:
                reader, _ = server.accept()
            except OSError:
                return
            said = reader.recv(100)
            if said == b"follow events now values\n":
                reader.sendall(b"ok\n")
                reader.sendall((self.greeting() + "\n").encode())
                self.readers.append(reader)
            else:
                self.obey(reader, said.decode())

    def obey(self, reader, said):
        """A command; the value that it sets is told whoever follows."""
        self.commands.append(said)
        if self.answer is None:
            self.silent.append(reader)
            return
        if self.answer == "ok":
            _, *name, value = said.split()
            self.become(**{" ".join(name): self.nearest(float(value))})
        with reader:
            reader.sendall((self.answer + "\n").encode())

    # (Its slider has steps of 5, as others have steps of 1.)
    @staticmethod
    def nearest(value):
        return round(value / 5) * 5 if value > 5 else value

    def become(self, **values):
        self.values.update(values)
        self.say(json.dumps({"t": 1, "values": self.values}))

    def greeting(self):
        panel = {"tapline": "panel/1", "name": "lamp", "board": "bench", "chip": "gt911", "width": 800, "height": 480,
                 "zones": self.zones, "gestures": self.gestures, "lines": [], "values": self.values}
        greeting = {"tapline": "events/1", "board": "bench", "config": "sha256:0", "clock": "monotonic"}
        return json.dumps(panel) + "\n" + json.dumps(greeting)

    def reload(self, gestures):
        self.gestures, self.sequence = gestures, 0
        self.say(self.greeting())

    def line(self, **event):
        self.sequence += 1
        return json.dumps({"seq": self.sequence, "t": self.sequence * 1000, **event}, separators=(",", ":"))

    def tell(self, **event):
        self.say(self.line(**event))
        return self.sequence

    def say(self, *lines):
        """Lines in one piece."""
        for reader in self.readers:
            reader.sendall("".join(line + "\n" for line in lines).encode())

    SWIPE = {"gesture": "lamp", "kind": "swipe", "state": "ended", "touches": 1, "x": 1.0, "y": 2.0, "direction": "left"}

    def swipe(self):
        return self.tell(**self.SWIPE)

    def is_read(self):
        """Whether the readers have taken everything that was said (unix(7), SIOCOUTQ)."""
        return not any(struct.unpack("i", fcntl.ioctl(reader, termios.TIOCOUTQ, bytes(4)))[0] for reader in self.readers)

    def stop(self):
        if not self.server:
            return
        # (Closing alone does not wake the thread that accepts.)
        self.server.shutdown(socket.SHUT_RDWR)
        self.server.close()
        self.server = None
        for reader in self.readers:
            reader.close()
        self.readers = []


class Bridge(Program):
    count = 0

    def __init__(self, daemon, *lines, says=None):
        Bridge.count += 1
        self.log, config = folder / ("bridge%d.log" % Bridge.count), folder / ("mqtt%d.conf" % Bridge.count)
        config.write_text("\n".join(lines) + "\n")
        self.begin(program, "--name", "lamp", "--config", config, "--socket", daemon.path, stderr=says or self.log.open("w"))

    def memory_kb(self):
        return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path("/proc/%d/status" % self.process.pid).read_text())[1])

    def said(self):
        return self.log.read_text()


class FullPipe:
    """Where whoever says something is held until it is emptied."""

    def __init__(self, name):
        path = folder / name
        os.mkfifo(path)
        self.end = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        fcntl.fcntl(self.end, fcntl.F_SETPIPE_SZ, 4096)
        # (One beginning that waits and one that does not: what is told to one file is not told to the other.)
        self.beginning, self.filler = os.open(path, os.O_WRONLY), os.open(path, os.O_WRONLY | os.O_NONBLOCK)

    def fill(self):
        try:
            while os.write(self.filler, b" "):
                pass
        except BlockingIOError:
            pass

    def empty(self):
        os.close(self.beginning)
        os.close(self.filler)
        os.set_blocking(self.end, True)
        threading.Thread(target=self.drain, daemon=True).start()

    def drain(self):
        while os.read(self.end, 4096):
            pass
        os.close(self.end)


class Proxy:
    """Stands before a broker and breaks connections that are to carry a packet of one type (MQTT 3.1.1, 2.2.1; of messages
    only those that are acknowledged) on from `side`, "client" or "broker": so many `times`, each time instead of the `nth`
    of them since the time before. `between` is called before the connection that follows the last. Without `side` it breaks
    none by itself."""

    def __init__(self, broker, side=None, kind=None, nth=1, times=1, between=lambda: None):
        self.broker, self.side, self.kind, self.nth, self.times, self.between = broker, side, kind, nth, times, between
        # What was carried on: a list for each connection, of side and first byte.
        self.carried, self.ends, self.met, self.has_cut = [], [], 0, False
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        told = False
        while True:
            try:
                client, _ = self.server.accept()
            except OSError:
                return
            if self.has_cut and not told:
                told = True
                self.between()
            broker = socket.create_connection(("127.0.0.1", self.broker.port))
            self.ends = [client, broker]
            self.carried.append([])
            for side, source, sink in (("client", client, broker), ("broker", broker, client)):
                threading.Thread(target=self.carry, args=(side, source, sink, self.carried[-1]), daemon=True).start()

    def carry(self, side, source, sink, carried):
        rest = b""
        try:
            while data := source.recv(65536):
                rest += data
                while packet := self.packet(rest):
                    rest = rest[len(packet):]
                    if side == self.side and self.meets(packet) and not self.has_cut:
                        self.met += 1
                        if self.met % self.nth == 0:
                            self.has_cut = self.met == self.nth * self.times
                            return
                    carried.append((side, packet[0]))
                    sink.sendall(packet)
        except OSError:
            pass
        finally:
            self.cut((source, sink))

    def cut(self, ends=None):
        for end in ends or self.ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def meets(self, packet):
        return packet[0] >> 4 == self.kind and (self.kind != PUBLISH or packet[0] & QOS != 0)

    @staticmethod
    def packet(data):
        """The first whole packet of `data`: a byte, a length of one to four bytes, so many bytes (2.2.3)."""
        length = 0
        for place in range(1, min(len(data), 5)):
            length |= (data[place] & 127) << 7 * (place - 1)
            if data[place] < 128:
                end = place + 1 + length
                return data[:end] if len(data) >= end else None
        return None


def arrived(subscriber, since=0):
    """Every message that came, in order and as often as it came."""
    return [event["seq"] for event in subscriber.events()[since:]]


def settle(subscriber):
    """Waits until everything that the broker has is there: a message that it is told now comes behind it."""
    settle.count += 1
    subprocess.run(["mosquitto_pub", "-h", "127.0.0.1", "-p", str(subscriber.broker.port), "-q", "2", "-t",
                    "tapline/settled", "-m", str(settle.count)], check=True)
    if not comes(lambda: subscriber.last("tapline/settled") == str(settle.count)):
        check("what the broker has arrives", False)


settle.count = 0
AVAILABILITY = "tapline/lamp/availability"


def discovery(subscriber):
    """What Home Assistant was told last; its topic ends in a word of this computer."""
    found = [m for m in subscriber.messages
             if re.fullmatch("homeassistant/device/tapline_lamp_[0-9a-f]{8}/config", m[0])]
    return json.loads(found[-1][2]) if found else {"cmps": {}}


def entities(subscriber):
    """Entities that are there: others are being taken away."""
    return [name for name, entity in discovery(subscriber)["cmps"].items() if "state_topic" in entity]


def another(subscriber, *options, name):
    """A subscriber in place of that one, who hears what is told from now on."""
    subscriber.kill()
    next = Subscriber(subscriber.broker, *options, name=name)
    until("another subscriber hears it", lambda: next.last(AVAILABILITY) == "online")
    return next



def inherited():
    """What the broker has kept of a bridge before, and what it is told by another one of the same name."""
    broker, daemon = Broker("inherited"), Daemon()
    subscriber, settings = Subscriber(broker, "-t", "house/#"), ("host 127.0.0.1", "port %d" % broker.port)
    daemon.start()
    bridge = Bridge(daemon, *settings)
    until("a panel with a player is there", lambda: subscriber.last(AVAILABILITY) == "online")
    playing = lambda: json.loads(subscriber.last("tapline/lamp/now") or "{}")
    daemon.say('{"tapline":"now/1","t":2,"state":"playing","title":"Boléro"}')
    until("and plays", lambda: playing() == {"state": "playing", "title": "Boléro"})
    bridge.kill()
    daemon.readers.clear()
    bridge = Bridge(daemon, *settings)
    until("of a bridge that is started anew nothing plays", lambda: playing() == {"state": "none"}, playing)
    until("its sensor stays", lambda: "now" in entities(subscriber))
    told = len(subscriber.messages)
    subprocess.run(["mosquitto_pub", "-h", "127.0.0.1", "-p", str(broker.port), "-r", "-t", AVAILABILITY, "-m", "offline"], check=True)
    said = lambda: [message[2] for message in subscriber.messages[told:] if message[0] == AVAILABILITY]
    until("a panel that another one says is offline is online again", lambda: said()[-2:] == ["offline", "online"], said)
    other = Bridge(daemon, *settings, "topic house/kitchen")
    devices = lambda: {message[0] for message in subscriber.messages if message[0].startswith("homeassistant/device/")}
    until("a topic of its own is a device of its own", lambda: len(devices()) == 2, devices)
    told = daemon.swipe()
    until("and both stay connected", lambda: told in arrived(subscriber) and subscriber.last("house/kitchen/lamp/event/lamp"))
    check("each under its own name", subscriber.last("tapline/lamp/client") != subscriber.last("house/kitchen/lamp/client"))
    check("and both end well", [one.end() for one in (bridge, other)] == [0, 0])


def plain():
    broker, daemon = Broker("plain"), Daemon()
    subscriber, second = Subscriber(broker), Subscriber(broker, "-q", "1", name="second")
    bridge = Bridge(daemon, "host 127.0.0.1", "port %d" % broker.port, "queue 500")
    until("without a daemon the panel is offline", lambda: subscriber.last(AVAILABILITY) == "offline")
    daemon.start()
    until("with the daemon it is online", lambda: subscriber.last(AVAILABILITY) == "online")
    until("the panel is discovered", lambda: "event_lamp" in entities(subscriber))
    device = discovery(subscriber)
    check("its gesture is an event entity", device["cmps"]["event_lamp"]["p"] == "event"
          and device["cmps"]["event_lamp"]["state_topic"] == "tapline/lamp/event/lamp")

    # Two identical swipes are two events; what has only begun is none.
    daemon.tell(gesture="lamp", kind="swipe", state="began", touches=1)
    told = [daemon.swipe(), daemon.swipe()]
    until("two identical swipes arrive", lambda: len(subscriber.events()) >= 2)
    events = subscriber.events()
    check("as two events with numbers of their own", [e["seq"] for e in events] == told)
    check("whose type is the direction", all(e["event_type"] == "left" for e in events))
    check("with everything that the daemon said", all(e["x"] == 1.0 and e["gesture"] == "lamp" for e in events))
    check("and none is kept by the broker", all(m[1] == "0" for m in subscriber.messages if "/event/" in m[0]))

    # What plays is kept by the broker; nothing is said of it before there is a player.
    daemon.say('{"tapline":"now/1","t":1,"state":"none"}')
    told.append(daemon.swipe())
    until("a panel without a player", lambda: told[-1] in arrived(subscriber))
    check("has no sensor for it", "now" not in entities(subscriber) and subscriber.last("tapline/lamp/now") is None)
    playing = lambda: json.loads(subscriber.last("tapline/lamp/now") or "{}")
    daemon.say('{"tapline":"now/1","t":2,"state":"playing","title":"Boléro"}')
    until("what plays arrives", lambda: playing() == {"state": "playing", "title": "Boléro"})
    until("and is a sensor", lambda: "now" in entities(subscriber))
    daemon.say('{"tapline":"now/1","t":3,"state":"none"}')
    until("that it is over, too", lambda: playing() == {"state": "none"})

    # The broker stops and starts, in mid-stream, three times; the last time it is killed.
    for how in (signal.SIGTERM, signal.SIGTERM, signal.SIGKILL):
        name = "a broker that is %s in mid-stream" % ("stopped" if how == signal.SIGTERM else "killed")
        if how == signal.SIGTERM:
            # (What is on its way to a subscriber when mosquitto 2.0.11 stops may come twice, and mosquitto_sub may lose one:
            # FORMATS.md. So this one asks afterwards what the broker has.)
            subscriber.leave()
        before = len(told)
        told += [daemon.swipe() for _ in range(400)]
        until(name + " gets the first", lambda: told[before + 9] in arrived(second))
        said = bridge.said()
        broker.end(how)
        until(name + " is missed", lambda: bridge.said() != said)
        away = len(told)
        told += [daemon.swipe() for _ in range(50)]
        broker.start()
        told += [daemon.swipe() for _ in range(30)]
        if how == signal.SIGTERM:
            subscriber.come()
            until(name + " gets the last", lambda: told[-1] in arrived(subscriber))
            settle(subscriber)
            messages = arrived(subscriber)
            check(name + " gets each once and in order: %d told, %d messages" % (len(told), len(messages)), messages == told)
        else:
            # (A killed broker forgets what it had not written down, also what a subscriber should still get, and repeats
            # what it does not know to have arrived. So what counts is what it was told afterwards.)
            late = told[away:]
            # (It numbers its messages anew, which a subscriber who asks for QoS 2 takes for the old ones.)
            until(name + " gets the last to QoS 1, too", lambda: told[-1] in arrived(second))
            check(name + " gets all that came after, each once and in order",
                  [number for number in arrived(second) if number >= late[0]] == late)
    until("it is online again", lambda: subscriber.last(AVAILABILITY) == "online")
    subscriber = another(subscriber, name="third")
    second.kill()

    # Beyond the bound the oldest are given up and counted, and memory does not grow.
    broker.end()
    seen = len(subscriber.events())
    for _ in range(600):
        daemon.swipe()
    until("while the broker is away the bridge goes on reading", daemon.is_read)
    memory = bridge.memory_kb()
    for _ in range(20000):
        daemon.swipe()
    last = daemon.sequence
    until("also for a long time", daemon.is_read)
    check("memory is bounded: %d KB, then %d KB" % (memory, bridge.memory_kb()), bridge.memory_kb() < memory + 1000)
    broker.start()
    until("the newest arrive after a long time away", lambda: arrived(subscriber)[-1:] == [last])
    kept = arrived(subscriber, since=seen)
    # (Up to ten were on their way when the broker went, and stay.)
    gaps = [pair for pair in zip(kept, kept[1:]) if pair[1] != pair[0] + 1]
    check("exactly the newest of them, in order: %s" % gaps, kept[-480:] == list(range(last - 479, last + 1)) and len(kept) == 500)
    until("and how many were given up is told", lambda: subscriber.last("tapline/lamp/lost") not in (None, "0"))
    lost = int(subscriber.last("tapline/lamp/lost"))
    check("to the number: %d" % lost, lost + len(kept) == 20600)

    # What the daemon left out because the bridge was slow is lost, too.
    daemon.say('{"t":5,"dropped":7}')
    until("what the daemon left out is counted", lambda: subscriber.last("tapline/lamp/lost") == str(lost + 7))

    # A reload begins the numbers anew: not taken for old ones.
    run = subscriber.events()[-1]["run"]
    daemon.reload([{"name": "open", "kind": "tap"}])
    until("a reload is discovered", lambda: "event_open" in entities(subscriber))
    check("what is gone is taken away", discovery(subscriber)["cmps"]["event_lamp"] == {"p": "event"})
    count = len(subscriber.events())
    daemon.tell(gesture="open", kind="tap", state="ended", touches=1, x=1.0, y=1.0, taps=1)
    until("events go on after a reload", lambda: len(subscriber.events()) > count)
    check("under another run", subscriber.events()[-1]["seq"] == 1 and subscriber.events()[-1]["run"] != run)

    # The daemon goes and comes.
    daemon.stop()
    until("a daemon that has gone is offline", lambda: subscriber.last(AVAILABILITY) == "offline")
    daemon.start()
    until("and online when it is back", lambda: subscriber.last(AVAILABILITY) == "online")

    # Killed, the last will speaks; ended, it says so itself.
    bridge.kill()
    until("killed, the last will says offline", lambda: subscriber.last(AVAILABILITY) == "offline")
    daemon.readers = []
    bridge = Bridge(daemon, "host 127.0.0.1", "port %d" % broker.port)
    until("started again, it is online", lambda: subscriber.last(AVAILABILITY) == "online")
    until("and follows the daemon", lambda: daemon.readers)
    sequence = daemon.tell(gesture="open", kind="tap", state="ended", touches=1, x=1.0, y=1.0, taps=1)
    check("asked to end, it ends with 0", bridge.end() == 0)
    until("and says that it is offline", lambda: subscriber.last(AVAILABILITY) == "offline")
    until("what was told at the last moment has arrived", lambda: subscriber.events()[-1]["seq"] == sequence)


# The packets of a message, and who sends them (MQTT 3.1.1, 4.3); the flags of a PUBLISH (3.3.1).
PUBLISH, PUBACK, PUBREC, PUBREL, PUBCOMP = 3, 4, 5, 6, 7
DUP, QOS = 8, 6


def broken():
    """Connections that break between any two packets of a message."""
    broker, daemon = Broker("broken"), Daemon()
    daemon.start()
    subscriber = Subscriber(broker)

    def told_and_messages(proxy, name, *lines):
        daemon.readers = []
        bridge = Bridge(daemon, "host 127.0.0.1", "port %d" % proxy.port, "client_id broken", *lines)
        until(name + ": connected", lambda: daemon.readers and "connected" in bridge.said())
        seen = len(subscriber.events())
        told = [daemon.swipe() for _ in range(25)]
        until(name + ": it is", lambda: proxy.has_cut)
        told.append(daemon.swipe())
        until(name + ": the last gesture arrives", lambda: told[-1] in arrived(subscriber, seen))
        check(name + ": it ends well", bridge.end() == 0)
        proxy.server.close()
        settle(subscriber)
        return told, arrived(subscriber, seen)

    for side, kind, packet in (
            ("client", PUBLISH, "PUBLISH"), ("broker", PUBREC, "PUBREC"), ("client", PUBREL, "PUBREL"),
            ("broker", PUBCOMP, "PUBCOMP")):
        # (The second time it is the packet of a message that was sent again.)
        for which, nth, times in (("the first %s, twice", 1, 2), ("the seventh %s", 7, 1)):
            name = "the connection is cut instead of " + which % packet
            told, messages = told_and_messages(Proxy(broker, side, kind, nth, times), name)
            check("%s: each arrives once, in order: %s" % (name, messages), messages == told)

    # It breaks after the bridge has looked whether it is there and before the bridge hands gestures over: they are written to
    # a connection that is gone. (In between the bridge is held where it says what the panel is.)
    for qos, last_packet in ((2, PUBCOMP), (1, PUBACK)):
        name = "QoS %d, the connection breaks before gestures are written" % qos
        proxy, pipe = Proxy(broker), FullPipe("full%d" % qos)
        daemon.readers, seen = [], len(subscriber.events())
        bridge = Bridge(daemon, "host 127.0.0.1", "port %d" % proxy.port, "client_id broken", "qos %d" % qos,
                        says=pipe.beginning)
        until(name + ": connected", lambda: daemon.readers and subscriber.last(AVAILABILITY) == "online")
        told = [daemon.swipe()]
        until(name + ": the broker has the first", lambda: ("broker", last_packet << 4) in proxy.carried[-1])
        # (It has read that, and nothing else comes from the broker, when it has told what is read now.)
        lost = told[0]
        daemon.say('{"t":5,"dropped":%d}' % lost)
        until(name + ": all is quiet", lambda: subscriber.last("tapline/lamp/lost") == str(lost))
        pipe.fill()
        gestures = [daemon.line(**daemon.SWIPE) for _ in range(12)]
        told += range(told[0] + 1, daemon.sequence + 1)
        connection = len(proxy.carried)
        daemon.say(daemon.greeting(), *gestures)
        until(name + ": the bridge has them", daemon.is_read)
        proxy.cut()
        pipe.empty()
        until(name + ": the last gesture arrives", lambda: told[-1] in arrived(subscriber, seen))
        check(name + ": it ends well", bridge.end() == 0)
        proxy.server.close()
        settle(subscriber)
        messages = arrived(subscriber, seen)
        check("%s: each arrives once, in order: %s" % (name, messages), messages == told)
        again = [head for _, head in proxy.carried[connection] if head >> 4 == PUBLISH and head & QOS and head & DUP]
        check(name + ": they are sent again", len(again) == 10)

    # A broker that has forgotten meanwhile what it had acknowledged: somebody of that name began a session of his own.
    def forget():
        subprocess.run(["mosquitto_pub", "-h", "127.0.0.1", "-p", str(broker.port), "-i", "broken", "-t", "x", "-n"],
                       check=True)

    for side, kind, name in (("client", PUBREL, "PUBREL"), ("broker", PUBCOMP, "PUBCOMP")):
        name = "a broker that forgets the session before %s" % name
        told, messages = told_and_messages(Proxy(broker, side, kind, between=forget), name)
        check("%s: none is lost: %s" % (name, messages), set(messages) == set(told))
        check("%s: those on their way come twice at most, ten" % name,
              len(messages) <= len(told) + 10 and max(map(messages.count, messages)) <= 2)

    # With QoS 1 those on their way come again: run and seq are the same then.
    told, messages = told_and_messages(Proxy(broker, "broker", PUBACK), "QoS 1, cut instead of PUBACK", "qos 1")
    check("QoS 1: none is lost, ten come twice at most: %s" % messages,
          sorted(set(messages)) == told and len(messages) <= len(told) + 10)
    events = {(e["run"], e["seq"]) for e in subscriber.events()[-len(messages):]}
    check("QoS 1: run and seq tell which", len(events) == len(told))


def commands():
    """Commands to whatever plays are told as gestures are, lines as `events/1` has them: a seek once, when it is over."""
    broker, daemon = Broker("commands"), Daemon()
    kinds = {"next": "nextTrack", "forward": "seekForward", "louder": "changeVolume"}
    daemon.gestures = [{"name": name, "kind": kind} for name, kind in kinds.items()]
    daemon.gestures.append({"name": "untouched 30s", "kind": "untouched"})
    daemon.start()
    subscriber = Subscriber(broker)
    bridge = Bridge(daemon, "host 127.0.0.1", "port %d" % broker.port)
    until("commands are discovered", lambda: daemon.readers and "event_louder" in entities(subscriber))
    components = discovery(subscriber)["cmps"]
    check("each is an event of its kind",
          all(components["event_" + name]["event_types"] == [kind] for name, kind in kinds.items()))
    for name, state, values in (("next", "ended", {}), ("forward", "began", {}), ("forward", "ended", {}),
                                ("louder", "ended", {"value": -2.0})):
        daemon.tell(gesture=name, kind=kinds[name], state=state, touches=0, x=0.0, y=0.0, **values)
    until("commands arrive", lambda: arrived(subscriber)[-1:] == [4])
    settle(subscriber)
    messages = [(m[0], json.loads(m[2])) for m in subscriber.messages if "/event/" in m[0]]
    check("under their names, a seek when it is over: %s" % messages,
          [(topic, event["event_type"], event["seq"]) for topic, event in messages] ==
          [("tapline/lamp/event/" + name, kinds[name], seq) for name, seq in (("next", 1), ("forward", 3), ("louder", 4))])
    check("with their values", messages[-1][1]["value"] == -2.0)
    # That nobody touches the panel is told when it begins and when it is over.
    check("a rest has two types", components["event_untouched_2030s"]["event_types"] == ["began", "ended"])
    for state in ("began", "ended"):
        daemon.tell(gesture="untouched 30s", kind="untouched", state=state, touches=0, x=0.0, y=0.0)
    until("a rest arrives", lambda: arrived(subscriber)[-1:] == [6])
    rests = [json.loads(m[2])["event_type"] for m in subscriber.messages if m[0] == "tapline/lamp/event/untouched_2030s"]
    check("with its begin and its end: %s" % rests, rests == ["began", "ended"])
    check("and it ends", bridge.end() == 0)


def at(name):
    return str(folder / name)


def certificate(name):
    """NAME.pem and NAME.key of a broker called localhost, signed by ca.pem."""
    def tls(*arguments):
        subprocess.run(["openssl", *arguments], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    if not (folder / "ca.pem").exists():
        tls("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", at("ca.key"), "-out", at("ca.pem"), "-days", "2",
            "-subj", "/CN=tapline test")
    tls("req", "-newkey", "rsa:2048", "-nodes", "-keyout", at(name + ".key"), "-out", at(name + ".csr"),
        "-subj", "/CN=localhost")
    (folder / "names").write_text("subjectAltName=DNS:localhost\n")
    tls("x509", "-req", "-in", at(name + ".csr"), "-CA", at("ca.pem"), "-CAkey", at("ca.key"), "-CAcreateserial",
        "-out", at(name + ".pem"), "-days", "2", "-extfile", at("names"))


def closed():
    """A broker with TLS and a password."""
    certificate("broker")
    subprocess.run(["mosquitto_passwd", "-c", "-b", at("passwords"), "panel", "open sesame"], check=True)
    broker, daemon = Broker(
        "closed", "allow_anonymous false", "password_file " + at("passwords"), "cafile " + at("ca.pem"),
        "certfile " + at("broker.pem"), "keyfile " + at("broker.key")), Daemon()
    daemon.start()
    subscriber = Subscriber(broker, "--cafile", at("ca.pem"), "--insecure", "-u", "panel", "-P", "open sesame")
    common = ["host localhost", "port %d" % broker.port, "tls_ca " + at("ca.pem"), "user panel"]

    bridge = Bridge(daemon, *common, "password wrong")
    until("a wrong password is told", lambda: "user" in bridge.said() and "refuses" in bridge.said())
    check("and it goes on trying until it is ended", bridge.process.poll() is None and bridge.end() == 0)
    bridge = Bridge(daemon, common[0], common[1], "tls yes", common[3], "password open sesame")
    until("a broker whose certificate nobody knows is not trusted", lambda: "trying again" in bridge.said())
    check("nothing was told", bridge.end() == 0 and not subscriber.messages)
    daemon.readers = []
    bridge = Bridge(daemon, *common, "password open sesame")
    until("with TLS and the password it is online", lambda: subscriber.last(AVAILABILITY) == "online")
    told = [daemon.swipe() for _ in range(30)]
    until("events arrive", lambda: len(subscriber.events()) >= 30)
    check("exactly once each and in order", arrived(subscriber) == told)
    check("and it ends", bridge.end() == 0)


def kept():
    """What Home Assistant has been told is kept by the broker, also while nobody knows what the panel is."""
    broker, daemon = Broker("kept"), Daemon()
    subscriber = Subscriber(broker)
    options = ["host 127.0.0.1", "port %d" % broker.port]
    daemon.zones = [{"name": name, "control": "button", "rect": [0, 0, 9, 9]} for name in ("ok", "old")]
    daemon.start()
    bridge = Bridge(daemon, *options)
    until("the panel is discovered", lambda: "event_lamp" in entities(subscriber) and daemon.readers)
    check("controls too, before they are used", {"event_ok", "event_old"} <= set(entities(subscriber)))
    before = discovery(subscriber)
    bridge.end()
    daemon.stop()

    # A computer that starts: the broker is there before the daemon.
    count = len(subscriber.messages)
    bridge = Bridge(daemon, *options)
    until("without a daemon it connects", lambda: "connected" in bridge.said())
    until("and says that the panel is offline", lambda: "offline" in [m[2] for m in subscriber.messages[count:]])
    check("but not what the panel is", not [m for m in subscriber.messages[count:] if m[0].startswith("home")])
    late = Subscriber(broker, name="late")
    until("Home Assistant, when it starts, is told", lambda: entities(late))
    check("what was known before", discovery(late) == before and before["dev"]["mdl"] == "bench")
    bridge.end()

    # A configuration that was changed while nobody looked.
    daemon.gestures = [{"name": "open", "kind": "tap"}, {"name": "select", "kind": "tap"}]
    daemon.zones = daemon.zones[:1]
    daemon.start()
    bridge = Bridge(daemon, *options)
    gone = {"p": "event"}
    until("a gesture that went meanwhile is taken away", lambda: discovery(subscriber)["cmps"].get("event_lamp") == gone)
    components = discovery(subscriber)["cmps"]
    check("so is a control whose zone is gone", components.get("event_old") == gone)
    check("what is there stays or comes, a control too", sorted(entities(subscriber)) ==
          ["event_ok", "event_open", "event_select", "lost"])
    until("the daemon is followed", lambda: daemon.readers)
    daemon.reload(daemon.gestures[:1])
    until("a reload takes a gesture away", lambda: discovery(subscriber)["cmps"].get("event_select") == gone)
    check("and leaves the control", "event_ok" in entities(subscriber))
    bridge.end()


def tell(broker, topic, text, *options):
    """Somebody publishes `text`."""
    subprocess.run(["mosquitto_pub", "-h", "127.0.0.1", "-p", str(broker.port), "-t", topic, "-m", text, *options], check=True)


CONTROL = "tapline/lamp/control/"


def panel_of_controls(daemon):
    box = {"rect": [0, 0, 9, 9]}
    daemon.zones = [
        {"name": "fan", "control": "switch", **box}, {"name": "ok", "control": "button", **box}, {"name": "plain", **box},
        {"name": "dim", "control": "slider", "minimum": 0.0, "maximum": 100.0, "step": 5.0, **box},
        {"name": "the mode", "control": "segmented", "segments": 3, **box},
        {"name": "page", "control": "pageControl", "pages": 4, **box}]
    daemon.values = {"fan": 0.0, "dim": 20.0, "the mode": -1.0, "page": 0.0}


def states(subscriber):
    """What the controls of the panel are at, as the broker was told last."""
    told = {m[0][len(CONTROL):]: m[2] for m in subscriber.messages if m[0].startswith(CONTROL) and not m[0].endswith("/set")}
    return {name: text for name, text in told.items() if text}


def values():
    """What controls are at is kept by the broker, whoever changes it, and nothing stays of one that is no more."""
    broker, daemon = Broker("values"), Daemon()
    subscriber, options = Subscriber(broker), ("host 127.0.0.1", "port %d" % broker.port)
    panel_of_controls(daemon)
    daemon.start()
    bridge = Bridge(daemon, *options)
    first = {"fan": "OFF", "dim": "20", "the_20mode": "-1", "page": "0"}
    until("what controls are at is told when the panel is known", lambda: states(subscriber) == first, lambda: states(subscriber))
    until("and is discovered", lambda: "binary_sensor_fan" in entities(subscriber))
    components = discovery(subscriber)["cmps"]
    check("as sensors", all(components[key]["p"] == "sensor" and components[key]["state_topic"] == CONTROL + key[7:]
                            for key in ("sensor_dim", "sensor_the_20mode", "sensor_page")))
    check("beside the events", components["event_fan"]["event_types"] == ["on", "off"] and "event_ok" in components)
    check("and nothing to set them", not any("command_topic" in component for component in components.values()))
    daemon.become(fan=1.0)
    until("a value that changes is told", lambda: states(subscriber) == {**first, "fan": "ON"}, lambda: states(subscriber))
    count = len(subscriber.messages)
    for value in range(200):
        daemon.become(dim=value / 2)
    until("of a slider the last one always", lambda: states(subscriber).get("dim") == "99.5")
    told = [m[2] for m in subscriber.messages[count:] if m[0] == CONTROL + "dim"]
    check("and few of those before: %s" % told, len(told) < 100)
    late = Subscriber(broker, name="late")
    now = {**first, "fan": "ON", "dim": "99.5"}
    until("whoever comes later is told", lambda: states(late) == now, lambda: states(late))
    check("what the broker has kept", all(m[1] == "1" for m in late.messages if m[0].startswith(CONTROL)))

    # Without the setting nothing is set.
    tell(broker, CONTROL + "fan/set", "OFF", "-q", "2")
    seen = daemon.swipe()
    until("a gesture arrives behind a command", lambda: seen in arrived(subscriber))
    check("that nobody takes", not daemon.commands and "not set" not in bridge.said())

    # A reload that takes one away, and gives others other values.
    daemon.zones = [zone for zone in daemon.zones if zone["name"] != "dim"]
    daemon.values = {"fan": 0.0, "the mode": 2.0, "page": 0.0}
    daemon.reload(daemon.gestures)
    until("a reload tells all again, and empties what is no more", lambda: states(subscriber) == {
        "fan": "OFF", "the_20mode": "2", "page": "0"}, lambda: states(subscriber))
    until("which is taken away", lambda: discovery(subscriber)["cmps"].get("sensor_dim") == {"p": "sensor"})
    bridge.end()

    # A configuration that was changed while nobody looked, and what can be set from now on.
    daemon.zones, daemon.values = daemon.zones[:1], {"fan": 1.0}
    daemon.readers.clear()
    bridge = Bridge(daemon, *options, "commands controls")
    until("what went meanwhile is emptied", lambda: states(subscriber) == {"fan": "ON"}, lambda: states(subscriber))
    until("a switch that can be set is another entity", lambda: discovery(subscriber)["cmps"].get("switch_fan", {}).get(
        "command_topic") == CONTROL + "fan/set")
    check("in place of the other", discovery(subscriber)["cmps"]["binary_sensor_fan"] == {"p": "binary_sensor"})
    late = another(late, name="later")
    settle(late)
    check("and whoever comes later is told of no other", states(late) == {"fan": "ON"}, states(late))

    # A broker that has forgotten everything.
    late.kill()
    broker.kill()
    (broker.folder / "mosquitto.db").unlink(missing_ok=True)
    broker.start()
    late = Subscriber(broker, name="last")
    until("a broker that has forgotten it is told again", lambda: states(late) == {"fan": "ON"}, lambda: states(late))
    check("and it ends", bridge.end() == 0)


def control():
    """Controls are set by messages, and by nothing else that a broker sends."""
    broker, daemon = Broker("controlled"), Daemon()
    subscriber = Subscriber(broker)
    panel_of_controls(daemon)
    tell(broker, CONTROL + "fan/set", "ON", "-r")
    daemon.start()
    bridge = Bridge(daemon, "host 127.0.0.1", "port %d" % broker.port, "commands controls")
    until("what can be set is discovered", lambda: "number_dim" in entities(subscriber))
    dim = discovery(subscriber)["cmps"]["number_dim"]
    check("with its range", (dim["min"], dim["max"], dim["step"], dim["command_topic"]) == (0, 100, 5, CONTROL + "dim/set"), dim)
    until("a message that the broker had kept is refused", lambda: "fan/set is not set: the broker had kept" in bridge.said())

    def is_set(text, topic, message, command, **told):
        count = len(daemon.commands)
        tell(broker, CONTROL + topic + "/set", message)
        until(text, lambda: daemon.commands[count:] == [command], lambda: daemon.commands)
        until(text + ", and told", lambda: all(states(subscriber).get(name) == value for name, value in told.items()))

    is_set("a switch is turned on", "fan", "ON", "set fan 1\n", fan="ON")
    is_set("and off", "fan", "OFF", "set fan 0\n", fan="OFF")
    told = [m[2] for m in subscriber.messages if m[0] == CONTROL + "fan"]
    check("without a step back", [text for place, text in enumerate(told) if told[place - 1:place] != [text]] == ["OFF", "ON", "OFF"], told)
    is_set("a slider is set to the nearest", "dim", "52.4", "set dim 52.4\n", dim="50")
    is_set("a segment of two words", "the_20mode", "2", "set the mode 2\n", the_20mode="2")
    count = len([m for m in subscriber.messages if m[0] == CONTROL + "dim"])
    is_set("one that stays as it is", "dim", "51", "set dim 51\n")
    until("is told again", lambda: len([m for m in subscriber.messages if m[0] == CONTROL + "dim"]) == count + 1)

    # (So many lines at once: one was told above.)
    commanded = len(daemon.commands)
    for topic, message, words in (
            ("dim", "101", "101 is not from 0 to 100"), ("dim", "5\nreload", '"5?reload" is no number'),
            ("fan", "1", '"1" is neither ON nor OFF'), ("nobody", "1", "has no control of that name"),
            ("ok", "1", "has no control of that name"), ("dim", "9" * 100_000, "is no number")):
        tell(broker, CONTROL + topic + "/set", message) if len(message) < 1000 else subprocess.run(
            ["mosquitto_pub", "-h", "127.0.0.1", "-p", str(broker.port), "-t", CONTROL + topic + "/set", "-s"],
            input=message.encode(), check=True)
        until("refused: %s %r" % (topic, message[:20]), lambda: words in bridge.said(), bridge.said)
    tell(broker, CONTROL + "fan/set", "", "-r")
    seen = daemon.swipe()
    until("a gesture arrives behind them", lambda: seen in arrived(subscriber))
    check("none of them reaches the daemon", len(daemon.commands) == commanded, daemon.commands)

    # What the daemon answers.
    daemon.answer = "error: only members of the group tapline-control may: sudo adduser USER tapline-control"
    tell(broker, CONTROL + "fan/set", "ON")
    until("one that the daemon refuses is told", lambda: "control fan is not set: only members" in bridge.said())
    check("with what helps", "mqtt-commands.conf" in bridge.said())
    daemon.answer = None
    tell(broker, CONTROL + "fan/set", "ON")
    until("a daemon that does not answer", lambda: daemon.silent)
    seen = daemon.swipe()
    until("keeps no gesture", lambda: seen in arrived(subscriber))
    tell(broker, CONTROL + "dim/set", "10")
    daemon.answer = "ok"
    until("and the next command is passed on", lambda: daemon.commands[-1] == "set dim 10\n", lambda: daemon.commands)

    # More than anybody means.
    lines = "".join("%s\n" % text for text in ("ON", "OFF", "x", "set fan 1", "reload") * 2000)
    # (With QoS 1 it ends when the broker has all of it.)
    subprocess.run(["mosquitto_pub", "-h", "127.0.0.1", "-p", str(broker.port), "-q", "1", "-t", CONTROL + "fan/set", "-l"],
                   input=lines.encode(), check=True)
    seen = daemon.swipe()
    until("in a flood gestures arrive", lambda: seen in arrived(subscriber))
    is_last = lambda: states(subscriber).get("page") == "3" and daemon.commands[-1] == "set page 3\n"
    tell(broker, CONTROL + "page/set", "3")
    until("and what is meant behind it is set", is_last, lambda: daemon.commands[-3:])
    check("nothing else was commanded", set(daemon.commands[commanded:]) <= {
        "set fan 0\n", "set fan 1\n", "set dim 10\n", "set page 3\n"}, set(daemon.commands))
    said = [line for line in bridge.said().splitlines() if "not set" in line]
    check("and the journal is not flooded: %d lines" % len(said), len(said) < 20)

    # Without a daemon nothing waits for it.
    daemon.stop()
    until("the daemon is gone", lambda: subscriber.last(AVAILABILITY) == "offline")
    count = len(daemon.commands)
    tell(broker, CONTROL + "fan/set", "ON", "-q", "2")
    settle(subscriber)
    daemon.start()
    until("and is there again", lambda: subscriber.last(AVAILABILITY) == "online")
    tell(broker, CONTROL + "page/set", "1")
    until("what is set now is", lambda: daemon.commands[count:] == ["set page 1\n"], lambda: daemon.commands[count:])
    check("and it ends", bridge.end() == 0)


def rivals():
    """Two of one name."""
    broker, daemon = Broker("rivals"), Daemon()
    daemon.start()
    subscriber = Subscriber(broker)
    options = ["host 127.0.0.1", "port %d" % broker.port]
    both = [Bridge(daemon, *options), Bridge(daemon, *options)]

    def takeovers():
        return broker.log.read_text().count("already connected, closing old connection")

    for bridge in both:
        until("two of one name: it is told", lambda: "somebody else has the client_id tapline-mqtt-lamp-" in bridge.said())
    said, count, begin = [len(bridge.said()) for bridge in both], takeovers(), time.monotonic()
    until("both go on", lambda: takeovers() >= count + 3)
    check("but ever more slowly", time.monotonic() - begin > 6)
    check("and without another word", [len(bridge.said()) for bridge in both] == said)
    both[1].end()

    # Of one panel's name, but with a name of their own: that would be two computers.
    both[1] = Bridge(daemon, *options, "client_id another")
    until("two panels of one name: the first says so", lambda: "another tells" in both[0].said() and "topic" in both[0].said())
    until("and the second", lambda: "tapline-mqtt-lamp-" in both[1].said())
    third = Bridge(daemon, *options, "client_id a-third", "topic house/kitchen")
    until("with a topic of its own", lambda: "connected" in third.said() and "gestures and controls\n" in third.said())
    extra = Subscriber(broker, "-t", "house/#", name="extra")
    until("it tells the panel there", lambda: extra.last("house/kitchen/lamp/client") == "a-third")
    check("and there is no other", "tells, or told" not in third.said())
    for bridge in (*both, third):
        bridge.end()


def silent():
    """What is no broker of the kind that the settings say: each time somebody is told."""
    daemon = Daemon()
    daemon.start()
    certificate("silent")
    tls = Broker("silent", "allow_anonymous true", "certfile " + at("silent.pem"), "keyfile " + at("silent.key"))
    plain = Broker("silent-plain")

    def listener(answer):
        server = socket.create_server(("127.0.0.1", 0))

        def serve():
            connections = []
            while True:
                try:
                    connections.append(server.accept()[0])
                    if answer:
                        connections[-1].sendall(answer)
                except OSError:
                    return
        threading.Thread(target=serve, daemon=True).start()
        return server, server.getsockname()[1]

    mute, mute_port = listener(b"")
    noisy, noisy_port = listener(b"HTTP/1.1 400 Bad Request\r\n\r\n" + bytes(200))
    # (A port whose queue of connections is full answers nothing at all, as a host that is not there.)
    full = socket.socket()
    full.bind(("127.0.0.1", 0))
    full.listen(0)
    waiting = [socket.socket() for _ in range(4)]
    for each in waiting:
        each.setblocking(False)
        each.connect_ex(full.getsockname())
    for name, port, lines, words in (
            ("a port with TLS, spoken to without", tls.port, [], "before it answered; is that its port without TLS?"),
            ("a port without TLS, spoken to with", plain.port, ["tls yes"], "127.0.0.1:%d: " % plain.port),
            ("a port that accepts and says nothing", mute_port, [], "no answer yet"),
            ("a port with TLS where nobody is", free_port(), ["tls yes"], "nothing listens at that port"),
            ("a port of something else", noisy_port, [], "protocol"),
            ("a host that does not answer", full.getsockname()[1], [], "no answer yet")):
        bridge = Bridge(daemon, "host 127.0.0.1", "port %d" % port, *lines)
        until(name + " is told", lambda: words in bridge.said())
        check(name + " is waited for", bridge.process.poll() is None and "trying again" in bridge.said())
        said = [line for line in bridge.said().splitlines() if "127.0.0.1" in line]
        check(name + " is told once: %s" % said, len(said) == len(set(said)) and 1 <= len(said) <= 2 and bridge.end() == 0)
    for each in (mute, noisy, full, *waiting):
        each.close()


for part in (plain, inherited, commands, broken, kept, values, control, rivals, silent, closed):
    if len(sys.argv) < 4 or part.__name__ in sys.argv[3:]:
        with ending:
            part()
