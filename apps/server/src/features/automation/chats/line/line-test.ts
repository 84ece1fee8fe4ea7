import type { ChatTest, DeliveryText } from '@cyno/contract';
import type { messagingApi } from '@line/bot-sdk';
import { inTime, refusalOf } from './line-api.ts';
import { notReached, webhookProblem, wrongToken } from './line-problems.ts';
import type { WebhookEventsRepository } from './webhook-events.repository.ts';

/**
 * Checks the settings of the official account at LINE: the token by requesting who it is, the address of the webhook, and the channel secret by a
 * webhook that LINE sends here and this server verifies: another server at the same path of another host would take it as well. Never rejects.
 */
export async function testLine(
  api: messagingApi.MessagingApiClient,
  webhooks: Pick<WebhookEventsRepository, 'lastTestAt'>,
): Promise<Pick<ChatTest, 'name' | 'results'>> {
  let name: string | null = null;
  const results: { ok: boolean; text: DeliveryText }[] = [];
  try {
    const { basicId, premiumId } = await inTime(api.getBotInfo());
    name = premiumId ?? basicId;
    results.push({ ok: true, text: 'LINE accepts the access token.' });
    const problem = await webhookProblem(api);
    if (problem !== null) return { name, results: [...results, { ok: false, text: problem }] };
    const before = await webhooks.lastTestAt();
    const { success, statusCode, reason } = await inTime(api.testWebhookEndpoint({}));
    if (success !== true) results.push({ ok: false, text: whyNot(statusCode, reason) });
    else if ((await webhooks.lastTestAt()) === before) results.push({ ok: false, text: elsewhere });
    else results.push({ ok: true, text: reached });
  } catch (error) {
    results.push({ ok: false, text: problemOf(error) });
  }
  return { name, results };
}

const reached: DeliveryText = 'LINE reaches this server, and the channel secret is right.';

const elsewhere: DeliveryText =
  'LINE sends its webhooks to another server. Set the webhook URL in the LINE Developers Console to the address of this server with /api/chats/line/webhook behind it.';

/** https://developers.line.biz/en/reference/messaging-api/#test-webhook-endpoint; without a response the status is not positive. */
function whyNot(status: number, reason: string): DeliveryText {
  // The response of this server to a webhook that is not signed with its secret.
  if (status === 400) {
    return 'LINE reaches this server, but LINE_BOT_CHANNEL_SECRET is not the channel secret of the official account. Copy it from “Basic settings” in the LINE Developers Console.';
  }
  if (status > 0) {
    return `What LINE reaches at the webhook URL responded with an error (${status}). Set the address of this server with /api/chats/line/webhook behind it.`;
  }
  const code = /^[A-Z_]{2,40}$/.test(reason) ? reason : 'UNCLASSIFIED';
  return `LINE does not reach this server (${code}). Its public name must lead here by HTTPS, with a certificate that browsers trust.` as DeliveryText;
}

function problemOf(error: unknown): DeliveryText {
  const status = refusalOf(error)?.status;
  if (status === undefined) return notReached;
  if (status === 401 || status === 403) return wrongToken;
  if (status === 429) return 'LINE takes no more requests for now (429). Try again later.';
  return `LINE responded with ${status}.`;
}
