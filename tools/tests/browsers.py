"""What the studio's tests share: checks, and headless browsers, Chromium by its driver, Firefox by WebDriver BiDi, which needs none."""

import base64
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
failures = []


def check(holds, what):
    print(("ok      " if holds else "FAILED  ") + what, flush=True)
    if not holds:
        failures.append(what)


def finish(success):
    print(f"{len(failures)} failed" if failures else success)
    sys.exit(1 if failures else 0)


def until(holds, longest=60):
    """Waits until something holds, and says what it is then."""
    end = time.monotonic() + longest
    while not (found := holds()) and time.monotonic() < end:
        time.sleep(0.02)
    return found


class Chromium:
    """One window. `downloads`: where what is saved goes."""

    def __init__(self, scheme="light", width=1280, height=900, downloads=None):
        from selenium import webdriver

        options = webdriver.ChromeOptions()
        for word in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--force-device-scale-factor=1"):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        if downloads:
            options.add_experimental_option("prefs", {"download.default_directory": str(downloads),
                                                      "profile.default_content_setting_values.automatic_downloads": 1})
        self.driver = webdriver.Chrome(options=options)
        self.driver.set_script_timeout(300)
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        self.resize(width, height, is_phone=width < 500)

    def resize(self, width, height, is_phone=False):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone})

    def open(self, address):
        self.driver.get(address)

    def run(self, script, *values):
        """What a function's body returns, in the page."""
        return self.driver.execute_script(script, *values)

    def click(self, name):
        self.driver.find_element("id", name).click()

    def keys(self, name, *keys):
        self.driver.find_element("id", name).send_keys(*keys)

    def text(self, name):
        return self.driver.find_element("id", name).text

    def picture(self, path):
        self.driver.save_screenshot(str(path))

    def complaints(self):
        return [entry for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]

    def quit(self):
        self.driver.quit()


class Firefox:
    """The same."""

    def __init__(self, scheme="light", width=1280, height=900, downloads=None):
        import websocket

        self.profile = pathlib.Path(tempfile.mkdtemp())
        preferences = {"layout.css.prefers-color-scheme.content-override": {"dark": 0, "light": 1}[scheme],
                       "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
                       "app.update.enabled": False, "network.captive-portal-service.enabled": False}
        if downloads:
            preferences |= {"browser.download.folderList": 2, "browser.download.dir": str(downloads), "browser.download.useDownloadDir": True,
                            "browser.download.always_ask_before_handling_new_types": False}
        (self.profile / "user.js").write_text("".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
                                                      for name, value in preferences.items()))
        self.log = (self.profile / "log").open("wb")
        self.process = subprocess.Popen([FIREFOX, "--headless", "--no-remote", "--profile", self.profile, "--remote-debugging-port", "0"],
                                        stdout=self.log, stderr=self.log)
        server = self.profile / "WebDriverBiDiServer.json"
        if not until(lambda: server.exists() and server.read_text().strip()):
            raise RuntimeError("Firefox does not start: " + (self.profile / "log").read_text()[-1000:])
        at = json.loads(server.read_text())
        self.socket = websocket.create_connection(f"ws://{at['ws_host']}:{at['ws_port']}/session", suppress_origin=True, timeout=300)
        self.count, self.logged = 0, []
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])
        self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        self.resize(width, height)

    def ask(self, method, **parameters):
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
        while (answer := json.loads(self.socket.recv())).get("id") != self.count:
            if answer.get("method") == "log.entryAdded":
                self.logged.append(answer["params"])
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]

    def resize(self, width, height, is_phone=False):
        self.ask("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})

    def open(self, address):
        self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def run(self, script, *values):
        answer = self.ask("script.callFunction", target={"context": self.context}, awaitPromise=True,
                          functionDeclaration="(text) => JSON.stringify((function () {" + script + "}).apply(null, JSON.parse(text)))",
                          arguments=[{"type": "string", "value": json.dumps(values)}], userActivation=True)
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"].get("value", "null"))

    def click(self, name):
        at = self.run("const e = document.getElementById(arguments[0]); e.scrollIntoView({ block: 'center' }); const r = e.getBoundingClientRect(); "
                      "return [r.x + r.width / 2, r.y + r.height / 2]", name)
        self.act("pointer", "mouse", {"type": "pointerMove", "x": round(at[0]), "y": round(at[1])}, {"type": "pointerDown", "button": 0},
                 {"type": "pointerUp", "button": 0})

    def keys(self, name, *keys):
        """Keys one after the other; a modifier is held to the end."""
        self.run("document.getElementById(arguments[0]).focus()", name)
        held = [key for key in keys if key in "\ue008\ue009\ue00a"]
        actions = []
        for key in keys:
            actions += [{"type": "keyDown", "value": key}] + ([] if key in held else [{"type": "keyUp", "value": key}])
        self.act("key", "keyboard", *actions, *({"type": "keyUp", "value": key} for key in held))

    def act(self, kind, name, *actions):
        self.ask("input.performActions", context=self.context, actions=[{"type": kind, "id": name, "actions": list(actions)}])

    def text(self, name):
        return self.run("return document.getElementById(arguments[0]).innerText", name)

    def picture(self, path):
        shot = self.ask("browsingContext.captureScreenshot", context=self.context)
        pathlib.Path(path).write_bytes(base64.b64decode(shot["data"]))

    def complaints(self):
        return [entry for entry in self.logged if entry["level"] == "error"]

    def quit(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait(30)
        self.log.close()
        shutil.rmtree(self.profile, ignore_errors=True)
