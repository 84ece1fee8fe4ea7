import { beforeEach, expect, test } from 'vitest';
import { readableLogger } from '../../../test/log.ts';
import { defineEvent, EventBus } from './index.ts';

const pressed = defineEvent<{ readonly deviceId: number }>('button.pressed', { scope: 'cluster', key: 'deviceId' });
const released = defineEvent<undefined>('button.released', { scope: 'node' });

let output: ReturnType<typeof readableLogger>;
let bus: EventBus;
let heard: string[];
beforeEach(() => {
  output = readableLogger();
  bus = new EventBus(output);
  heard = [];
});

const hear = (name: string, then: () => unknown = () => undefined) =>
  bus.subscribe(pressed, name, ({ deviceId }) => {
    heard.push(`${name} ${deviceId}`);
    return then();
  });

test('listeners are called in their order before publish returns, each with what it subscribed to', () => {
  hear('first');
  bus.subscribe(released, 'other', () => heard.push('other'));
  hear('second');
  bus.publish(pressed, { deviceId: 7 });
  expect(heard).toEqual(['first 7', 'second 7']);
  bus.publish(released, undefined);
  expect(heard).toEqual(['first 7', 'second 7', 'other']);
});

test('an event that nobody subscribed to is published as well', () => {
  bus.publish(pressed, { deviceId: 7 });
  expect(output.lines).toEqual([]);
});

test('two buses share no listeners', () => {
  hear('first');
  new EventBus(output).publish(pressed, { deviceId: 7 });
  expect(heard).toEqual([]);
});

test('when a listener throws, its name is logged and the others still hear', () => {
  hear('first');
  hear('broken', () => {
    throw new Error('it broke');
  });
  hear('last');
  bus.publish(pressed, { deviceId: 7 });
  expect(heard).toEqual(['first 7', 'broken 7', 'last 7']);
  expect(output.lines).toMatchObject([
    { level: 50, event: 'button.pressed', listener: 'broken', err: { message: 'it broke' } },
  ]);
});

test('when the promise of a listener rejects, its name is logged', async () => {
  hear('slow', () => Promise.reject(new Error('too late')));
  hear('last');
  bus.publish(pressed, { deviceId: 7 });
  expect(heard).toEqual(['slow 7', 'last 7']);
  await expect
    .poll(() => output.lines)
    .toMatchObject([{ level: 50, event: 'button.pressed', listener: 'slow', err: { message: 'too late' } }]);
});

test('a listener that always fails does not fill the log', () => {
  for (const name of ['one', 'other']) {
    hear(name, () => {
      throw new Error('it broke');
    });
  }
  for (let count = 0; count < 1_000; count++) bus.publish(pressed, { deviceId: 7 });
  expect(output.lines.map(({ listener }) => listener)).toEqual(['one', 'other']);
});

test('after it unsubscribed a listener is not called, not even by the publish that is running', () => {
  const ends: (() => void)[] = [];
  hear('first', () => ends.map((end) => end()));
  ends.push(hear('second'), hear('third'));
  hear('last');
  bus.publish(pressed, { deviceId: 7 });
  bus.publish(pressed, { deviceId: 8 });
  expect(heard).toEqual(['first 7', 'last 7', 'first 8', 'last 8']);
});

test('a listener that unsubscribes itself keeps none from hearing', () => {
  const end = hear('once', () => end());
  hear('last');
  bus.publish(pressed, { deviceId: 7 });
  bus.publish(pressed, { deviceId: 8 });
  expect(heard).toEqual(['once 7', 'last 7', 'last 8']);
});

test('one that subscribes while others are called hears the next event', () => {
  const end = hear('first', () => {
    end();
    hear('late');
  });
  bus.publish(pressed, { deviceId: 7 });
  expect(heard).toEqual(['first 7']);
  bus.publish(pressed, { deviceId: 8 });
  expect(heard).toEqual(['first 7', 'late 8']);
});

test('a listener may publish', () => {
  hear('first', () => bus.publish(released, undefined));
  bus.subscribe(released, 'other', () => heard.push('other'));
  hear('last');
  bus.publish(pressed, { deviceId: 7 });
  expect(heard).toEqual(['first 7', 'other', 'last 7']);
});

test('what cannot be sent to another server is no event of the cluster', () => {
  // @ts-expect-error a set is no JSON
  defineEvent<{ deviceId: number; keys: Set<string> }>('wrong', { scope: 'cluster', key: 'deviceId' });
  // @ts-expect-error nobody could find it
  defineEvent<{ deviceId: number }>('wrong', { scope: 'cluster' });
  // @ts-expect-error the payload has no such field
  defineEvent<{ deviceId: number }>('wrong', { scope: 'cluster', key: 'accountId' });
  // @ts-expect-error a payload is whole
  bus.publish(pressed, {});
});
