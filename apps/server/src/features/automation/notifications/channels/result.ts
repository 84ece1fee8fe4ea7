import type { DeliveryText } from '@cyno/contract';

/** What came of one attempt, with a sentence for whose contact it is. */
export type Attempt =
  | { readonly ok: true; readonly result: string }
  | {
      readonly ok: false;
      readonly result: string;
      /** Trying it again cannot help. */
      readonly isFinal: boolean;
      /** How long the service requests to be left alone. */
      readonly retryAfterSeconds: number | null;
    };

/** What the status of a response means (RFC 9110, section 15). */
export function attemptOf(status: number, retryAfterSeconds: number | null): Attempt {
  if (status >= 200 && status < 300) return { ok: true, result: `The service responded with ${status}.` };
  const isFinal = status < 500 && status !== 408 && status !== 425 && status !== 429;
  return { ok: false, result: sentenceOf(status), isFinal, retryAfterSeconds };
}

function sentenceOf(status: number): DeliveryText {
  if (status >= 300 && status < 400)
    return `The address leads to another one (${status}). Add the contact with that one.`;
  if (status === 401 || status === 403) return `The service refused it (${status}). Check the address and its token.`;
  if (status === 404 || status === 410)
    return `The service does not know the address any more (${status}). Add the contact again.`;
  if (status === 429) return 'The service takes no more messages for now (429).';
  return `The service responded with ${status}.`;
}
