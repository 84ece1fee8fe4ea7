import type { FirmwareImage, FirmwareImageList, FirmwareImagePatch, FirmwareUpload } from '@cyno/contract';
import type { Clock } from '../../../../platform/clock.ts';
import { AppError, badRequest, because, notFound } from '../../../../platform/errors.ts';
import { KeyedQueue } from '../../../../platform/keyed-queue.ts';
import { md5, sha256 } from './digests.ts';
import { readImage } from './image-header.ts';
import { ImageProblem } from './image-segments.ts';
import type { ImageRow, ImagesRepository } from './images.repository.ts';

/** Of one account. */
const maxImages = 100;
const maxTotalBytes = 200_000_000;

interface NewFile {
  readonly content: Buffer;
  readonly fileName: string;
  readonly version: string;
  readonly notes: string;
}

/** The account's firmware images. */
export class Images {
  readonly #repository: ImagesRepository;
  readonly #clock: Clock;
  /** Each upload of an account sees what the ones before it took of the room. */
  readonly #queue = new KeyedQueue<number>();

  constructor(deps: { repository: ImagesRepository; clock: Clock }) {
    this.#repository = deps.repository;
    this.#clock = deps.clock;
  }

  async list(accountId: number): Promise<FirmwareImageList> {
    const [rows, runsOn] = await Promise.all([this.#repository.list(accountId), this.#repository.runsOn(accountId)]);
    return {
      images: rows.map((row) => describe(row, runsOn.get(row.id) ?? 0)),
      usedBytes: total(rows),
      maxBytes: maxTotalBytes,
    };
  }

  /** The account's image; throws a 404. */
  async get(accountId: number, id: number): Promise<ImageRow> {
    const row = await this.#repository.find(accountId, id);
    if (!row) throw notFound('firmware image', String(id));
    return row;
  }

  /** Checks and stores an image. Throws a 400 that names what is wrong with it, a 409 when the account has no space left. */
  async add(accountId: number, file: NewFile): Promise<FirmwareUpload> {
    const facts = await readImage(file.content).catch((problem: unknown) => {
      throw problem instanceof ImageProblem ? badRequest(problem.message, because(problem.reason)) : problem;
    });
    const digests = { md5: await md5(file.content), sha256: await sha256(file.content) };
    return this.#queue.run(accountId, async () => {
      const rows = await this.#repository.list(accountId);
      const known = rows.find((row) => row.sha256 === digests.sha256);
      if (known) return { image: await this.#describe(known), known: true };
      checkCapacity(rows, file.content.length);
      const { content, fileName, notes } = file;
      const row = await this.#repository.add(
        {
          accountId,
          fileName,
          version: file.version || facts.version,
          notes,
          family: facts.family,
          bytes: content.length,
          flashBytes: facts.flashBytes,
          ...digests,
          uploadedAt: this.#clock.now(),
        },
        content,
      );
      return { image: describe(row, 0), known: false };
    });
  }

  async change(accountId: number, id: number, change: FirmwareImagePatch): Promise<FirmwareImage> {
    const row = await this.get(accountId, id);
    await this.#repository.save(id, change);
    return this.#describe({ ...row, ...change });
  }

  /** Throws a 409 while an update needs it. */
  async remove(accountId: number, id: number): Promise<void> {
    await this.get(accountId, id);
    if (await this.#repository.remove(id)) return;
    throw new AppError(
      409,
      'conflict',
      'An update with this image is under way. Stop it or wait for its end, then delete the image.',
      because('image_in_use'),
    );
  }

  async #describe(row: ImageRow): Promise<FirmwareImage> {
    return describe(row, (await this.#repository.runsOn(row.accountId)).get(row.id) ?? 0);
  }
}

function checkCapacity(rows: readonly ImageRow[], bytes: number): void {
  if (rows.length >= maxImages)
    throw overLimit(`An account keeps at most ${maxImages} images.`, because('too_many_images', { max: maxImages }));
  if (total(rows) + bytes > maxTotalBytes)
    throw overLimit('The images of an account may have 200 MB together.', because('images_too_large'));
}

const overLimit = (sentence: string, cause: ReturnType<typeof because>) =>
  new AppError(409, 'limit_reached', `${sentence} Delete one that no board needs any more.`, cause);

const total = (rows: readonly ImageRow[]): number => rows.reduce((sum, { bytes }) => sum + bytes, 0);

function describe({ accountId: _, sha256: __, ...row }: ImageRow, runsOn: number): FirmwareImage {
  return { ...row, runsOn };
}
