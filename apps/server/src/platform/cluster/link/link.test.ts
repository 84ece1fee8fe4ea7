import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { Link } from './link.ts';

const megabyte = 1024 ** 2;
const batchKind = 0;

interface End {
  readonly link: Link;
  /** What it has published and the test has not delivered yet. */
  readonly published: Buffer[];
  readonly received: Buffer[];
  readonly onWritable: ReturnType<typeof vi.fn>;
  readonly onLost: ReturnType<typeof vi.fn>;
  readonly onEcho: ReturnType<typeof vi.fn>;
}

function makeEnd(): End {
  const published: Buffer[] = [];
  const received: Buffer[] = [];
  const onWritable = vi.fn();
  const onLost = vi.fn();
  const onEcho = vi.fn();
  const link = new Link({
    publish: (message) => void published.push(message),
    onBatch: (batch) => void received.push(Buffer.from(batch)),
    onWritable,
    onLost,
    onEcho,
  });
  return { link, published, received, onWritable, onLost, onEcho };
}

/** Delivers all that one end has published, but what the carrier loses; returns how many batches arrived. */
function deliver(from: End, to: End, isLost: (index: number) => boolean = () => false): number {
  const messages = from.published.splice(0).filter((_, index) => !isLost(index));
  for (const message of messages) to.link.receive(message);
  return messages.filter(([kind]) => kind === batchKind).length;
}

/** Lets both ends talk until neither has anything to send. */
function settle(one: End, other: End): void {
  for (let rounds = 0; rounds < 4; rounds += 1) {
    one.link.tick();
    other.link.tick();
    while (one.published.length + other.published.length > 0) {
      deliver(one, other);
      deliver(other, one);
    }
  }
}

test('what is lost, repeated and reordered on the way arrives once and in order', () => {
  const step = fc.record({
    action: fc.constantFrom('send', 'send', 'deliver', 'deliver', 'lose', 'repeat', 'tick'),
    byFirst: fc.boolean(),
    place: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const first = makeEnd();
      const second = makeEnd();
      const sent = { ofFirst: [] as string[], ofSecond: [] as string[] };
      let number = 0;
      for (const { action, byFirst, place } of steps) {
        const [from, to] = byFirst ? [first, second] : [second, first];
        const index = place % Math.max(1, from.published.length);
        const message = from.published[index];
        if (action === 'send') {
          number += 1;
          sent[byFirst ? 'ofFirst' : 'ofSecond'].push(`batch ${number}`);
          from.link.send([Buffer.from('batch '), Buffer.from(String(number))]);
        } else if (action === 'tick') from.link.tick();
        else if (message) {
          if (action !== 'repeat') from.published.splice(index, 1);
          if (action !== 'lose') to.link.receive(message);
        }
      }
      // The carrier may be unwell for so long that the link is over; then it has delivered nothing out of order.
      const isOver = first.onLost.mock.calls.length + second.onLost.mock.calls.length > 0;
      if (!isOver) settle(first, second);
      const arrived = (end: End) => end.received.map(String);
      const expected = (all: string[], { received }: End) => (isOver ? all.slice(0, received.length) : all);
      expect(arrived(second)).toEqual(expected(sent.ofFirst, second));
      expect(arrived(first)).toEqual(expected(sent.ofSecond, first));
    }),
  );
});

test('a link is full at 4 MB that are not acknowledged, and has room again when half of it is', () => {
  const sender = makeEnd();
  const receiver = makeEnd();
  for (let sent = 0; sent < 16; sent += 1) {
    expect(sender.link.isFull).toBe(false);
    sender.link.send([Buffer.alloc(megabyte / 4)]);
  }
  expect(sender.link.isFull).toBe(true);
  deliver(sender, receiver);
  expect(sender.onWritable).not.toHaveBeenCalled();
  deliver(receiver, sender);
  expect(sender.onWritable).toHaveBeenCalledTimes(1);
  expect(sender.link.isFull).toBe(false);
});

