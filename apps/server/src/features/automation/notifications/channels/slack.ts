import type { OutgoingRequest } from '../../../../platform/outgoing/index.ts';
import type { OutgoingMessage } from '../event.ts';
import { jsonRequest, shorten } from './json-request.ts';

/**
 * Blocks of plain text, none of which may be empty, by a Slack webhook: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks. Only the link is
 * markup; `text` is what a phone shows.
 */
export function slackRequest(url: string, { subject, text, link }: OutgoingMessage): OutgoingRequest {
  const plain = (value: string, max: number) => ({ type: 'plain_text', text: shorten(value, max), emoji: false });
  return jsonRequest(url, {
    text: escapeControl(subject),
    mrkdwn: false,
    blocks: [
      { type: 'header', text: plain(subject, 150) },
      ...(text.trim() === '' ? [] : [{ type: 'section', text: plain(text, 3_000) }]),
      { type: 'section', text: { type: 'mrkdwn', text: `<${escapeControl(link)}|Open Cyno>` } },
    ],
  });
}

/** https://docs.slack.dev/messaging/formatting-message-text#escaping */
const escapeControl = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
