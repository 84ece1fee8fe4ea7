import { createHash } from 'node:crypto';
import webPush from 'web-push';
import type { OutgoingRequest } from '../../../../platform/outgoing/index.ts';
import type { OutgoingMessage } from '../event.ts';
import type { PushKeys } from '../push-keys.repository.ts';
import type { StoredTarget } from './index.ts';
import { shorten } from './json-request.ts';

/** What a push service keeps for a browser that is away: what is older would only wake somebody for nothing. */
const retentionSeconds = 12 * 3_600;
const urgencies = { info: 'normal', warning: 'high', critical: 'high' } as const;

interface Sender {
  readonly keys: PushKeys;
  /** `mailto:` or `https:`, where a push service finds who operates the server (RFC 8292, section 2.1). */
  readonly contact: string;
}

/**
 * A message for the service worker of a browser, encrypted for it alone (RFC 8291) and signed by this installation (RFC 8292). Its text
 * is shortened, because a push service takes 4,096 bytes.
 */
export function pushRequest(
  target: StoredTarget,
  message: OutgoingMessage,
  { keys, contact }: Sender,
): OutgoingRequest {
  const { url = '', p256dh = '', auth = '' } = target;
  const { endpoint, headers, body } = webPush.generateRequestDetails(
    { endpoint: url, keys: { p256dh, auth } },
    JSON.stringify(payloadOf(message)),
    {
      vapidDetails: { subject: contact, ...keys },
      TTL: retentionSeconds,
      urgency: urgencies[message.severity],
      contentEncoding: 'aes128gcm',
      // Another attempt replaces what the browser has not got yet: https://www.rfc-editor.org/rfc/rfc8030#section-5.4
      topic: createHash('sha256').update(message.key).digest('base64url').slice(0, 32),
    },
  );
  const sent = Object.entries(headers as Record<string, string | number>).filter(
    ([name]) => name.toLowerCase() !== 'content-length',
  );
  return {
    url: endpoint,
    headers: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
    body: body ?? '',
  };
}

/** As `service-worker/push.ts` of the web app reads it. What is about the same replaces what the browser shows of it. */
function payloadOf({ subject, text, link, actionLink, receiptToken, ...message }: OutgoingMessage) {
  const { severity, kind, at, count, events, key, mayOperate, badge, output } = message;
  const [first] = events;
  const topic = count === 1 && first ? first.key.slice(0, Math.max(first.key.lastIndexOf(':'), 0)) : '';
  return {
    key,
    subject: shorten(subject, 160),
    text: shorten(text, 500),
    link: pathOf(link),
    token: actionLink === null ? null : new URL(actionLink).hash.slice(1),
    mayOperate,
    output: output && { ...output, name: shorten(output.name, 40) },
    receipt: receiptToken,
    badge,
    tag: topic || key,
    severity,
    kind,
    at,
  };
}

function pathOf(link: string): string {
  const { pathname, search, hash } = new URL(link);
  return pathname + search + hash;
}
