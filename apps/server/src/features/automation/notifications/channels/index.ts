import type { ContactTarget, PushSubscriptionKeys } from '@cyno/contract';
import type { OutgoingRequest } from '../../../../platform/outgoing/index.ts';
import type { OutgoingMessage } from '../event.ts';
import { discordRequest } from './discord.ts';
import { googleChatRequest } from './google-chat.ts';
import { gotifyRequest } from './gotify.ts';
import { ntfyRequest } from './ntfy.ts';
import { slackRequest } from './slack.ts';
import { teamsRequest } from './teams.ts';
import { newWebhookSecret, webhookRequest } from './webhook.ts';

/** What is stored of a contact, as its service needs it. */
export type StoredTarget = Readonly<Record<string, string>>;

/** What a service is sent; `now`: the instant of this attempt, ms since the epoch. */
type WriteRequest = (target: StoredTarget, message: OutgoingMessage, now: number) => OutgoingRequest;

export const channels: Record<Exclude<ContactTarget['kind'], 'push'>, WriteRequest> = {
  webhook: ({ url = '', secret = '' }, message, now) => webhookRequest({ url, secret }, message, now),
  discord: ({ url = '' }, message) => discordRequest(url, message),
  slack: ({ url = '' }, message) => slackRequest(url, message),
  teams: ({ url = '' }, message) => teamsRequest(url, message),
  'google-chat': ({ url = '' }, message) => googleChatRequest(url, message),
  ntfy: ({ url = '', token }, message) => ntfyRequest({ url, token }, message),
  gotify: ({ url = '', token = '' }, message) => gotifyRequest({ url, token }, message),
};

/** What is stored of a contact that somebody typed. */
export function storedTarget(typed: ContactTarget): StoredTarget {
  const { url } = typed;
  if (typed.kind === 'push') return subscriptionTarget(typed);
  if (typed.kind === 'webhook') return { url, secret: newWebhookSecret() };
  return 'token' in typed && typed.token !== null ? { url, token: typed.token } : { url };
}

/** What is stored of a browser's subscription. */
export const subscriptionTarget = ({ url, p256dh, auth }: PushSubscriptionKeys): StoredTarget => ({
  url,
  p256dh,
  auth,
});
