import { Readable } from 'node:stream';
import { readShort } from './limits.ts';

/** Of a response that is no object: a list of a thousand names of a thousand bytes, and what stands around them. */
const maxBytes = 4 * 1024 ** 2;
const readMs = 60_000;
/** Of elements in elements. */
const maxDepth = 8;

/**
 * What the client of S3 fetches with. Redirects are responses like others, because they could lead to any machine that this one reaches;
 * an object may take as long as it wants, but ends with `signal`; everything else is short, and XML in which the client does not lose itself.
 */
export const guardedFetch = (signal: AbortSignal): typeof fetch =>
  async function guarded(input, init) {
    const { pathname, search } = new URL(String(input));
    const isObject = init?.method === 'GET' && search === '' && pathname.split('/').length > 2;
    const ends = isObject || !init?.signal ? signal : AbortSignal.any([signal, init.signal]);
    const response = await fetch(input, { ...init, signal: ends, redirect: 'manual' });
    if (!response.body || (isObject && response.ok)) return response;
    const text = await readShort(Readable.fromWeb(response.body as never), { maxBytes, ms: readMs });
    const isSafe = isBalanced(text);
    if (response.ok && !isSafe) throw new Error('its response is no XML');
    const { status, statusText, headers } = response;
    // The client needs the status of an error, also when a proxy sends it as a page.
    return new Response(isSafe && text !== '' ? text : null, { status, statusText, headers });
  };

/** Whether every element ends: the client looks for each end through the rest of the text, once for each level. */
export function isBalanced(text: string): boolean {
  const open: string[] = [];
  let signs = 0;
  for (const [, tag = ''] of text.matchAll(/<([^<>]*)>/g)) {
    signs += 1;
    const name = /^\/?[^\s/]*/.exec(tag)?.[0] ?? '';
    if (name.startsWith('/')) {
      if (open.pop() !== name.slice(1)) return false;
    } else if (!/^[?!]|\/$/.test(tag) && open.push(name) > maxDepth) return false;
  }
  return open.length === 0 && signs === text.split('<').length - 1;
}
