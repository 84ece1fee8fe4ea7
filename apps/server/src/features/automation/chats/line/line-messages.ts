import type { Language } from '@cyno/contract';
import type { messagingApi } from '@line/bot-sdk';
import { type OutgoingMessage, shorten } from '../../notifications/index.ts';
import { withoutLinks } from '../commands/plain-text.ts';
import type { ChatButton, ChatReply } from '../commands/reply.ts';
import { chatTexts } from '../texts/index.ts';

/** https://developers.line.biz/en/reference/messaging-api/#text-message: 5000 characters. */
const maxTextLength = 4_500;
/** Of a text with buttons; what is long is read in Cyno. */
const maxCardText = 1_000;
/** https://developers.line.biz/en/reference/messaging-api/#action-objects: the shortest bounds of all places that have buttons. */
const maxLabel = 20;
const maxAddress = 1_000;
/** https://developers.line.biz/en/reference/messaging-api/#flex-message */
const maxAltText = 400;

type Line = messagingApi.FlexComponent;

/** A notification: its subject in bold, its text, and its buttons. LINE marks up nothing in a Flex Message. */
export function notificationMessage(
  message: OutgoingMessage,
  language: Language,
  offered: readonly ChatButton[],
): messagingApi.Message {
  const { subject, text, link } = message;
  const body: Line[] = [textLine(subject, { weight: 'bold' })];
  if (text.trim() !== '') body.push(textLine(text, { size: 'sm' }));
  const buttons: Line[] = offered.map((button) => buttonLine(button));
  if (link.length <= maxAddress) {
    buttons.push({ type: 'button', height: 'sm', action: { type: 'uri', label: chatTexts[language].open, uri: link } });
  }
  return card(subject, body, buttons);
}

/** A reply: plain text, or a card with buttons. Labels that do not fit onto a button stand in the text, with numbers. */
export function replyMessage({ text, buttons }: ChatReply): messagingApi.Message {
  if (buttons.length === 0) return { type: 'text', text: shorten(withoutLinks(text), maxTextLength) };
  const isNumbered = buttons.some(({ label }) => label.length > maxLabel);
  const labelled = isNumbered ? buttons.map(({ label, data }, n) => ({ label: `${n + 1}. ${label}`, data })) : buttons;
  const listed = isNumbered ? [text, ...labelled.map(({ label }) => label)].join('\n') : text;
  return card(
    text,
    [textLine(listed, { size: 'sm' })],
    labelled.map((button) => buttonLine(button)),
  );
}

function card(altText: string, body: Line[], buttons: Line[]): messagingApi.Message {
  return {
    type: 'flex',
    altText: shorten(withoutLinks(altText), maxAltText),
    contents: {
      type: 'bubble',
      body: { type: 'box', layout: 'vertical', spacing: 'md', contents: body },
      ...(buttons.length > 0 && { footer: { type: 'box', layout: 'vertical', spacing: 'sm', contents: buttons } }),
    },
  };
}

const textLine = (text: string, style: { weight?: 'bold'; size?: string }): Line => ({
  type: 'text',
  text: shorten(text, maxCardText),
  wrap: true,
  ...style,
});

/** Its label is written into the chat as well, so that everybody in it sees what was pressed. */
const buttonLine = ({ label, data }: ChatButton): Line => ({
  type: 'button',
  height: 'sm',
  style: 'secondary',
  action: { type: 'postback', label: shorten(label, maxLabel), data, displayText: shorten(label, maxTextLength / 15) },
});
