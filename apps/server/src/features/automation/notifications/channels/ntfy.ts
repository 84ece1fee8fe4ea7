import type { OutgoingRequest } from '../../../../platform/outgoing/index.ts';
import type { OutgoingMessage } from '../event.ts';
import { jsonRequest, shorten } from './json-request.ts';

const priorities = { info: 3, warning: 4, critical: 5 } as const;

/**
 * A message to a topic of ntfy, such as `https://ntfy.sh/my-topic`, as JSON to the server's root, because headers hold no letters
 * beyond ASCII: https://docs.ntfy.sh/publish/#publish-as-json. Its text is plain unless `markdown` is set.
 */
export function ntfyRequest(
  { url, token }: { readonly url: string; readonly token: string | undefined },
  { subject, text, link, severity }: OutgoingMessage,
): OutgoingRequest {
  const topicUrl = new URL(url);
  const path = topicUrl.pathname.replace(/\/+$/, '');
  const topic = path.slice(path.lastIndexOf('/') + 1);
  topicUrl.pathname = path.slice(0, path.lastIndexOf('/') + 1);
  const body = { topic, title: subject, message: shorten(text, 1_300), priority: priorities[severity], click: link };
  return jsonRequest(topicUrl.href, body, token === undefined ? {} : { authorization: `Bearer ${token}` });
}
