import type Stripe from 'stripe';
import type { Clock } from '../../../../platform/clock.ts';
import { AppError } from '../../../../platform/errors.ts';
import { createQuietLog, type Logger, type QuietLog } from '../../../../platform/log/index.ts';
import type { StripeRepository } from './stripe.repository.ts';
import { callStripe } from './stripe-client.ts';
import type { StripeSync } from './stripe-sync.ts';

/** How old a signature may be, seconds (Stripe's own default). */
const toleranceSeconds = 300;

/** The events after which a customer is read again; all others are thanked for and left alone. */
const relevant = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_succeeded',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.marked_uncollectible',
  'invoice.voided',
  'invoice.overdue',
]);

export interface StripeWebhookDeps {
  readonly stripe: Stripe;
  readonly webhookSecret: string;
  readonly repository: StripeRepository;
  readonly sync: StripeSync;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Takes the events that Stripe sends. */
export class StripeWebhook {
  readonly #deps: StripeWebhookDeps;
  readonly #refusals: QuietLog;

  constructor(deps: StripeWebhookDeps) {
    this.#deps = deps;
    this.#refusals = createQuietLog(deps.log);
  }

  /**
   * Handles an event, given as the bytes that came. Throws a 400 when the signature is wrong; another error means that nothing was
   * stored and that Stripe is to send the event again.
   */
  async handle(payload: Buffer, signature: string | undefined): Promise<void> {
    const { repository, sync, log } = this.#deps;
    const event = this.#open(payload, signature);
    if (!relevant.has(event.type)) return;
    const noted = { id: event.id, type: event.type, createdAt: event.created * 1000 };
    if (await repository.isHandled(event.id)) return;
    const customerId = customerOf(event);
    const accountId = customerId === null ? undefined : await repository.accountOf(customerId);
    if (customerId === null || accountId === undefined) {
      log.info({ event: event.id, type: event.type }, 'Stripe reported an unknown customer');
      return repository.noteEvent(noted);
    }
    await callStripe(() => sync.run(accountId, customerId, noted));
    log.info({ event: event.id, type: event.type, accountId }, 'Stripe reported an account');
  }

  #open(payload: Buffer, signature: string | undefined): Stripe.Event {
    const { stripe, webhookSecret, clock } = this.#deps;
    try {
      return stripe.webhooks.constructEvent(
        payload,
        signature ?? '',
        webhookSecret,
        toleranceSeconds,
        undefined,
        clock.now(),
      );
    } catch (cause) {
      // Whatever it is, it lies in what was sent; the operator finds a wrong secret by this line.
      const why = cause instanceof Error ? cause.message : String(cause);
      this.#refusals('warn', 'An event that Stripe may have sent was refused', { why });
      throw wrongSignature(cause);
    }
  }
}

const wrongSignature = (cause: unknown): AppError =>
  new AppError(400, 'bad_request', 'The signature of the event is wrong.', { cause });

/** Whom an event is about: the object itself is a customer, or names one. */
function customerOf({ data }: Stripe.Event): string | null {
  const { object } = data as { object: { object?: unknown; id?: unknown; customer?: unknown } };
  const named = object.object === 'customer' ? object.id : object.customer;
  const id = typeof named === 'object' && named !== null ? (named as { id?: unknown }).id : named;
  return typeof id === 'string' ? id : null;
}
