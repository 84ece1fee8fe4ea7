import { z } from 'zod';

/** What came of an action from a message, as a code with values, so that everybody reads it in their own language. */
export const messageResult = z.discriminatedUnion('code', [
  z.object({ code: z.literal('acknowledged'), count: z.number().int() }),
  z.object({ code: z.literal('snoozed'), count: z.number().int(), minutes: z.number().int() }),
  z.object({ code: z.literal('acknowledged_before') }),
  z.object({ code: z.literal('over_before') }),
  /** `online` false: its board gets it if it is back within an hour. */
  z.object({
    code: z.literal('switched'),
    output: z.string(),
    on: z.boolean(),
    device: z.string(),
    online: z.boolean(),
  }),
]);
export type MessageResult = z.infer<typeof messageResult>;

/** A sentence for each code. */
export type MessageResultTexts = {
  readonly [Code in MessageResult['code']]: (values: Extract<MessageResult, { code: Code }>) => string;
};
