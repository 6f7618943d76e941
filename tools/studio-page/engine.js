// The engine: texts in, texts out. When it traps it is made anew, and gets the recording and the files again.

class Engine {
  static async make(wasm) {
    const engine = new Engine();
    engine.module = await WebAssembly.compile(wasm);
    engine.files = new Map();
    engine.recording = null;
    engine.restart();
    return engine;
  }

  restart() {
    // What libc asks a system for: hash tables begin with the same number each time, and nothing here is read or written.
    const [done, notSupported] = [0, 52];
    const system = {};
    for (const { name } of WebAssembly.Module.imports(this.module)) system[name] = () => (name === "random_get" ? done : notSupported);
    this.call = new WebAssembly.Instance(this.module, { wasi_snapshot_preview1: system }).exports;
    for (const [name, bytes] of this.files) this.call.studio_file(...this.give(name, bytes));
    if (this.recording) this.call.studio_open(...this.give(this.recording.name, this.recording.bytes));
  }

  /** Puts texts into the engine's memory; the lengths of all but the last, then the length of all together. */
  give(...parts) {
    const encoder = new TextEncoder();
    const bytes = parts.map((part) => (typeof part === "string" ? encoder.encode(part) : part));
    const total = bytes.reduce((sum, each) => sum + each.length, 0);
    const start = this.call.studio_input(total) >>> 0;
    let place = start;
    for (const each of bytes) {
      new Uint8Array(this.call.memory.buffer, place, each.length).set(each);
      place += each.length;
    }
    return [...bytes.slice(0, -1).map((each) => each.length), total];
  }

  answer() {
    const count = this.call.studio_answer_count();
    const start = this.call.studio_answer() >>> 0;
    return new TextDecoder().decode(new Uint8Array(this.call.memory.buffer, start, count));
  }

  /** Does `work`; what the engine cannot bear is an error, and the engine is a new one afterwards. */
  guarded(work) {
    try {
      return work();
    } catch (error) {
      if (error instanceof RecordingError) throw error;
      this.restarts = (this.restarts ?? 0) + 1;
      this.restart();
      throw new Error(`the engine stopped (${error.message}) and was started again; your text is kept`);
    }
  }

  open(name, bytes) {
    return this.guarded(() => {
      const failed = this.call.studio_open(...this.give(name, bytes));
      if (failed) throw new RecordingError(this.answer());
      this.recording = { name, bytes };
      return JSON.parse(this.answer());
    });
  }

  file(name, bytes) {
    this.files.set(name, bytes);
    this.guarded(() => this.call.studio_file(...this.give(name, bytes)));
  }

  /** The fingers of a recording of a chip's wires, as a trace/1 text. */
  fingers() {
    return this.guarded(() => {
      this.call.studio_fingers();
      return this.answer();
    });
  }

  /** `{events}`, a text of lines, and what the configuration has; or `{errors}`. */
  run(name, yaml, { explain = true, touches = false, streams = false, describe = true } = {}) {
    return this.guarded(() => {
      const lengths = this.give(name, yaml);
      const failed = this.call.studio_run(...lengths, (explain ? 1 : 0) | (touches ? 2 : 0) | (streams ? 4 : 0));
      const text = this.answer();
      if (failed) return { errors: JSON.parse(text) };
      if (!describe) return { events: text };
      this.call.studio_describe();
      return { events: text, about: JSON.parse(this.answer()) };
    });
  }

  builtIn() {
    this.call.studio_builtin();
    return this.answer();
  }

  parameters() {
    this.call.studio_parameters();
    return JSON.parse(this.answer());
  }

  /** The text with another value of a parameter; null: it cannot be set there. */
  set(gesture, key, value, yaml) {
    return this.guarded(() => (this.call.studio_set(gesture, ...this.give(key, value, yaml)) ? null : this.answer()));
  }
}

class RecordingError extends Error {}
