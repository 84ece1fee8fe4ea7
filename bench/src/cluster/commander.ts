import { Agent, request } from 'node:https';
import { json } from 'node:stream/consumers';
import { espidOf } from '../devices/device-rows.ts';

const everyMs = 200;
const limitMs = 10_000;

/** A command that was requested. */
export interface SentCommand {
  readonly espid: string;
  /** What the board receives. */
  readonly payload: string;
  /** It may be sent to the board once at most. */
  readonly isMomentary: boolean;
  /** Null: the server did not confirm that it has it. */
  id: number | null;
}

/** Somebody who sends an event to one board after the other, in turns one that lasts and one for a moment. */
export class Commander {
  readonly sent: SentCommand[] = [];
  readonly #at: { readonly port: number; readonly token: string; readonly boards: number };
  readonly #agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  readonly #open = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(at: { port: number; token: string; boards: number }) {
    this.#at = at;
  }

  start(): void {
    this.#timer = setInterval(() => {
      const one = this.#send().finally(() => this.#open.delete(one));
      this.#open.add(one);
    }, everyMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#open);
    this.#agent.destroy();
  }

  async #send(): Promise<void> {
    const count = this.sent.length;
    const espid = espidOf(1 + (count % this.#at.boards));
    const isMomentary = count % 2 === 1;
    const [name, value] = [isMomentary ? 'press' : 'mode', String(count)];
    const command: SentCommand = { espid, payload: `Event:${name}:${value}`, isMomentary, id: null };
    this.sent.push(command);
    command.id = await this.#post(`/api/device/${espid}/event`, { name, value }).catch(() => null);
  }

  async #post(path: string, body: object): Promise<number | null> {
    const { port, token } = this.#at;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sending = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent: this.#agent });
    sending.setTimeout(limitMs, () => sending.destroy());
    const { promise, resolve, reject } = Promise.withResolvers<number | null>();
    sending.on('error', reject);
    sending.on('response', (response) => {
      json(response).then((content) => {
        const { commands } = content as { commands?: { id: number }[] };
        resolve(response.statusCode === 202 ? (commands?.[0]?.id ?? null) : null);
      }, reject);
    });
    sending.end(JSON.stringify(body));
    return promise;
  }
}
