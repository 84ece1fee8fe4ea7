import { z } from 'zod';
import {
  type ActionableMessage,
  actionableMessage,
  messageActionDone,
  messageActionRequest,
  messageReceipt,
} from '../../automation/message-actions.ts';
import { espid, greenhouse, morning, token43 } from '../farm.ts';
import type { OperationErrors, Operations } from '../operation.ts';

const header = 'The header `X-Cyno-Message` holds the token of the link in a message.';
const message: ActionableMessage = {
  subject: `${greenhouse.name}: Too hot`,
  text: 'Temperature was 34 °C, above 30 °C for 5 minutes.',
  severity: 'critical',
  at: morning,
  link: `/device/${espid}/History?from=${morning - 900_000}&to=${morning + 600_000}&v=${espid}:temp`,
  alerts: { active: 1, acknowledged: 0, cleared: 0, snoozed: 0 },
  mayAcknowledge: true,
  mayAct: true,
  outputs: [
    { espid, device: greenhouse.name, online: true, pin: 'D1', name: 'Fan', locked: false, wanted: null, reported: 0 },
  ],
};
const noSuchLink: OperationErrors = {
  '404 not_found': 'The link was used already, or is too old.',
  '429 rate_limited': 'Too many tokens that do not exist, or too many actions of this network.',
};

export const messageActionOperations = {
  'GET /api/public/message': {
    summary: 'Get what a message was about, and what can be done about it',
    description: header,
    errors: noSuchLink,
    schema: { response: { 200: actionableMessage } },
    example: { response: message },
  },
  'POST /api/public/message/receipts': {
    summary: 'Report that a message was shown or opened',
    description: `${header} A push message has one of its own for this (\`receipt\`). What was reported before stays as it was.`,
    errors: {
      ...noSuchLink,
      '429 rate_limited': 'Too many tokens that do not exist, or too many receipts of this network.',
    },
    schema: { body: messageReceipt, response: { 204: z.null() } },
    example: { body: { state: 'read' } },
  },
  'POST /api/public/message/actions': {
    summary: 'Acknowledge, snooze or switch from a message',
    description: `${header} It works once; the response has the next one for the open page.`,
    errors: {
      ...noSuchLink,
      '400 bad_request': 'The message is not about an alert, or the output cannot take this value.',
      '403 forbidden': 'The account may only view these devices.',
    },
    schema: { body: messageActionRequest, response: { 200: messageActionDone } },
    example: {
      body: { action: { kind: 'acknowledge' } },
      response: {
        result: 'Alert acknowledged.',
        report: { code: 'acknowledged', count: 1 },
        token: token43,
        message: { ...message, alerts: { active: 0, acknowledged: 1, cleared: 0, snoozed: 0 }, mayAcknowledge: false },
      },
    },
  },
} satisfies Operations;
