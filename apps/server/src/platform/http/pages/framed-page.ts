import type { FastifyReply } from 'fastify';

/** Sets which origins may show the page of a token in a frame. */
export type FramersOf = (token: string) => Promise<readonly string[]>;

/** That page and no other: what comes behind its address the browser's router takes for another page of the app. */
const framedPath = /^\/view\/([\w-]{43})(?:\?|$)/;
/** Pages whose address is a secret. */
const secretPath = /^\/(?:view|pass)\//;
const noFrames = "frame-ancestors 'none'";

/** Keeps pages whose address is a secret out of search engines, and lets other sites frame those whose owner allows it. */
export async function describePage(url: string, reply: FastifyReply, framersOf: FramersOf | undefined): Promise<void> {
  if (secretPath.test(url)) reply.header('x-robots-tag', 'noindex, nofollow, noarchive');
  const token = framedPath.exec(url)?.[1];
  // A page that comes without the database waits for it by itself; a response about the database would stay on its screen.
  const origins = token && framersOf ? await framersOf(token).catch(() => []) : [];
  const policy = reply.getHeader('content-security-policy');
  if (origins.length === 0 || typeof policy !== 'string') return;
  reply.header('content-security-policy', policy.replace(noFrames, `frame-ancestors ${origins.join(' ')}`));
  // Older than the policy, and knows no list of origins.
  reply.removeHeader('x-frame-options');
}
