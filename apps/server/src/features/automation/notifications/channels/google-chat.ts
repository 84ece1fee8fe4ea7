import type { OutgoingRequest } from '../../../../platform/outgoing/index.ts';
import type { OutgoingMessage } from '../event.ts';
import { jsonRequest, shorten } from './json-request.ts';

/** A card by a Google Chat webhook: https://developers.google.com/workspace/chat/quickstart/webhooks */
export function googleChatRequest(url: string, { key, subject, text, link }: OutgoingMessage): OutgoingRequest {
  const paragraph = { textParagraph: { text: escapeHtml(shorten(text, 2_000)).replaceAll('\n', '<br>') } };
  const open = { text: 'Open Cyno', onClick: { openLink: { url: link } } };
  return jsonRequest(url, {
    cardsV2: [
      {
        cardId: key,
        card: {
          header: { title: shorten(subject, 200) },
          sections: [
            {
              // A paragraph without text is refused.
              widgets: [...(text.trim() === '' ? [] : [paragraph]), { buttonList: { buttons: [open] } }],
            },
          ],
        },
      },
    ],
  });
}

/** https://developers.google.com/workspace/chat/format-messages#card-formatting: text of cards is HTML. */
const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
