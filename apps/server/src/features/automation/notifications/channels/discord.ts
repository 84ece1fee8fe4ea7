import type { OutgoingRequest } from '../../../../platform/outgoing/index.ts';
import type { OutgoingMessage } from '../event.ts';
import { jsonRequest, shorten } from './json-request.ts';

const colors = { info: 0x5c6bc0, warning: 0xb7791f, critical: 0xc53030 } as const;

/** An embed by a Discord webhook: https://discord.com/developers/docs/resources/webhook#execute-webhook. Nobody is mentioned. */
export function discordRequest(url: string, message: OutgoingMessage): OutgoingRequest {
  const { subject, text, link, severity, at } = message;
  return jsonRequest(url, {
    embeds: [
      {
        title: escapeMarkdown(shorten(subject, 120)),
        description: escapeMarkdown(shorten(text, 2_000)),
        url: link,
        color: colors[severity],
        timestamp: new Date(at).toISOString(),
      },
    ],
    allowed_mentions: { parse: [] },
  });
}

/** https://support.discord.com/hc/en-us/articles/210298617: a backslash before it keeps a sign as it is; no address becomes a link. */
const escapeMarkdown = (text: string): string =>
  text.replaceAll(/[\\*_~`|>#[\]()<@-]/g, '\\$&').replaceAll('://', ':\u200B//');