test('a gap has everything sent again once, however long it takes to get there', () => {
  const sender = makeEnd();
  const receiver = makeEnd();
  for (let sent = 0; sent < 16; sent += 1) sender.link.send([Buffer.alloc(megabyte / 4)]);
  // The first is lost, and the others take seconds.
  sender.published.shift();
  const onTheWay = sender.published.splice(0);
  for (const message of onTheWay) {
    receiver.link.receive(message);
    receiver.link.tick();
    sender.link.tick();
    deliver(receiver, sender);
  }
  const again = sender.published.filter(([kind]) => kind === batchKind);
  expect(again).toHaveLength(16);
  settle(sender, receiver);
  expect(receiver.received).toHaveLength(16);
});

test('each message that is lost while it is sent again is sent once more', () => {
  const sender = makeEnd();
  const receiver = makeEnd();
  for (let sent = 0; sent < 100; sent += 1) sender.link.send([Buffer.from([sent])]);
  let batches = deliver(sender, receiver, (index) => index % 10 === 0);
  while (receiver.received.length < 100) {
    sender.link.tick();
    receiver.link.tick();
    deliver(receiver, sender);
    batches += deliver(sender, receiver, (index) => index === 10);
  }
  expect(batches).toBeLessThan(100 * 11);
  expect(receiver.received.map(([byte]) => byte)).toEqual(Array.from({ length: 100 }, (_, index) => index));
});

test('a link whose last message was lost sends it again after a tick', () => {
  const sender = makeEnd();
  const receiver = makeEnd();
  sender.link.send([Buffer.from('last')]);
  sender.published.length = 0;
  settle(sender, receiver);
  expect(String(receiver.received)).toBe('last');
});

test('a request that arrives late, or twice, has nothing sent again', () => {
  const sender = makeEnd();
  const receiver = makeEnd();
  for (const text of ['one', 'two', 'three']) sender.link.send([Buffer.from(text)]);
  deliver(sender, receiver, (index) => index === 0);
  const requests = [...receiver.published];
  deliver(receiver, sender);
  deliver(sender, receiver);
  deliver(receiver, sender);
  for (const request of requests) sender.link.receive(request);
  expect(sender.published).toEqual([]);
  expect(receiver.received.map(String)).toEqual(['one', 'two', 'three']);
});

test('a link is lost, once, when the other end is silent for 15 ticks', () => {
  const end = makeEnd();
  for (let ticks = 0; ticks < 15; ticks += 1) end.link.tick();
  expect(end.onLost).not.toHaveBeenCalled();
  for (let ticks = 0; ticks < 15; ticks += 1) end.link.tick();
  expect(end.onLost.mock.calls).toEqual([['nothing was heard for 15 s']]);
});

test('a link is lost when one message never arrives, although the other end is heard', () => {
  const sender = makeEnd();
  const receiver = makeEnd();
  sender.link.send([Buffer.alloc(megabyte)]);
  for (let ticks = 0; ticks < 16; ticks += 1) {
    sender.link.tick();
    receiver.link.tick();
    // Too large for a server of NATS.
    sender.published.splice(0, Number.POSITIVE_INFINITY, ...sender.published.filter(({ length }) => length < megabyte));
    deliver(sender, receiver);
    deliver(receiver, sender);
  }
  expect(sender.onLost.mock.calls).toEqual([['nothing was acknowledged for 15 s']]);
  expect(receiver.onLost.mock.calls).toEqual([['the other end has ended it']]);
});

test('the other end hears at once that a link has ended, and nothing is sent after that', () => {
  const one = makeEnd();
  const other = makeEnd();
  other.link.send([Buffer.from('too late')]);
  one.link.end();
  deliver(one, other);
  expect(other.onLost.mock.calls).toEqual([['the other end has ended it']]);
  other.published.length = 0;
  for (const { link } of [one, other]) {
    link.send([Buffer.from('more')]);
    link.tick();
    link.end();
  }
  expect([...one.published, ...other.published]).toEqual([]);
});

test('a round trip is measured', () => {
  const one = makeEnd();
  const other = makeEnd();
  expect(one.link.delayMs).toBeNull();
  settle(one, other);
  expect(one.link.delayMs).toBeGreaterThanOrEqual(0);
});

test('no message makes a link fail or send much', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 30 }), (messages) => {
      const end = makeEnd();
      end.link.send([Buffer.from('a batch')]);
      for (const message of messages) end.link.receive(Buffer.from(message));
      expect(end.published.length).toBeLessThanOrEqual(1 + 3 * messages.length);
    }),
  );
});
