import { createRequire } from 'node:module';
import type Stripe from 'stripe';
import { AppError, because } from '../../../../platform/errors.ts';

/** What `BILLING=stripe` is configured with. */
export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Ids of the monthly prices. */
  readonly prices: { readonly maker: string; readonly pro: string };
  readonly apiUrl: string;
}

const timeoutMs = 10_000;
const load = createRequire(import.meta.url);
/** Stripe's library, for servers that charge with it: its 220 files would be a fourteenth of what a server reads at its start. */
const library = (): typeof Stripe => load('stripe');

/** The official client; it requests the version of the API that its package was made for. */
export function createStripe({ secretKey, apiUrl }: StripeSettings): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl);
  const isPlain = protocol === 'http:';
  const Client = library();
  return new Client(secretKey, {
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

/** Calls Stripe; whatever it cannot do, or refuses, becomes a 503 with a sentence for anyone who wants to pay. */
export async function callStripe<Result>(work: () => Promise<Result>): Promise<Result> {
  return work().catch((error: unknown) => {
    const { errors } = library();
    if (error instanceof errors.StripeInvalidRequestError) throw unavailable(refused, error);
    throw error instanceof errors.StripeError ? unavailable(away, error) : error;
  });
}

const away = 'The payment service cannot be reached now. Nothing was charged. Try again in a few minutes.';
/** Mostly because something happened there in the same moment, such as a payment in another tab. */
const refused =
  'The payment service did not take this. Load the plan page again, and try once more if nothing changed.';

const unavailable = (sentence: string, cause: Error): AppError =>
  new AppError(503, 'unavailable', sentence, { ...because('payment_unavailable'), cause, retryAfterSeconds: 60 });

/** True when Stripe reports that it does not know an object (any more). */
export const isMissing = (error: unknown): boolean =>
  error instanceof library().errors.StripeError && error.code === 'resource_missing';
