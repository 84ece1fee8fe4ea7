import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { deviceLogText, updateReason } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, forbidden } from '../../../platform/errors.ts';
import { hasClientLeft } from '../../../platform/http/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { Counter } from '../../../platform/throttle/index.ts';
import type { DeviceRecord } from '../devices/index.ts';
import { areOf, type BoardClaims, readClaims } from './board-claims.ts';
import type { ImageRow, ImagesRepository } from './images/images.repository.ts';
import { type JobStates, nameOf } from './job-states.ts';
import type { Job, RolloutsRepository } from './rollouts.repository.ts';
import { hashOfToken, maxAtOnce } from './update-runner.ts';

const pieceBytes = 256 * 1024;
const progressEveryMs = 1_000;

interface DownloadResponse {
  readonly image: ImageRow;
  readonly body: Readable;
  /** Follows the bytes to the board; to be called with the response that carries the body. */
  follow(response: ServerResponse): void;
}

interface DownloadsDeps {
  readonly repository: RolloutsRepository;
  readonly images: ImagesRepository;
  readonly states: JobStates;
  readonly clock: Clock;
  readonly log: Logger;
  /** Counts wrong tokens of a network. */
  readonly wrongTokens: Pick<Counter, 'take'>;
  findDevice(deviceId: number): DeviceRecord | undefined;
  mayBeUsed(accountId: number): boolean;
}

/** Hands images to the boards that were sent their address, each token once and to its board only. */
export class Downloads {
  readonly #deps: DownloadsDeps;
  readonly #open = new Map<number, ServerResponse>();

  constructor(deps: DownloadsDeps) {
    this.#deps = deps;
  }

  /**
   * Throws a 404 for a token that nobody was given, that was used or that is too old, without revealing which; a 403 for
   * another board, and for one without space for it, whose update has failed then; a 503 when too many fetch at once.
   */
  async begin(token: string, from: { headers: IncomingHttpHeaders; network: string }): Promise<DownloadResponse> {
    const job = await this.#findJob(token);
    if (!job) {
      await this.#deps.wrongTokens.take(from.network);
      throw nothingHere();
    }
    const claims = readClaims(from.headers);
    const { image } = await this.#admit(job, claims);
    if (this.#open.size >= maxAtOnce) throw tooMany();
    const claimed = await this.#deps.states.move(job, {
      from: ['offered'],
      to: { state: 'downloading', tokenHash: null },
      line: await this.#lineOf(job, image, claims),
    });
    if (!claimed) throw nothingHere();
    return {
      image,
      body: Readable.from(this.#pieces(image), { objectMode: false }),
      follow: (response) => this.#follow(job, image, response),
    };
  }

  /** Ends a download that stands still. */
  abort(jobId: number): void {
    this.#open.get(jobId)?.destroy();
  }

  async #findJob(token: string): Promise<Job | undefined> {
    if (!/^[\w-]{43}$/.test(token)) return undefined;
    const job = await this.#deps.repository.findByToken(hashOfToken(token));
    return job?.state === 'offered' ? job : undefined;
  }

  async #admit(job: Job, claims: BoardClaims): Promise<{ image: ImageRow }> {
    const { states, images, findDevice, mayBeUsed } = this.#deps;
    const device = findDevice(job.deviceId);
    const image = job.imageId === null ? undefined : await images.find(job.accountId, job.imageId);
    if (!device || device.accountId !== job.accountId || device.paused || !mayBeUsed(job.accountId) || !image) {
      throw nothingHere();
    }
    if (!areOf(device.espid, claims) || (claims.family === 'esp8266') !== (image.family === 'esp8266')) {
      states.log(job, deviceLogText('update_stranger', {}));
      throw forbidden('This download is for another board.');
    }
    const problem = problemOf(image, claims);
    if (problem === null) return { image };
    await states.fail(job, problem);
    throw forbidden(problem);
  }

  /** With what the board ran so far, when that is one of the account's images. */
  async #lineOf(job: Job, { bytes }: ImageRow, { sketchMd5 }: BoardClaims): Promise<string> {
    const known = sketchMd5 === null ? undefined : await this.#deps.images.findByMd5(job.accountId, sketchMd5);
    const fetched = { image: nameOf(job), bytes };
    return known
      ? deviceLogText('update_fetching_after', { ...fetched, before: nameOf(known) })
      : deviceLogText('update_fetching', fetched);
  }

  async *#pieces({ id, bytes }: ImageRow): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes; ) {
      const piece = await this.#deps.images.readPiece(id, at, pieceBytes);
      if (piece.length === 0) throw new Error('A firmware image ends before its size.');
      yield piece;
      at += piece.length;
    }
  }

  #follow(job: Job, image: ImageRow, response: ServerResponse): void {
    const { states, clock, log } = this.#deps;
    const before = response.socket?.bytesWritten ?? 0;
    let percent = 0;
    const write = (work: Promise<unknown>) =>
      void work.catch((err: unknown) => log.error({ err }, 'The state of a download could not be stored'));
    const timer = setInterval(() => {
      const sent = (response.socket?.bytesWritten ?? before) - before;
      // The headers count a little too; the last percent comes with the end.
      const reached = Math.min(99, Math.floor((100 * sent) / image.bytes));
      if (reached <= percent) return;
      percent = reached;
      write(states.move(job, { from: ['downloading'], to: { percent } }));
    }, progressEveryMs);
    this.#open.set(job.id, response);
    const ended = () => {
      clearInterval(timer);
      this.#open.delete(job.id);
      // What fails before its first byte is finished too: the board is sent an error in the place of the image. So is what HTTP/2 aborts,
      // but it was never ended.
      const { statusCode, writableEnded, writableFinished } = response;
      if (statusCode === 200 && writableEnded && writableFinished) {
        const to = { state: 'restarting' as const, percent: 100, downloadedAt: clock.now() };
        write(states.move(job, { from: ['downloading'], to, line: deviceLogText('update_fetched', {}) }));
      } else {
        write(states.fail(job, updateReason('connection_broke', { percent })));
      }
    };
    // A board can have left while its token was looked up.
    if (hasClientLeft(response.req)) ended();
    else response.once('close', ended);
  }
}

function problemOf({ bytes, flashBytes }: ImageRow, claims: BoardClaims): string | null {
  if (claims.freeBytes !== null && bytes > claims.freeBytes) {
    return updateReason('no_room', { bytes, free: claims.freeBytes });
  }
  // Only the ESP8266 looks at it, and refuses.
  if (claims.family !== 'esp8266' || flashBytes === null || claims.flashBytes === null) return null;
  if (flashBytes <= claims.flashBytes) return null;
  return updateReason('other_flash', { built: flashBytes / 1024, has: claims.flashBytes / 1024 });
}

const nothingHere = () => new AppError(404, 'not_found', 'There is nothing at this address.');
const tooMany = () =>
  new AppError(503, 'unavailable', 'Too many boards fetch firmware at this moment.', { retryAfterSeconds: 30 });
