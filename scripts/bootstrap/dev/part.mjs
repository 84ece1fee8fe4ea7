import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { parseJson } from '../parse-json.mjs';

/** The server, the slowest, gives up after five seconds. */
const graceMs = 8_000;

/**
 * One of the programs that run side by side. What it writes goes to `show` line by line; a line of JSON with `ready` reports that it works.
 * `ended` is called with a sentence when it ends without `stop`. With `waitsForStart` in its command it begins when it gets a message, and
 * the one for the next start waits meanwhile.
 */
export class Part {
  #name;
  #command;
  #hooks;
  #running;
  #next;

  constructor(name, command, hooks) {
    this.#name = name;
    this.#command = command;
    this.#hooks = hooks;
  }

  /** Starts it with further arguments; resolves with its line of JSON, and with undefined when it ends before. */
  async start(...further) {
    const { waitsForStart } = this.#command;
    const isPrepared = this.#next?.child.connected;
    const program = isPrepared ? this.#next : this.#spawn(further);
    this.#next = undefined;
    this.#running = program;
    if (waitsForStart) program.child.send('start');
    void program.closed.then((how) => {
      if (this.#running === program) this.#hooks.ended(`${this.#name} ended: ${how}.`);
    });
    const ready = await Promise.race([program.ready, program.closed.then(() => undefined)]);
    if (waitsForStart && this.#running === program) this.#next = this.#spawn([]);
    return ready;
  }

  /** Ends it, by force if it does not follow. */
  async stop() {
    const program = this.#running;
    this.#running = undefined;
    program?.child.kill('SIGTERM');
    const late = setTimeout(() => program?.child.kill('SIGKILL'), graceMs);
    await program?.closed;
    clearTimeout(late);
  }

  /** Ends it for good, and what waits for the next start. */
  async end() {
    await this.stop();
    this.#next?.child.kill('SIGKILL');
    await this.#next?.closed;
  }

  #spawn(further) {
    const { program, args, waitsForStart: _, ...options } = this.#command;
    // By the channel, or the end of its input, it notices when this process is killed.
    const child = spawn(program, [...args, ...further], { ...options, stdio: ['pipe', 'pipe', 'pipe', 'ipc'] });
    const ready = new Promise((resolve) => {
      const read = (line) => {
        const message = parseJson(line);
        if (message?.ready === true) resolve(message);
        else this.#hooks.show(line);
      };
      for (const output of [child.stdout, child.stderr]) createInterface({ input: output }).on('line', read);
    });
    const closed = new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('close', (code, signal) => resolve(code ?? signal));
    });
    return { child, ready, closed };
  }
}
