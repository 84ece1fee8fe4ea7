import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, badRequest, because } from '../../../../platform/errors.ts';

interface Piece {
  readonly offset: number;
  /** Of the whole archive. */
  readonly bytes: number;
  readonly content: Buffer;
}

/** The one archive that is being uploaded: a file that grows piece by piece. */
export class UploadedArchive {
  readonly path: string;
  readonly #needSpace: (bytes: number) => Promise<void>;
  #bytes = 0;
  #received = 0;
  #isWriting = false;

  /** `needSpace` throws when the disk has too little room for so many bytes. */
  constructor(path: string, needSpace: (bytes: number) => Promise<void>) {
    this.path = path;
    this.#needSpace = needSpace;
  }

  get isWhole(): boolean {
    return this.#bytes > 0 && this.#received === this.#bytes && !this.#isWriting;
  }

  /** Writes a piece, one at a time, and returns how much is there. One that was written already, whose response was lost, may come again. */
  async take({ offset, bytes, content }: Piece): Promise<number> {
    const isFirst = offset === 0;
    if (this.#isWriting || offset > this.#received || (!isFirst && bytes !== this.#bytes)) throw outOfStep();
    if (content.length === 0 || offset + content.length > bytes) {
      throw badRequest('The piece reaches beyond the end of the archive, or is empty.', because('restore_upload_cut'));
    }
    this.#isWriting = true;
    try {
      if (isFirst) await this.#begin(bytes);
      const file = await open(this.path, isFirst ? 'w' : 'r+', 0o600);
      try {
        await file.write(content, 0, content.length, offset);
      } finally {
        await file.close();
      }
      this.#received = offset + content.length;
      return this.#received;
    } finally {
      this.#isWriting = false;
    }
  }

  async remove(): Promise<void> {
    this.#bytes = 0;
    this.#received = 0;
    await rm(this.path, { force: true });
  }

  async #begin(bytes: number): Promise<void> {
    await this.remove();
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    await this.#needSpace(bytes);
    this.#bytes = bytes;
  }
}

const outOfStep = () =>
  new AppError(
    409,
    'conflict',
    'The upload was interrupted, or another one began. Start it again.',
    because('restore_upload_cut'),
  );
