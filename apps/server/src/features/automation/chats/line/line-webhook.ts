import type { Clock } from '../../../../platform/clock.ts';
import { AppError, badRequest } from '../../../../platform/errors.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import { type LineEvent, readWebhook } from './line-events.ts';
import { lineSdk } from './line-sdk.ts';
import type { WebhookEventsRepository } from './webhook-events.repository.ts';

/** Events that are handled at a time; LINE sends further ones again. */
const maxHandled = 200;

interface WebhookDeps {
  readonly secret: string;
  readonly repository: Pick<WebhookEventsRepository, 'addNew' | 'noteTest'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Handles one; never rejects. */
  handle(event: LineEvent): Promise<void>;
}

/** What LINE sends to this server, handled once each. */
export class LineWebhook {
  readonly #deps: WebhookDeps;
  readonly #handled = new Set<Promise<void>>();

  constructor(deps: WebhookDeps) {
    this.#deps = deps;
  }

  /**
   * Takes a webhook whose body is signed; resolves when its events are written, before they are handled: a server that is killed in between
   * loses them, and does nothing twice. Throws a 400 for what LINE did not sign, and a 503 while too much is handled.
   */
  async receive(body: Buffer, signature: string | undefined): Promise<void> {
    const { secret, repository, clock, log } = this.#deps;
    if (signature === undefined || !lineSdk().validateSignature(body, secret, signature)) {
      log.debug('A webhook that LINE did not sign was refused');
      throw badRequest('The signature is wrong.');
    }
    const events = readWebhook(body);
    if (!events) throw badRequest('The request must be a webhook of LINE.');
    if (events.length === 0) await repository.noteTest(clock.now());
    if (this.#handled.size + events.length > maxHandled) {
      throw new AppError(503, 'unavailable', 'Too much is being handled. Send it again later.');
    }
    const added = await repository.addNew(
      events.map(({ webhookEventId }) => webhookEventId),
      clock.now(),
    );
    for (const event of events) if (added.delete(event.webhookEventId)) this.#handle(event);
  }

  /** Resolves when everything that came is handled. */
  async settled(): Promise<void> {
    await Promise.all(this.#handled);
  }

  #handle(event: LineEvent): void {
    const work = this.#deps.handle(event).finally(() => this.#handled.delete(work));
    this.#handled.add(work);
  }
}
