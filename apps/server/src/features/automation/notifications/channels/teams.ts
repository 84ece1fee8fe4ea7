import type { OutgoingRequest } from '../../../../platform/outgoing/index.ts';
import type { OutgoingMessage } from '../event.ts';
import { jsonRequest } from './json-request.ts';

/**
 * An Adaptive Card to a webhook of Teams Workflows:
 * https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using. Text stands in runs, which,
 * unlike blocks, know no Markdown.
 */
export function teamsRequest(url: string, { subject, text, link }: OutgoingMessage): OutgoingRequest {
  const line = (value: string, style: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text: value, ...style }],
  });
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [line(subject, { weight: 'Bolder', size: 'Medium' }), ...text.split('\n').map((part) => line(part || ' '))],
    actions: [{ type: 'Action.OpenUrl', title: 'Open Cyno', url: link }],
  };
  return jsonRequest(url, {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  });
}
