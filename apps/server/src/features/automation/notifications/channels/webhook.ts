import { createHmac, randomBytes } from 'node:crypto';
import type { OutgoingRequest } from '../../../../platform/outgoing/index.ts';
import type { OutgoingMessage } from '../event.ts';

/** A symmetric key as the specification serializes it. */
const prefix = 'whsec_';

export const newWebhookSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`;

/**
 * A message as JSON, signed as Standard Webhooks describes:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md. `now`: the instant of this attempt, ms.
 */
export function webhookRequest(
  { url, secret }: { readonly url: string; readonly secret: string },
  message: OutgoingMessage,
  now: number,
): OutgoingRequest {
  const timestamp = String(Math.floor(now / 1_000));
  const body = JSON.stringify(payloadOf(message));
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${message.key}.${timestamp}.${body}`).digest('base64');
  return {
    url,
    headers: {
      'content-type': 'application/json',
      'webhook-id': message.key,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  };
}

function payloadOf({ kind, severity, subject, text, link, at, count, events }: OutgoingMessage) {
  return {
    type: kind === 'test' || kind === 'notice' ? kind : `alert.${kind}`,
    timestamp: new Date(at).toISOString(),
    data: {
      severity,
      subject,
      text,
      link,
      count,
      events: events.map(({ since, at: happenedAt, espid, what: _, ...event }) => ({
        ...event,
        device: espid,
        since: since === null ? null : new Date(since).toISOString(),
        at: new Date(happenedAt).toISOString(),
      })),
    },
  };
}
