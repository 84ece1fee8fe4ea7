import type { Device } from '@cyno/contract';
import { DevicePacker } from '@cyno/contract/packed-devices';
import { vi } from 'vitest';

/** A call that a component made: its path has no query, which `query` holds. */
export interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

type Body = object | string | number | boolean | null | undefined;
type Reply = Body | ((call: ApiCall) => Body | Response | Promise<Body | Response>);

/**
 * Handles the calls of components in place of a server, by method and path: `stubApi({ 'GET /api/config': config })`. A call without a
 * response is refused and named; that to `GET /api/device/` is packed for `GET /api/device-list`, too. Returns the calls in their order.
 */
export function stubApi(replies: Record<string, Reply>): ApiCall[] {
  const calls: ApiCall[] = [];
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname: path, searchParams: query } = new URL(request.url);
    const text = await request.text();
    const call: ApiCall = { method: request.method, path, query, body: text === '' ? undefined : readBody(text) };
    calls.push(call);
    const name = `${call.method} ${path}`;
    const isList = name === 'GET /api/device-list';
    const replyName = isList ? 'GET /api/device/' : name;
    if (!(replyName in replies)) throw new Error(`The test has no answer to ${replyName}.`);
    const reply = replies[replyName];
    const whole = typeof reply === 'function' ? await reply(call) : reply;
    const response = isList && Array.isArray(whole) ? packedList(whole, Number(query.get('limit') ?? Infinity)) : whole;
    if (response instanceof Response) return response;
    return response === undefined ? new Response(null, { status: 204 }) : Response.json(response);
  });
  return calls;
}

/** The list of devices as the app fetches it. */
function packedList(devices: readonly Device[], limit: number) {
  const own = devices.filter(({ pending }) => !pending);
  const packer = new DevicePacker();
  for (const device of devices.slice(0, limit)) packer.add(device);
  return { total: own.length, online: own.filter(({ online }) => online).length, devices: packer.finish() };
}

/** The calls with one method, without those that a page makes by itself. */
export const callsOf = (calls: readonly ApiCall[], method: string): ApiCall[] =>
  calls.filter((call) => call.method === method);

/** A refusal as the server sends it. */
export function refuse(status: number, code: string, error: string, more: object = {}): Response {
  return Response.json({ code, error, ...more }, { status });
}

/** A refusal of too many requests, with the time after which another one is taken. */
export const refuseForNow = (): Response =>
  Response.json(
    { code: 'rate_limited', error: 'Too many requests.' },
    { status: 429, headers: { 'retry-after': '30' } },
  );

function readBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
