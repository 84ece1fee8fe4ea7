import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { passkeyObstacle } from './passkeys.ts';

/** A page as a browser shows it that knows passkeys. */
function visit(hostname: string, secure = true) {
  vi.stubGlobal('isSecureContext', secure);
  vi.stubGlobal('location', { hostname });
}

beforeEach(() => vi.stubGlobal('PublicKeyCredential', class {}));
afterEach(() => vi.unstubAllGlobals());

test.each(['localhost', 'cyno.example', '10.example'])(
  'nothing keeps the page of %s from using passkeys',
  (hostname) => {
    visit(hostname);
    expect(passkeyObstacle()).toBeUndefined();
  },
);

test.each(['127.0.0.1', '[::1]'])('an address of numbers such as %s does', (hostname) => {
  visit(hostname);
  expect(passkeyObstacle()).toContain('by its name');
});

test('so does a connection without encryption', () => {
  visit('cyno.lan', false);
  expect(passkeyObstacle()).toContain('encrypted connection');
});

test('so does a browser that does not know them', () => {
  visit('cyno.example');
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  expect(passkeyObstacle()).toContain('This browser');
});
