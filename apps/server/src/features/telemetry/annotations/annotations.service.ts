import type { Annotation, AnnotationContent, AnnotationList, AnnotationsQuery } from '@cyno/contract';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, because, notFound } from '../../../platform/errors.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import { annotationsChanged } from './annotations.events.ts';
import type { AnnotationsRepository } from './annotations.repository.ts';

const perResponse = 500;
const perDevice = 5_000;
/** A removed note can be restored for so long. */
const undoMs = 24 * 3_600_000;

interface AnnotationsDeps {
  readonly repository: AnnotationsRepository;
  readonly bus: EventBus;
  readonly clock: Clock;
}

/** Notes that people write on the time line of a device. */
export class Annotations {
  readonly #deps: AnnotationsDeps;

  constructor(deps: AnnotationsDeps) {
    this.#deps = deps;
  }

  /** The notes that touch a range, oldest first; of more than 500 the newest. */
  async list(device: DeviceRecord, range: AnnotationsQuery): Promise<AnnotationList> {
    const found = await this.#deps.repository.list(device.id, range, perResponse + 1);
    return { annotations: found.slice(0, perResponse).reverse(), more: found.length > perResponse };
  }

  /** All notes that touch a range, oldest first, 500 at a time. Who wrote them is for managers only. */
  async *all(
    device: Pick<DeviceRecord, 'id'>,
    range: AnnotationsQuery,
    { withAuthors }: { withAuthors: boolean },
  ): AsyncGenerator<readonly Annotation[]> {
    for (let after: Annotation | undefined; ; ) {
      const notes = await this.#deps.repository.listOn(device.id, range, { after, limit: perResponse });
      if (notes.length > 0) yield withAuthors ? notes : notes.map((note) => ({ ...note, author: null }));
      if (notes.length < perResponse) return;
      after = notes.at(-1);
    }
  }

  /** Throws a 409 when the device has 5,000 notes. */
  async add(device: DeviceRecord, authorId: number, content: AnnotationContent): Promise<Annotation> {
    const { repository, clock } = this.#deps;
    const id = await repository.add(device.id, content, { authorId, createdAt: clock.now(), limit: perDevice });
    if (id === undefined) {
      throw new AppError(
        409,
        'conflict',
        `A device has at most ${perDevice} notes. Delete some that you no longer need.`,
        because('too_many_notes', { max: perDevice }),
      );
    }
    return this.#changed(device, id);
  }

  /** Throws a 404 when there is no such note. */
  async change(device: DeviceRecord, id: number, content: AnnotationContent): Promise<Annotation> {
    const { repository, clock } = this.#deps;
    if (!(await repository.change(device.id, id, content, clock.now()))) throw notFound('note', String(id));
    return this.#changed(device, id);
  }

  /** Throws a 404 when there is no such note. */
  async remove(device: DeviceRecord, id: number): Promise<void> {
    const { repository, clock } = this.#deps;
    if (!(await repository.remove(device.id, id, clock.now()))) throw notFound('note', String(id));
    this.#publish(device);
  }

  /** Restores a removed note. Throws a 404 when there is nothing to restore. */
  async restore(device: DeviceRecord, id: number): Promise<Annotation> {
    if (!(await this.#deps.repository.restore(device.id, id))) throw notFound('note', String(id));
    return this.#changed(device, id);
  }

  /** Forgets what cannot be restored any more. */
  async cleanup(): Promise<void> {
    const { repository, clock } = this.#deps;
    await repository.forget(clock.now() - undoMs);
  }

  async #changed(device: DeviceRecord, id: number): Promise<Annotation> {
    this.#publish(device);
    const note = await this.#deps.repository.find(device.id, id);
    if (!note) throw notFound('note', String(id));
    return note;
  }

  #publish({ id }: DeviceRecord): void {
    this.#deps.bus.publish(annotationsChanged, { deviceId: id });
  }
}
