import type { Clock } from '../../../platform/clock.ts';
import { type Outgoing, OutgoingError } from '../../../platform/outgoing/index.ts';
import type { Accounts } from '../../people/accounts/index.ts';
import { channels } from './channels/index.ts';
import { type Attempt, attemptOf } from './channels/result.ts';
import type { ContactPoint } from './contacts.service.ts';
import type { OutgoingMessage } from './event.ts';

interface SenderDeps {
  readonly outgoing: Outgoing;
  readonly notices: Pick<Accounts['notices'], 'notification'>;
  readonly clock: Clock;
}

/** Sends a message to a contact once. */
export function createSender({ outgoing, notices, clock }: SenderDeps) {
  return (accountId: number, { kind, target }: ContactPoint, message: OutgoingMessage): Promise<Attempt> =>
    kind === 'email'
      ? sendMail(notices, accountId, { to: target.email ?? '', message })
      : post(outgoing, channels[kind](target, message, clock.now()));
}

async function post(outgoing: Outgoing, request: Parameters<Outgoing['post']>[0]): Promise<Attempt> {
  try {
    const { status, retryAfterSeconds } = await outgoing.post(request);
    return attemptOf(status, retryAfterSeconds);
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
  const { subject, text, link, key } = message;
  try {
    const lines = text.split('\n').filter((line) => line !== '');
    await notices.notification(accountId, { to, subject, lines, link, messageKey: key });
    return { ok: true, result: 'The mail server took it.' };
  } catch (error) {
    return refusedMail(error);
  }
}

/** https://www.rfc-editor.org/rfc/rfc5321#section-4.2.1: a reply of 5yz is for good. */
function refusedMail(error: unknown): Attempt {
  const { cause } = error as { cause?: { responseCode?: number } };
  const code = cause?.responseCode;
  const result = code === undefined ? 'The mail server could not be reached.' : `The mail server refused it (${code}).`;
  return { ok: false, result, isFinal: code !== undefined && code >= 500, retryAfterSeconds: null };
}
