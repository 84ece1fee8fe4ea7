import type { ContactTarget } from '@cyno/contract';
import type { OutgoingRequest } from '../../../../platform/outgoing/index.ts';
import type { OutgoingMessage } from '../event.ts';
import { newWebhookSecret, webhookRequest } from './webhook.ts';

/** What is stored of a contact, as its service needs it. */
export type StoredTarget = Readonly<Record<string, string>>;

/** A service that messages are sent to. */
interface Channel {
  /** `now`: the instant of this attempt, ms since the epoch. */
  request(target: StoredTarget, message: OutgoingMessage, now: number): OutgoingRequest;
}

export const channels: Record<ContactTarget['kind'], Channel> = {
  webhook: {
    request: ({ url = '', secret = '' }, message, now) => webhookRequest({ url, secret }, message, now),
  },
};

/** What is stored of a contact that somebody typed. */
export function storedTarget({ kind, ...typed }: ContactTarget): StoredTarget {
  return kind === 'webhook' ? { ...typed, secret: newWebhookSecret() } : typed;
}
