import { FairQueue } from '../../../../platform/fair-queue.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import { runForServer } from '../../../../platform/requester.ts';
import type { Telemetry } from '../../../telemetry/telemetry/index.ts';
import { numbersOf } from '../dry-run/stored-numbers.ts';
import { type Followed, keyOf } from './followed.ts';

/** People and boards need the connections to the database meanwhile. */
const atOnce = 2;

/** Gives machines that judge by what was before the stored values of that time. */
export class WarmUps {
  readonly #reader: Pick<Telemetry['reader'], 'storedExtremes'>;
  readonly #log: Logger;
  /** One after the other for an account. */
  readonly #queue = new FairQueue<number>(atOnce);

  constructor({ reader, log }: { reader: Pick<Telemetry['reader'], 'storedExtremes'>; log: Logger }) {
    this.#reader = reader;
    this.#log = log;
  }

  /** Resolves also when it could not be read: then the machine begins with what comes. */
  async run(followed: Followed, nowOf: () => number, isWanted: () => boolean): Promise<void> {
    const { rule, device, machine } = followed;
    const { windowMs } = machine.detector;
    if (windowMs === undefined) return;
    await this.#queue.run(rule.accountId, () =>
      runForServer(async () => {
        if (!isWanted()) return;
        const to = nowOf();
        const range = { deviceId: device.id, from: to - windowMs, to };
        try {
          for await (const part of this.#reader.storedExtremes(range, keyOf(rule.condition) ?? '')) {
            for (const [at, value] of numbersOf(rule.condition, part)) machine.detector.observe(value, at);
          }
        } catch (err) {
          this.#log.warn({ err, rule: rule.id }, 'What a rule needs of the time before could not be read');
        }
      }),
    );
  }
}
