import { shorten } from '../../notifications/index.ts';
import { withoutLinks } from '../commands/plain-text.ts';

/** https://core.telegram.org/bots/api#sendmessage: 4096 characters, of which a link needs some. */
const maxTextLength = 4_000;

/**
 * Text without anything that Telegram would make a link, a mention or a command of: it marks these up by itself, also where no markup
 * was requested. A space without width keeps each from being one.
 */
export const plainText = (text: string): string =>
  shorten(
    withoutLinks(text)
      .replaceAll('@', '@\u200B')
      .replaceAll(/(?<=^|\s)\/(?=\w)/g, '/\u200B'),
    maxTextLength,
  );
