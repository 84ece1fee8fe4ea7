import type { DeliveryText } from '@cyno/contract';
import type { Api } from 'grammy';
import type { Accounts } from '../../../people/accounts/index.ts';
import {
  type Attempt,
  type ChatChannel,
  type ChatContacts,
  type OutgoingMessage,
  shorten,
} from '../../notifications/index.ts';
import type { MessageButtons } from '../commands/message-buttons.ts';
import type { ChatButton } from '../commands/reply.ts';
import type { AlertPictures } from '../pictures/alert-pictures.ts';
import { refusalOf, telegramSdk } from './telegram-sdk.ts';
import { plainText } from './telegram-text.ts';

/** Within what a delivery may take. */
const timeoutMs = 10_000;
const maxBodyLength = 3_000;
/** https://core.telegram.org/bots/api#sendphoto; subject and link need the rest. */
const maxCaptionLength = 1_024;
const maxCaptionBodyLength = 500;

interface ChannelDeps {
  readonly api: Api;
  readonly contacts: Pick<ChatContacts, 'move'>;
  readonly pictures: Pick<AlertPictures, 'draw'>;
  readonly buttons: Pick<MessageButtons, 'under'>;
  readonly accounts: Pick<Accounts, 'languageOf'>;
}

/** Notifications by Telegram. It knows no key by which it would recognize a message that is sent again. */
export function telegramChannel({ api, contacts, pictures, buttons, accounts }: ChannelDeps): ChatChannel {
  return {
    problem: null,
    async send(chat, message, accountId) {
      try {
        const language = await accounts.languageOf(accountId);
        const rows = await buttons.under(accountId, message, language);
        const picture = await pictures.draw(accountId, message);
        if (
          !picture ||
          !(await sendPicture(api, chat, picture, messageOf(message, { maxLength: maxCaptionBodyLength, rows })))
        ) {
          await sendText(api, chat, messageOf(message, { maxLength: maxBodyLength, rows }));
        }
        return { ok: true, result: 'Telegram took it.' };
      } catch (error) {
        const movedTo = refusalOf(error)?.parameters.migrate_to_chat_id;
        if (movedTo !== undefined) await contacts.move('telegram', chat, String(movedTo));
        return failedAttempt(error);
      }
    },
  };
}

/** What is in the place of a bot that the administrator did not set up. */
export const noTelegram: ChatChannel = {
  problem: 'This server has no Telegram bot any more. Its administrator can set TELEGRAM_BOT_TOKEN.',
  send: async () => ({ ok: false, result: 'There is no bot.', isFinal: true, retryAfterSeconds: null }),
};

type SendOptions = Parameters<Api['sendMessage']>[2];

/** Sends text within ten seconds; throws what grammY throws. */
export async function sendText(api: Api, chat: string, text: { readonly text: string } & SendOptions): Promise<void> {
  const { text: content, ...options } = text;
  await api.sendMessage(
    chat,
    content,
    { link_preview_options: { is_disabled: true }, ...options },
    // grammY's type is that of a package; it takes the platform's as well.
    AbortSignal.timeout(timeoutMs) as never,
  );
}

/** False when Telegram does not take the picture: the text goes alone then. Throws for what would refuse the text too. */
async function sendPicture(
  api: Api,
  chat: string,
  picture: Buffer,
  { text: caption, entities, ...options }: ReturnType<typeof messageOf>,
): Promise<boolean> {
  if (caption.length > maxCaptionLength) return false;
  const photo = new (telegramSdk().InputFile)(picture, 'last-24-hours.png');
  try {
    const signal = AbortSignal.timeout(timeoutMs) as never;
    await api.sendPhoto(chat, photo, { caption, caption_entities: entities, ...options }, signal);
    return true;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal?.error_code === 400 && isPhotoProblem.test(refusal.description)) return false;
    throw error;
  }
}

/** Such as `Bad Request: PHOTO_INVALID_DIMENSIONS`, `IMAGE_PROCESS_FAILED`, and `not enough rights to send photos to the chat`. */
const isPhotoProblem = /photo|image|caption|media/i;

/** The subject in bold, by an entity: nothing in it can end that. */
function messageOf(
  message: OutgoingMessage,
  { maxLength, rows }: { maxLength: number; rows: readonly (readonly ChatButton[])[] },
) {
  const { subject, text, link, severity } = message;
  const title = plainText(subject);
  const body = plainText(shorten(text, maxLength));
  return {
    text: `${title}\n${body}\n\n${link}`,
    entities: [{ type: 'bold' as const, offset: 0, length: title.length }],
    disable_notification: severity === 'info',
    ...(rows.length > 0 && { reply_markup: { inline_keyboard: rows.map((row) => row.map(keyOf)) } }),
  };
}

export const keyOf = ({ label, data }: ChatButton) => ({ text: label, callback_data: data });

/** https://core.telegram.org/bots/api#making-requests and https://core.telegram.org/bots/api#responseparameters */
function failedAttempt(error: unknown): Attempt {
  const refusal = refusalOf(error);
  if (!refusal) return failed('Telegram could not be reached.', false);
  const { error_code: code, description, parameters } = refusal;
  if (parameters.migrate_to_chat_id !== undefined)
    return failed('The group has become a larger one, and is tried there.', false);
  if (code === 403) return failed('The bot was blocked or removed from the chat. Connect the chat again.', true);
  if (code === 401 || code === 404) return failed('Telegram does not accept the token of this server’s bot.', false);
  if (code === 429)
    return {
      ...failed('Telegram takes no more messages for now (429).', false),
      retryAfterSeconds: parameters.retry_after ?? null,
    };
  if (code === 400) return failed(`Telegram refused it: ${description}`, true);
  return failed(`Telegram responded with ${code}.`, false);
}

const failed = (result: DeliveryText | `Telegram refused it: ${string}`, isFinal: boolean) => ({
  ok: false as const,
  result,
  isFinal,
  retryAfterSeconds: null,
});
