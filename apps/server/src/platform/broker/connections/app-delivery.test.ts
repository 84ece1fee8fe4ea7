import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createBrokerCounts } from '../broker-metrics.ts';
import { maxInFlightPerApp } from '../limits.ts';
import { ProtocolError } from '../mqtt/protocol-error.ts';
import { AppDelivery } from './app-delivery.ts';

const topic = Buffer.from('/a/b');
const payload = Buffer.alloc(0);
const publication = { espid: 'a', topic, payload, echo: payload, qos: 1 } as const;

/** The packet identifiers that were sent, in order. */
function deliveryWithIds(): { delivery: AppDelivery; ids: number[] } {
  const ids: number[] = [];
  const send = (packet: Buffer) => {
    if (packet.length > 4) ids.push(packet.readUInt16BE(2 + 2 + topic.length));
  };
  return { delivery: new AppDelivery({ send }, createBrokerCounts(new Registry())), ids };
}

test('an id that is still in flight is left out when the numbers start again [MQTT-2.3.1-2]', () => {
  const { delivery, ids } = deliveryWithIds();
  delivery.send(publication, 1);
  for (let count = 2; count <= 0xffff; count += 1) {
    delivery.send(publication, 1);
    delivery.acknowledged(count);
  }
  delivery.send(publication, 2);
  expect(ids.slice(0, 2)).toEqual([1, 2]);
  expect(ids.slice(-2)).toEqual([0xffff, 2]);
});

test('an acknowledgement of what was not sent is an error, and makes no room', () => {
  const { delivery, ids } = deliveryWithIds();
  for (let count = 0; count < maxInFlightPerApp + 2; count += 1) delivery.send(publication, 1);
  expect(() => delivery.acknowledged(maxInFlightPerApp + 1)).toThrow(ProtocolError);
  expect(ids).toHaveLength(maxInFlightPerApp);
  delivery.acknowledged(1);
  expect(() => delivery.acknowledged(1)).toThrow(ProtocolError);
  expect(ids).toHaveLength(maxInFlightPerApp + 1);
});

test('of large messages at most 512 KB wait; the oldest are dropped, and what was sent makes room', () => {
  const counts = createBrokerCounts(new Registry());
  const numbers: number[] = [];
  const send = (packet: Buffer) => void numbers.push(packet.readUInt16BE(packet.length - 16 * 1024));
  const delivery = new AppDelivery({ send }, counts);
  let last = 0;
  const sendLarge = (count: number) => {
    for (let sent = 0; sent < count; sent += 1) {
      const echo = Buffer.alloc(16 * 1024);
      echo.writeUInt16BE(++last);
      delivery.send({ espid: 'a', topic, payload: echo, echo, qos: 1 }, 1);
    }
  };
  sendLarge(maxInFlightPerApp + 40);
  expect(counts.dropped.app_queue_full).toBe(8);
  for (let id = 1; id <= 32; id += 1) delivery.acknowledged(id);
  expect(numbers.slice(maxInFlightPerApp)).toEqual(Array.from({ length: 32 }, (_, index) => 109 + index));
  sendLarge(32);
  expect(counts.dropped.app_queue_full).toBe(8);
});

test('QoS 1 is finished by PUBACK alone, QoS 2 by PUBREC and then PUBCOMP', () => {
  const { delivery } = deliveryWithIds();
  delivery.send(publication, 1);
  delivery.send(publication, 2);
  expect(() => delivery.received(1)).toThrow('PUBREC instead of PUBACK');
  expect(() => delivery.acknowledged(2)).toThrow('PUBACK instead of PUBREC');
  expect(() => delivery.completed(2)).toThrow('PUBCOMP instead of PUBREC');
  delivery.acknowledged(1);
  delivery.received(2);
  delivery.received(2);
  delivery.completed(2);
  expect(() => delivery.completed(2)).toThrow('PUBCOMP of nothing');
});
