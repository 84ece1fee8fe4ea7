import type { DeliveryText } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { type Outgoing, OutgoingError } from '../../../platform/outgoing/index.ts';
import type { Accounts } from '../../people/accounts/index.ts';
import { channels } from './channels/index.ts';
import { pushRequest } from './channels/push.ts';
import { type Attempt, attemptOf } from './channels/result.ts';
import type { ChatContacts } from './chat-contacts.ts';
import { type ContactPoint, isChat } from './contacts.service.ts';
import type { OutgoingMessage } from './event.ts';
import type { PushKeys } from './push-keys.repository.ts';

interface SenderDeps {
  readonly outgoing: Outgoing;
  readonly notices: Pick<Accounts['notices'], 'notification'>;
  readonly chats: Pick<ChatContacts, 'send'>;
  readonly clock: Clock;
  pushKeys(): Promise<PushKeys>;
  /** Where push services find who operates the server: `mailto:` or `https:`. */
  operator(): string;
}

/** Sends a message to a contact once. */
export function createSender({ outgoing, notices, chats, clock, pushKeys, operator }: SenderDeps) {
  return async (accountId: number, { kind, target }: ContactPoint, message: OutgoingMessage): Promise<Attempt> => {
    if (kind === 'email') return sendMail(notices, accountId, { to: target.email ?? '', message });
    if (isChat(kind)) return chats.send({ kind, target }, message, accountId);
    if (kind === 'webhook') return post(outgoing, channels.webhook(target, message, clock.now()), webhookAttemptOf);
    if (kind !== 'push') return post(outgoing, channels[kind](target, message, clock.now()));
    const request = pushRequest(target, message, { keys: await pushKeys(), contact: operator() });
    return post(outgoing, request, pushAttemptOf);
  };
}

/**
 * By Standard Webhooks only 410 is for good: others come while a program is replaced, or its settings are wrong
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 */
function webhookAttemptOf(status: number, retryAfterSeconds: number | null): Attempt {
  const attempt = attemptOf(status, retryAfterSeconds);
  return attempt.ok ? attempt : { ...attempt, isFinal: status === 410 };
}

/** https://www.rfc-editor.org/rfc/rfc8030#section-7.3: 404 and 410 mean that the subscription is over. */
function pushAttemptOf(status: number, retryAfterSeconds: number | null): Attempt {
  const attempt = attemptOf(status, retryAfterSeconds);
  return status === 404 || status === 410 ? { ...attempt, result: subscriptionEnded } : attempt;
}

const subscriptionEnded =
  'The browser has ended its subscription. Open Cyno in that browser, and press “Turn on notifications here” in the profile again.';

async function post(
  outgoing: Outgoing,
  request: Parameters<Outgoing['post']>[0],
  describe: typeof attemptOf = attemptOf,
): Promise<Attempt> {
  try {
    const { status, retryAfterSeconds } = await outgoing.post(request);
    return describe(status, retryAfterSeconds);
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return { ok: false, result: error.message, isFinal: error.isFinal, retryAfterSeconds: null };
  }
}

async function sendMail(
  notices: SenderDeps['notices'],
  accountId: number,
  { to, message }: { to: string; message: OutgoingMessage },
): Promise<Attempt> {
  const { subject, text, link, actionLink, mayOperate, key } = message;
  try {
    const lines = text.split('\n').filter((line) => line !== '');
    await notices.notification(accountId, { to, subject, lines, link, actionLink, mayOperate, messageKey: key });
    return { ok: true, result: 'The mail server took it.' };
  } catch (error) {
    return refusedMail(error);
  }
}

/**
 * https://www.rfc-editor.org/rfc/rfc5321#section-4.2.1: a reply of 5yz is for good. That is so of a reply about the mail; a connection or
 * login that is refused, or missing (https://www.rfc-editor.org/rfc/rfc4954#section-6), is for the administrator to mend.
 */
function refusedMail(error: unknown): Attempt {
  const { cause } = error as { cause?: { code?: string; responseCode?: number } };
  const code = cause?.responseCode;
  const result: DeliveryText =
    code === undefined ? 'The mail server could not be reached.' : `The mail server refused it (${code}).`;
  const isOfMail = cause?.code === 'EENVELOPE' || cause?.code === 'EMESSAGE';
  const isFinal = isOfMail && code !== undefined && code >= 500 && !loginReplies.includes(code);
  return { ok: false, result, isFinal, retryAfterSeconds: null };
}

const loginReplies = [530, 534, 535, 538];
