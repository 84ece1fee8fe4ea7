import { z } from 'zod';
import { output, pinName } from '../boards/control.ts';
import { espid } from '../boards/devices.ts';
import { messageResult } from './message-results/message-result.ts';
import { notificationSeverity, receiptState } from './notifications.ts';

/** The header with the token of a link that a message holds. */
export const messageHeader = 'x-cyno-message';

/** What a person does from a message: about its alerts, or with an output of its devices. */
export const messageAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('acknowledge') }),
  /** Nobody is notified of its alerts for so long. */
  z.object({ kind: z.literal('snooze'), minutes: z.number().int().min(5).max(1_440) }),
  /** `confirmed` false: its button cannot show that the output is locked, so a locked one is not switched. */
  z.object({ kind: z.literal('switch'), espid, pin: pinName, on: z.boolean(), confirmed: z.boolean().optional() }),
]);
export type MessageAction = z.infer<typeof messageAction>;

/** How many of the alerts of a message are in which state now; `snoozed` ones are counted in their state too. */
const alertCounts = z.object({
  active: z.number().int(),
  acknowledged: z.number().int(),
  cleared: z.number().int(),
  snoozed: z.number().int(),
});

/** An output that is switched on or off, as its owner named it. `wanted` differs from `reported` while a command is under way. */
const messageOutput = output
  .pick({ pin: true, name: true, locked: true, wanted: true, reported: true })
  .extend({ espid, device: z.string(), online: z.boolean() });
export type MessageOutput = z.infer<typeof messageOutput>;

/** `GET /api/public/message`: what a message was about, and what can be done about it now. */
export const actionableMessage = z.object({
  subject: z.string(),
  text: z.string(),
  severity: notificationSeverity,
  /** Ms since the epoch. */
  at: z.number(),
  /** A path of the web app. */
  link: z.string(),
  alerts: alertCounts,
  /** Whether one of its alerts is active and the account may acknowledge it. */
  mayAcknowledge: z.boolean(),
  /** False: the account may only look at its devices. */
  mayAct: z.boolean(),
  outputs: z.array(messageOutput),
});
export type ActionableMessage = z.infer<typeof actionableMessage>;

/** `POST /api/public/message/receipts` */
export const messageReceipt = z.object({ state: receiptState });

/** `POST /api/public/message/actions` */
export const messageActionRequest = z.object({ action: messageAction });
/** `result`: what came of it, in the language of the account; `report`: for others. `token`: stands for the page from now on; the one of the link is used. */
export const messageActionDone = z.object({
  result: z.string(),
  report: messageResult,
  token: z.string(),
  message: actionableMessage,
});
export type MessageActionDone = z.infer<typeof messageActionDone>;
