import type { Config } from '../../../../config.ts';
import type { Core } from '../../../../core.ts';
import type { Accounts } from '../../../people/accounts/index.ts';
import type { ChatContacts } from '../../notifications/index.ts';
import type { MessageButtons } from '../commands/message-buttons.ts';
import type { Conversations } from '../conversations.ts';
import { LineBot } from './line-bot.ts';
import { lineChannel } from './line-channel.ts';
import { lineLinks, newLineCode } from './line-join.ts';
import { lineSdk } from './line-sdk.ts';
import { testLine } from './line-test.ts';
import { LineWebhook } from './line-webhook.ts';
import { webhookEventsRepository } from './webhook-events.repository.ts';

/** LINE sends a webhook again for some hours at most. */
const rememberedMs = 7 * 86_400_000;

interface LineDeps {
  readonly settings: NonNullable<Config['lineBot']>;
  readonly contacts: ChatContacts;
  readonly conversations: Conversations;
  readonly buttons: MessageButtons;
  readonly accounts: Pick<Accounts, 'languageOf'>;
}

/** LINE: what is written to the official account comes by a webhook, to any of the servers; each sends. */
export function createLine(
  { database, clock, log, parts, jobs }: Core,
  { settings, contacts, conversations, buttons, accounts }: LineDeps,
) {
  const { messagingApi } = lineSdk();
  const api = new messagingApi.MessagingApiClient({ channelAccessToken: settings.token, baseURL: settings.apiUrl });
  const bot = new LineBot({ api, conversations, contacts, clock, log });
  const repository = webhookEventsRepository(database);
  const handle = (event: Parameters<LineBot['handle']>[0]) => bot.handle(event);
  const webhook = new LineWebhook({ secret: settings.secret, repository, clock, log, handle });
  contacts.use('line', lineChannel({ api, buttons, accounts }));
  jobs.schedule('chats.webhooks.tidy', '33 3 * * *', () => repository.removeOld(clock.now() - rememberedMs));
  parts.push({ start: async () => undefined, stop: () => webhook.settled() });
  return {
    status: () => bot.status(),
    test: () => testLine(api, repository),
    newCode: newLineCode,
    linksOf: lineLinks,
    webhook,
  };
}
