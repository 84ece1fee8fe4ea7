import { z } from 'zod';

const id = z.string().min(1).max(100);

/** https://developers.line.biz/en/reference/messaging-api/#source-user */
const source = z.discriminatedUnion('type', [
  z.object({ type: z.literal('user'), userId: id }),
  z.object({ type: z.literal('group'), groupId: id, userId: id.optional() }),
  z.object({ type: z.literal('room'), roomId: id, userId: id.optional() }),
]);
export type LineSource = z.infer<typeof source>;

const common = {
  source,
  /** ms since the epoch, also of one that is sent again. */
  timestamp: z.number(),
  /** `standby`: another program responds. */
  mode: z.enum(['active', 'standby']),
  webhookEventId: id,
};
const replyToken = id.optional();

const mention = z.object({
  mentionees: z
    .array(z.object({ index: z.number().int(), length: z.number().int(), isSelf: z.boolean().optional() }))
    .max(100),
});

/** What of https://developers.line.biz/en/reference/messaging-api/#webhook-event-objects is handled. */
const lineEvent = z.discriminatedUnion('type', [
  z.object({
    ...common,
    type: z.literal('message'),
    replyToken,
    message: z.object({ type: z.literal('text'), text: z.string(), mention: mention.optional() }),
  }),
  z.object({ ...common, type: z.literal('postback'), replyToken, postback: z.object({ data: z.string().max(300) }) }),
  z.object({ ...common, type: z.literal('follow'), replyToken }),
  z.object({ ...common, type: z.enum(['unfollow', 'join', 'leave']) }),
]);
export type LineEvent = z.infer<typeof lineEvent>;

const webhookBody = z.object({ events: z.array(z.unknown()).max(100) });

/** The events of a webhook that are handled; undefined when it is none. */
export function readWebhook(body: Buffer): LineEvent[] | undefined {
  let json: unknown;
  try {
    json = JSON.parse(body.toString());
  } catch {
    return undefined;
  }
  const webhook = webhookBody.safeParse(json);
  return webhook.data?.events.flatMap((event) => lineEvent.safeParse(event).data ?? []);
}
