import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { AppDelivery } from './app-delivery.ts';
import { createBrokerCounts } from './broker-metrics.ts';
import { maxInFlightPerApp } from './limits.ts';

const topic = Buffer.from('/a/b');
const payload = Buffer.alloc(0);
const publication = { espid: 'a', topic, payload, echo: payload, qos: 1 } as const;

/** The packet identifiers that were sent, in order. */
function deliveryWithIds(): { delivery: AppDelivery; ids: number[] } {
  const ids: number[] = [];
  const send = (packet: Buffer) => void ids.push(packet.readUInt16BE(2 + 2 + topic.length));
  return { delivery: new AppDelivery({ send }, createBrokerCounts(new Registry())), ids };
}

test('an id that is still in flight is left out when the numbers start again [MQTT-2.3.1-2]', () => {
  const { delivery, ids } = deliveryWithIds();
  delivery.send(publication, 1);
  for (let count = 2; count <= 0xffff; count += 1) {
    delivery.send(publication, 1);
    delivery.finished(count);
  }
  delivery.send(publication, 2);
  expect(ids.slice(0, 2)).toEqual([1, 2]);
  expect(ids.slice(-2)).toEqual([0xffff, 2]);
});

test('an acknowledgement of what was not sent makes no room', () => {
  const { delivery, ids } = deliveryWithIds();
  for (let count = 0; count < maxInFlightPerApp + 2; count += 1) delivery.send(publication, 1);
  delivery.finished(maxInFlightPerApp + 1);
  expect(ids).toHaveLength(maxInFlightPerApp);
  delivery.finished(1);
  delivery.finished(1);
  expect(ids).toHaveLength(maxInFlightPerApp + 1);
});
