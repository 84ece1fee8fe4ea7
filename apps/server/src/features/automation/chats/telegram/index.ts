import type { Config } from '../../../../config.ts';
import type { Core } from '../../../../core.ts';
import { Leader } from '../../../../platform/database/index.ts';
import { type Accounts, newToken } from '../../../people/accounts/index.ts';
import type { ChatContacts } from '../../notifications/index.ts';
import type { MessageButtons } from '../commands/message-buttons.ts';
import type { Conversations } from '../conversations.ts';
import type { AlertPictures } from '../pictures/alert-pictures.ts';
import { TelegramBot } from './telegram-bot.ts';
import { telegramChannel } from './telegram-channel.ts';
import { pollTelegram } from './telegram-poll.ts';
import { telegramSdk } from './telegram-sdk.ts';
import { testTelegram } from './telegram-test.ts';

/** A program that fetched messages to the bot within this time counts as one that does. */
const rivalMs = 5 * 60_000;

interface TelegramDeps {
  readonly settings: NonNullable<Config['telegram']>;
  readonly contacts: ChatContacts;
  readonly conversations: Conversations;
  readonly accounts: Pick<Accounts, 'languageOf'>;
  readonly pictures: AlertPictures;
  readonly buttons: MessageButtons;
}

/** Telegram: one of the servers fetches what is written to the bot, so that no public address is needed; each sends. */
export function createTelegram(
  { database, clock, log, parts }: Core,
  { settings, contacts, conversations, pictures, buttons, accounts }: TelegramDeps,
) {
  const api = new (telegramSdk().Api)(settings.token, { apiRoot: settings.apiUrl, timeoutSeconds: 60 });
  const bot = new TelegramBot({ api, conversations, contacts, clock, log });
  contacts.use('telegram', telegramChannel({ api, contacts, pictures, buttons, accounts }));
  let rivalAt = -Infinity;
  const onRival = () => {
    rivalAt = clock.now();
  };
  const leader = new Leader(database, {
    name: 'telegram',
    log,
    async work(signal) {
      await bot.offerCommands();
      await pollTelegram({ api, log, handle: (update) => bot.handle(update), onRival }, signal);
    },
  });
  parts.push({
    start: () => leader.start(),
    async stop() {
      bot.stop();
      await leader.stop();
    },
  });
  return {
    status: () => bot.status(),
    test: () => testTelegram(api, { hasRival: clock.now() - rivalAt < rivalMs }),
    newCode: newToken,
    /** https://core.telegram.org/bots/features#deep-linking */
    linksOf: (name: string, code: string) => ({ link: `https://t.me/${name}?start=${code}`, byHand: null }),
  };
}
