import type { OutgoingRequest } from '../../../../platform/outgoing/index.ts';
import type { OutgoingMessage } from '../event.ts';
import { jsonRequest } from './json-request.ts';

const priorities = { info: 2, warning: 5, critical: 8 } as const;

/** A message to a Gotify server: https://gotify.net/docs/pushmsg and https://gotify.net/docs/msgextras */
export function gotifyRequest(
  { url, token }: { readonly url: string; readonly token: string },
  { subject, text, link, severity }: OutgoingMessage,
): OutgoingRequest {
  const body = {
    title: subject,
    // One without text is refused.
    message: text.trim() === '' ? subject : text,
    priority: priorities[severity],
    extras: {
      'client::display': { contentType: 'text/plain' },
      'client::notification': { click: { url: link } },
    },
  };
  return jsonRequest(`${url.replace(/\/+$/, '')}/message`, body, { 'x-gotify-key': token });
}
