import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(gzip);
/** Below that the head of the response weighs more than what is saved. */
const fromBytes = 4_096;

/**
 * An `onSend` hook for a route whose response can be long: compresses JSON for anyone who takes gzip, outside the event loop.
 * Routes request it one by one; a response that mixes secrets with text of strangers must not (BREACH, CVE-2013-3587).
 */
export async function gzipped(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  reply.header('vary', 'accept-encoding');
  if (typeof payload !== 'string' || payload.length < fromBytes || !takesGzip(request)) return payload;
  reply.header('content-encoding', 'gzip');
  reply.removeHeader('content-length');
  return compress(payload, { level: constants.Z_BEST_SPEED });
}

/** RFC 9110, section 12.5.3; a weight of 0 refuses. */
function takesGzip({ headers }: FastifyRequest): boolean {
  return String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((part) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(part));
}
