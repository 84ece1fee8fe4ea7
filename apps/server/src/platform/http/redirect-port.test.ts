import { afterEach, expect, test } from 'vitest';
import { silentLogger } from '../../../test/log.ts';
import { openRedirectPort } from './redirect-port.ts';

let port: Awaited<ReturnType<typeof openRedirectPort>>;
afterEach(() => port.stop());

test.each([
  ['https://iot.example.com', '/devices?x=1', 'https://iot.example.com/devices?x=1'],
  ['https://iot.example.com/cyno', '/cyno/devices?x=1', 'https://iot.example.com/cyno/devices?x=1'],
  ['https://iot.example.com/cyno', '/cyno', 'https://iot.example.com/cyno/'],
  ['https://iot.example.com/cyno', '/devices', 'https://iot.example.com/cyno/devices'],
])('at %s the page %s is led to %s', async (address, url, expected) => {
  const at = { host: '127.0.0.1', port: 0, setting: 'HTTP_PORT', log: silentLogger };
  port = await openRedirectPort({ ...at, challenge: () => undefined, target: () => address });
  const response = await fetch(`http://127.0.0.1:${port.port}${url}`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([308, expected]);
});
