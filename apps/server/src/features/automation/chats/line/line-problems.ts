import type { DeliveryText } from '@cyno/contract';
import type { messagingApi } from '@line/bot-sdk';
import { inTime, refusalOf } from './line-api.ts';

const webhookPath = '/api/chats/line/webhook';

export const wrongToken: DeliveryText =
  'LINE does not accept the access token of this server. Its administrator can issue another one and set LINE_BOT_CHANNEL_TOKEN.';
export const notReached: DeliveryText = 'LINE cannot be reached from this server at the moment.';
const wrongWebhook: DeliveryText = `LINE does not send messages to this server. Its administrator sets the webhook URL in the LINE Developers Console to the address of this server with ${webhookPath} behind it.`;
const inactiveWebhook: DeliveryText =
  'LINE does not send messages to this server. Its administrator switches on “Use webhook” in the LINE Developers Console.';

/**
 * Nothing that is written arrives where LINE sends it elsewhere. Null: LINE sends it to this path, of whatever host, because a name of its own may
 * lead here, and below the path of this server where it has one. Throws what LINE responds otherwise.
 */
export async function webhookProblem(api: messagingApi.MessagingApiClient): Promise<DeliveryText | null> {
  try {
    const { endpoint, active } = await inTime(api.getWebhookEndpoint());
    if (!URL.parse(endpoint)?.pathname.endsWith(webhookPath)) return wrongWebhook;
    return active ? null : inactiveWebhook;
  } catch (error) {
    if (refusalOf(error)?.status === 404) return wrongWebhook;
    throw error;
  }
}
