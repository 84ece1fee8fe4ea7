import { createDeflateRaw } from 'node:zlib';
import { ZipPassThrough } from 'fflate';

/** Of a file in a ZIP archive (APPNOTE 4.4.5). */
const deflated = 8;

/** A file of a ZIP archive that is compressed in Node's thread pool, so that the event loop stays free. */
export class PooledDeflate extends ZipPassThrough {
  override compression = deflated;
  readonly #deflate = createDeflateRaw({ level: 3 });
  readonly #ended = Promise.withResolvers<void>();
  #written: Promise<void> = Promise.resolve();

  constructor(name: string) {
    super(name);
    this.#ended.promise.catch(() => undefined);
    this.#deflate
      .on('data', (piece: Buffer<ArrayBuffer>) => this.ondata(null, piece, false))
      .once('end', () => {
        this.ondata(null, new Uint8Array(0), true);
        this.#ended.resolve();
      })
      .once('error', (error) => this.#ended.reject(error));
  }

  /** Resolves when everything that was pushed is compressed; rejects when that failed. */
  compressed(): Promise<void> {
    return this.#written;
  }

  protected override process(piece: Uint8Array, isLast: boolean): void {
    this.#written = isLast ? this.#ended.promise : Promise.race([this.#write(piece), this.#ended.promise]);
    if (isLast) this.#deflate.end(piece);
  }

  #write(piece: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      this.#deflate.write(piece, () => resolve());
    });
  }
}
