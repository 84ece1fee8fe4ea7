import { z } from 'zod';

/** The language between servers; another number is refused. Connections are carried as bytes, so versions of Cyno need not be alike. */
export const protocolVersion = 1;

/**
 * Where the server is reached that serves, whose start has this tag. The others know it from the database, so that several installations can
 * use the same NATS, and nobody follows a server that does not serve any more.
 */
export const subjectsOf = (tag: string) => ({
  /** Another server requests a link there. */
  link: `cyno.${tag}.link`,
  /** Messages of a link to the one that serves, and back. */
  up: (link: string) => `cyno.${tag}.up.${link}`,
  down: (link: string) => `cyno.${tag}.down.${link}`,
});

/** Requests a link. */
export const linkRequest = z.object({
  protocol: z.number(),
  link: z.string().regex(/^[0-9a-f]{32}$/),
  name: z.string().max(100),
  version: z.string().max(100),
});

/** Whether there is one from now on; null: there is, otherwise why not. */
export const linkResponse = z.object({ refused: z.string().nullable() });

/** What the one that serves hears each second: the clock of the other server, ms since the epoch. */
export const nodeState = z.object({ now: z.number(), drained: z.boolean() });

/** What the one that serves has another one do. */
export const nodeOrder = z.object({ drain: z.boolean() });
