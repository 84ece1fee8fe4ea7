import { randomInt } from 'node:crypto';

/** What nobody mixes up when it is typed by hand. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 58 bits: nobody guesses one in the ten minutes that it is good for. */
const codeLength = 12;

/** A code that people can type. */
export const newLineCode = (): string =>
  Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join('');

/** `connect 7KDM-Q9XT-P2HF` */
const textOf = (code: string): string => `connect ${code.match(/.{4}/g)?.join('-')}`;

/** The code in what somebody wrote; undefined when there is none. */
export function codeIn(text: string): string | undefined {
  const [, typed] = /^connect\s+([\w-]{12,20})$/i.exec(text.trim()) ?? [];
  return typed?.replaceAll('-', '').toUpperCase();
}

/**
 * What connects a chat with the official account of this id, such as `@123abcde`: a link that opens the chat with a message written, on
 * phones (https://developers.line.biz/en/docs/messaging-api/using-line-url-scheme/), and the message itself.
 */
export function lineLinks(name: string, code: string) {
  const text = textOf(code);
  const account = encodeURIComponent(name);
  return {
    link: `https://line.me/R/oaMessage/${account}/?${encodeURIComponent(text)}`,
    byHand: { link: `https://line.me/R/ti/p/${account}`, text },
  };
}
