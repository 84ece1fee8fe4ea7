import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { joinedEnds, openPair } from '../../../../test/joined-ends.ts';
import { frameHeader, frameTypes } from './frames.ts';
import { Multiplexer } from './multiplexer.ts';
import type { RelayedSocket } from './relayed-socket.ts';

const client = { kind: 'web', address: '192.0.2.7', port: 50_000 } as const;
const none = Buffer.alloc(0);

/** An end that a test sends frames to as another server could. */
function makeAttacked({ accepts = true } = {}) {
  const sockets: RelayedSocket[] = [];
  const onLost = vi.fn();
  const onMessage = vi.fn();
  const published: Buffer[] = [];
  const end = new Multiplexer({
    publish: (message) => void published.push(message),
    ...(accepts && { onConnection: (socket: RelayedSocket) => void sockets.push(socket) }),
    onMessage,
    onLost,
  });
  onTestFinished(() => end.end());
  let number = 0;
  return {
    end,
    sockets,
    onLost,
    onMessage,
    published,
    receive(...frames: { type: number; connection?: number; payload?: Buffer }[]) {
      number += 1;
      const header = Buffer.alloc(17);
      header.writeUInt32BE(1, 1);
      header.writeUIntBE(number, 5, 6);
      const whole = frames.map(({ type, connection = 1, payload = none }) => ({ type, connection, payload }));
      end.receive(Buffer.concat([header, ...whole.flatMap((frame) => [frameHeader(frame), frame.payload])]));
    },
  };
}

const opening = { type: frameTypes.open, payload: Buffer.from(JSON.stringify(client)) };

test('connections are opened, carry bytes both ways and end', async () => {
  const [near, far] = await openPair();
  near.write('ping');
  expect(String((await once(far, 'data'))[0])).toBe('ping');
  const closed = Promise.all([once(near, 'close'), once(far, 'close')]);
  far.end('pong');
  expect(String((await once(near, 'data'))[0])).toBe('pong');
  await closed;
  expect(far.client).toEqual(client);
});

test('a connection whose reader waits holds up no other, and takes no more memory', async () => {
  const ends = joinedEnds();
  const stuck = ends.open();
  const other = ends.open();
  const [stuckFar, otherFar] = await Promise.all([stuck.far, other.far]);
  const megabytes = Buffer.alloc(5 * 1024 ** 2, 'x');
  stuck.near.write(megabytes);
  let read = 0;
  otherFar.on('data', (chunk: Buffer) => {
    read += chunk.length;
  });
  other.near.end(megabytes);
  await once(otherFar, 'end');
  expect(read).toBe(megabytes.length);
  expect(stuckFar.readableLength).toBeLessThanOrEqual(320 * 1024);
  let late = 0;
  stuckFar.on('data', (chunk: Buffer) => {
    late += chunk.length;
  });
  stuck.near.end();
  await once(stuckFar, 'end');
  expect(late).toBe(megabytes.length);
});

test('a client that was sent nothing yet, and whose bytes nobody reads, takes 64 KB of memory', async () => {
  const ends = joinedEnds();
  const { near, far: accepted } = ends.open();
  const far = await accepted;
  near.write(Buffer.alloc(1024 ** 2, 'x'));
  await ends.front.roundTrip();
  expect(far.bytesRead).toBe(64 * 1024);
  far.write('a response');
  await vi.waitFor(() => expect(far.bytesRead).toBe(256 * 1024));
});

