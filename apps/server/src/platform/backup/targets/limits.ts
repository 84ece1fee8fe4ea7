import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { explained } from './explain.ts';
import type { BackupTarget } from './target.ts';

/** A machine that sends nothing for so long is gone. */
export const usualRespondMs = 60_000;
/** A list that is longer may have no end. */
export const maxFiles = 100_000;
export const tooLong = () => new Error('its list of files is too long');

/**
 * A target on another machine, which may accept a request and then send nothing: it is given up then, with its connections. An archive may take
 * as long as bytes of it come, lists that are fetched page by page ten times as long as the rest.
 */
export function withPatience(target: BackupTarget, respondMs = usualRespondMs): BackupTarget {
  const inTime = <Result>(work: Promise<Result>, ms = respondMs) =>
    explained(target.label, () => within(ms, work)).catch(async (error: Error) => {
      if (isTimeout(error.cause)) await target.close();
      throw error;
    });
  return {
    ...target,
    list: () => inTime(target.list()),
    read: async (name) => watched(await inTime(target.read(name)), respondMs),
    remove: (name) => inTime(target.remove(name)),
    removeUnfinished: () => inTime(target.removeUnfinished(), 10 * respondMs),
  };
}

export const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';
const timedOut = () => new DOMException('It does not respond', 'TimeoutError');

/** Rejects with a TimeoutError when it takes longer. */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(timedOut()), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The same bytes; it fails when none comes for so long although they are wanted. */
function watched(source: Readable, ms: number): Readable {
  const begin = () => setTimeout(() => output.destroy(timedOut()), ms);
  const output = new PassThrough();
  let timer = begin();
  const timed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      clearTimeout(timer);
      yield chunk;
      timer = begin();
    }
  };
  pipeline(source, timed, output)
    .catch((error: Error) => output.destroy(error))
    .finally(() => clearTimeout(timer));
  return output;
}

/** The text of a stream, which is ended when it is longer or takes longer; throws then. */
export async function readShort(source: Readable, { maxBytes, ms }: { maxBytes: number; ms: number }): Promise<string> {
  const timer = setTimeout(() => source.destroy(timedOut()), ms);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new Error('its response is too long');
      chunks.push(chunk);
    }
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
