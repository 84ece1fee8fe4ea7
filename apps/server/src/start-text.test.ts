import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { startText } from './start-text.ts';

const ready = {
  http: 'http://172.17.0.2:3000',
  mqtt: 'mqtt://172.17.0.2:1883',
  mqtts: 'mqtts://172.17.0.2:7458',
  otaPort: null,
  httpPort: 3000,
  httpsPort: null,
  homeUrl: null,
  setupUrl: 'http://172.17.0.2:3000/auth/login?setup=code',
};
const printed = (environment: Record<string, string>, http = ready.http) =>
  startText({ ...ready, http, setupUrl: `${http}/auth/login?setup=code` }, loadConfig(environment, '/'));

test('the links of a server have its address', () => {
  const text = printed({});
  expect(text).toContain('http://172.17.0.2:3000/auth/login?setup=code\n');
  expect(text).toContain('http://localhost:3000 is the same.');
  expect(text).toContain('mqtts://172.17.0.2:7458\n');
});

test('in a container they leave what only its machine knows to be put in', () => {
  const text = printed({ IN_CONTAINER: '1' });
  expect(text).toContain('http://<address of this machine>:<published port>/auth/login?setup=code\n');
  expect(text).toContain('put them in, or set PUBLIC_URL');
  expect(text).toContain('mqtts://<address of this machine>:7458\n');
  expect(text).not.toMatch(/172\.17\.0\.2|localhost/);
});

test('in a container with a public address they have that', () => {
  const address = 'https://iot.example.com';
  const text = printed({ IN_CONTAINER: '1', PUBLIC_URL: address, HTTPS: 'off' }, address);
  expect(text).toContain(`${address}/auth/login?setup=code\n`);
  expect(text).not.toContain('<');
});