test('many connections at once carry megabytes both ways over a carrier that loses messages', async () => {
  let messages = 0;
  const ends = joinedEnds({
    isLost() {
      messages += 1;
      return messages % 50 === 0;
    },
  });
  const size = 2 * 1024 ** 2;
  const bytesOf = (socket: RelayedSocket) =>
    new Promise<number>((resolve) => {
      let bytes = 0;
      socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      socket.on('end', () => resolve(bytes));
    });
  const opened = Array.from({ length: 20 }, () => ends.open());
  const transfers = opened.map(async ({ near, far: accepted }) => {
    const far = await accepted;
    const all = Promise.all([bytesOf(near), bytesOf(far)]);
    const written = [near, far].map(
      (socket) => new Promise<void>((resolve) => socket.write(Buffer.alloc(size), () => resolve())),
    );
    await Promise.all(written);
    near.end();
    return all;
  });
  const expected = Array.from({ length: 20 }, () => [size, size]);
  expect(await Promise.all(transfers)).toEqual(expected);
});

test('both ends hear of a link that ends, and its connections close', async () => {
  const ends = joinedEnds();
  const { near, far: accepted } = ends.open();
  const far = await accepted;
  const closed = Promise.all([once(near, 'close'), once(far, 'close')]);
  near.resume();
  ends.serving.end();
  await closed;
  await vi.waitFor(() => expect(ends.onLost.mock.calls).toEqual([['the other end has ended it']]));
  // What is done to a link that is over is done to nothing.
  const late = ends.front.open(client);
  late.write('nobody reads this');
  late.destroy();
  ends.front.message({});
});

test('what nobody understands ends the link with a reason', () => {
  const nonsense: [string, { type: number; connection?: number; payload?: Buffer }[]][] = [
    ['the same connection twice', [opening, opening]],
    ['a client that is no JSON', [{ ...opening, payload: Buffer.from('{') }]],
    ['a client without an address', [{ ...opening, payload: Buffer.from('{"kind":"web"}') }]],
    [
      'a client of a page',
      [{ ...opening, payload: Buffer.from(JSON.stringify({ ...client, address: 'x'.repeat(5_000) })) }],
    ],
    ['a client that is deep', [{ ...opening, payload: Buffer.from('['.repeat(200_000)) }]],
    ['a message that is no JSON', [{ type: frameTypes.message, payload: Buffer.from('}') }]],
    ['a message of megabytes', [{ type: frameTypes.message, payload: Buffer.from(`"${'x'.repeat(900_000)}"`) }]],
    ['a credit without a number', [opening, { type: frameTypes.credit, payload: Buffer.from([1]) }]],
    ['more credit than was used', [opening, { type: frameTypes.credit, payload: Buffer.from([255, 255, 255, 255]) }]],
    ['more bytes than may be sent', [opening, { type: frameTypes.data, payload: Buffer.alloc(900_000) }]],
    ['bytes after the end', [opening, { type: frameTypes.end }, { type: frameTypes.data, payload: Buffer.from('x') }]],
    ['a type that there is not', [{ type: 99 }]],
  ];
  const failed = nonsense.filter(([, frames]) => {
    const { receive, onLost, sockets } = makeAttacked();
    receive(...frames);
    return onLost.mock.calls.length !== 1 || sockets.some(({ destroyed }) => !destroyed);
  });
  expect(failed.map(([what]) => what)).toEqual([]);
});

test('a batch that is cut off ends the link', () => {
  const { end, onLost } = makeAttacked();
  const message = Buffer.alloc(20);
  message.writeUInt32BE(1, 1);
  message.writeUIntBE(1, 5, 6);
  end.receive(message);
  expect(onLost).toHaveBeenCalledTimes(1);
});

test('frames of a connection that is gone are forgotten', () => {
  const { receive, onLost } = makeAttacked();
  receive(
    { type: frameTypes.data, connection: 7, payload: Buffer.from('x') },
    { type: frameTypes.end, connection: 7 },
    { type: frameTypes.credit, connection: 7, payload: Buffer.alloc(4) },
    { type: frameTypes.close, connection: 7 },
  );
  expect(onLost).not.toHaveBeenCalled();
});

test('a server that takes no connections is opened none', () => {
  const { receive, onLost } = makeAttacked({ accepts: false });
  receive(opening);
  expect(onLost).toHaveBeenCalledTimes(1);
});
