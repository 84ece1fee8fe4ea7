import type { DeliveryText } from '@cyno/contract';
import type { messagingApi } from '@line/bot-sdk';
import type { Accounts } from '../../../people/accounts/index.ts';
import type { Attempt, ChatChannel } from '../../notifications/index.ts';
import type { MessageButtons } from '../commands/message-buttons.ts';
import { inTime, refusalOf } from './line-api.ts';
import { notificationMessage } from './line-messages.ts';

interface ChannelDeps {
  readonly api: Pick<messagingApi.MessagingApiClient, 'pushMessage'>;
  readonly buttons: Pick<MessageButtons, 'under'>;
  readonly accounts: Pick<Accounts, 'languageOf'>;
}

/** Notifications by LINE. The key of a delivery is its retry key: LINE takes a message once, however often it is sent. */
export function lineChannel({ api, buttons, accounts }: ChannelDeps): ChatChannel {
  return {
    problem: null,
    async send(chat, message, accountId) {
      const language = await accounts.languageOf(accountId);
      const push = {
        to: chat,
        messages: [notificationMessage(message, language, (await buttons.under(accountId, message, language)).flat())],
      };
      try {
        await inTime(api.pushMessage({ ...push, notificationDisabled: message.severity === 'info' }, message.key));
        return { ok: true, result: 'LINE took it.' };
      } catch (error) {
        return attemptOf(error);
      }
    },
  };
}

/** What is in the place of an official account that the administrator did not set up. */
export const noLine: ChatChannel = {
  problem: 'This server has no LINE official account any more. Its administrator can set LINE_BOT_CHANNEL_TOKEN.',
  send: async () => ({ ok: false, result: 'There is no official account.', isFinal: true, retryAfterSeconds: null }),
};

/** https://developers.line.biz/en/reference/messaging-api/#status-codes and https://developers.line.biz/en/docs/messaging-api/retrying-api-request/ */
function attemptOf(error: unknown): Attempt {
  const refusal = refusalOf(error);
  if (!refusal) return failed('LINE could not be reached.', false);
  const { status, message, retryAfterSeconds } = refusal;
  if (status === 409) return { ok: true, result: 'LINE had taken it already.' };
  if (status === 401) return failed('LINE does not accept the access token of this server.', false);
  if (status === 403) return failed('LINE does not let the official account send messages (403).', false);
  if (status === 429 && isMonthlyLimit(message))
    return failed('The official account has sent as many messages as its plan at LINE has for this month (429).', true);
  if (status === 429) return { ...failed('LINE takes no more messages for now (429).', false), retryAfterSeconds };
  if (status === 400) return failed(`LINE refused it: ${message}`, true);
  return failed(`LINE responded with ${status}.`, false);
}

/** https://developers.line.biz/en/reference/messaging-api/#error-messages */
const isMonthlyLimit = (message: string): boolean => /monthly limit/i.test(message);

const failed = (result: DeliveryText | `LINE refused it: ${string}`, isFinal: boolean) => ({
  ok: false as const,
  result,
  isFinal,
  retryAfterSeconds: null,
});
