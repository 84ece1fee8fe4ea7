import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { parseJson } from './parse-json.mjs';

/** The server, the slowest, gives up after five seconds. */
const graceMs = 8_000;

/**
 * One of the programs that run side by side. What it writes goes to `show` line by line; a line of JSON with `ready` reports that it works.
 * `ended` is called with a sentence when it ends without `stop`.
 */
export class Part {
  #name;
  #command;
  #hooks;
  #child;
  #closed = Promise.resolve();

  constructor(name, command, hooks) {
    this.#name = name;
    this.#command = command;
    this.#hooks = hooks;
  }

  /** Starts it with further arguments; resolves with its line of JSON, and with undefined when it ends before. */
  start(...further) {
    const { program, args, ...options } = this.#command;
    // By the channel, or the end of its input, it notices when this process is killed.
    const child = spawn(program, [...args, ...further], { ...options, stdio: ['pipe', 'pipe', 'pipe', 'ipc'] });
    this.#child = child;
    return new Promise((resolve) => {
      const read = (line) => {
        const message = parseJson(line);
        if (message?.ready === true) resolve(message);
        else this.#hooks.show(line);
      };
      for (const output of [child.stdout, child.stderr]) createInterface({ input: output }).on('line', read);
      const failed = new Promise((failedWith) => child.once('error', failedWith));
      const closed = new Promise((closedWith) => child.once('close', (code, signal) => closedWith(code ?? signal)));
      this.#closed = Promise.race([failed, closed]).then((how) => {
        const isWanted = this.#child !== child;
        if (!isWanted) this.#hooks.ended(`${this.#name} ended: ${how.message ?? how}.`);
        resolve(undefined);
      });
    });
  }

  /** Ends it, by force if it does not follow. */
  async stop() {
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGTERM');
    const late = setTimeout(() => child?.kill('SIGKILL'), graceMs);
    await this.#closed;
    clearTimeout(late);
  }
}
