import { z } from 'zod';
import { chatService } from './notifications.ts';

/** What this server has of a chat service. `name`: that of its bot, such as `farm_bot` or `@123abcde`; null: not known. */
export const chatServiceStatus = z.object({
  service: chatService,
  /** False: the administrator has not set it up. */
  configured: z.boolean(),
  name: z.string().nullable(),
  /** Why chats cannot be connected at this moment, as a sentence; null: they can. */
  problem: z.string().nullable(),
  /**
   * How many messages LINE lets the official account send this month, and how many of them are sent; replies are not counted. Null: there is no
   * limit, or it is not known, and for people who do not administer the server.
   */
  quota: z.object({ limit: z.number().int(), used: z.number().int() }).nullable(),
});
export type ChatServiceStatus = z.infer<typeof chatServiceStatus>;

/** `GET /api/chats` */
export const chatServices = z.object({ services: z.array(chatServiceStatus) });
export type ChatServices = z.infer<typeof chatServices>;

/**
 * `POST /api/admin/chats/:service/test`: what came of checking the settings of a chat service with the service itself. `name`: that of its bot;
 * null: not known. `results`: a sentence for each thing that was checked, up to the first that is wrong; none: it is not set up.
 */
export const chatTest = z.object({
  service: chatService,
  configured: z.boolean(),
  name: z.string().nullable(),
  results: z.array(z.object({ ok: z.boolean(), text: z.string() })),
});
export type ChatTest = z.infer<typeof chatTest>;

/** `POST /api/chats/:service/join` */
export const chatParams = z.object({ service: chatService });
/**
 * `link` opens the service and connects the chat from which it is confirmed, once, until `expiresAt` (ms since the epoch). `byHand`: what
 * does the same where the link cannot: `text`, sent to the bot that `link` opens; null: nothing does.
 */
export const chatJoin = z.object({
  link: z.string(),
  byHand: z.object({ link: z.string(), text: z.string() }).nullable(),
  expiresAt: z.number(),
});
export type ChatJoin = z.infer<typeof chatJoin>;
