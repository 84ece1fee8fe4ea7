import { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/log/index.ts';

/** As GitHub describes the latest release of a repository: https://docs.github.com/rest/releases/releases#get-the-latest-release */
const description = z.object({ tag_name: z.string().regex(/^v?\d{1,6}\.\d{1,6}\.\d{1,6}$/) });

const hourMs = 3_600_000;
/** After a response, and after none. */
const pauseMs = { known: 24 * hourMs, failed: hourMs };
const timeoutMs = 10_000;
const maxBytes = 1024 ** 2;

interface Deps {
  /** Null: nothing is ever requested. */
  readonly url: string | null;
  /** Of this server. */
  readonly version: string;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Knows whether there is a newer version than this. It is requested only while administrators look, at most once a day. */
export class NewestRelease {
  readonly #deps: Deps;
  #nextAt = 0;
  #newest: string | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The newer version that is known, and null otherwise; what is not known yet is requested meanwhile. */
  newer(): string | null {
    const { url, version, clock } = this.#deps;
    if (url === null) return null;
    if (clock.now() >= this.#nextAt) {
      this.#nextAt = clock.now() + pauseMs.failed;
      void this.#request(url);
    }
    return this.#newest !== undefined && isNewer(this.#newest, version) ? this.#newest : null;
  }

  async #request(url: string): Promise<void> {
    const { clock, log } = this.#deps;
    try {
      const headers = { accept: 'application/json', 'user-agent': 'cyno' };
      const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
      if (!response.ok) throw new Error(`it responded with status ${response.status}`);
      const { tag_name: tag } = description.parse(JSON.parse(await textOf(response)));
      this.#newest = tag.replace(/^v/, '');
      this.#nextAt = clock.now() + pauseMs.known;
    } catch (err) {
      log.warn({ err }, 'The newest version could not be read from UPDATE_CHECK_URL');
    }
  }
}

async function textOf({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new Error('the response is too large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/** Compares versions such as `0.10.2` by their numbers. */
export function isNewer(one: string, other: string): boolean {
  const [first, second] = [one, other].map((version) => version.split('.').map(Number)) as [number[], number[]];
  const differing = first.findIndex((part, index) => part !== second[index]);
  return differing >= 0 && (first[differing] ?? 0) > (second[differing] ?? 0);
}
