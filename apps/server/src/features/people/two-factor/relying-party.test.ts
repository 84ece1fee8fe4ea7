import { describe, expect, test } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

describe('for whom a passkey is', () => {
  test('the configured address, whatever the request has', () => {
    const request = { host: 'evil.test', origin: 'https://evil.test' };
    expect(relyingPartyOf('https://cyno.example:8443/app', request)).toEqual({
      id: 'cyno.example',
      origin: 'https://cyno.example:8443',
    });
  });

  test.each([
    ['localhost:3000', 'http://localhost:3000', 'localhost'],
    ['cyno.lan', 'https://cyno.lan', 'cyno.lan'],
    ['cyno.lan:443', 'https://cyno.lan', 'cyno.lan'],
    ['CYNO.lan', 'https://cyno.lan', 'cyno.lan'],
  ])('without one, the host %s and its page %s', (host, origin, id) => {
    expect(relyingPartyOf(null, { host, origin })).toEqual({ id, origin });
  });

  test.each([
    ['of another site', 'cyno.lan', 'https://evil.test'],
    ['of a part of its name', 'cyno.lan', 'https://evil.cyno.lan'],
    ['of another port', 'cyno.lan', 'https://cyno.lan:8443'],
    ['without an origin', 'cyno.lan', undefined],
    ['of a sandboxed frame', 'cyno.lan', 'null'],
    ['of no address', 'cyno.lan', 'cyno.lan'],
    ['to a host that is none', 'a b', 'https://cyno.lan'],
    ['with a name in the host', 'cyno.lan@evil.test', 'https://cyno.lan'],
  ])('a page %s is refused', (_, host, origin) => {
    expect(() => relyingPartyOf(null, { host, origin })).toThrow('only used from the pages of this server');
  });

  test.each([
    ['192.168.1.5:3000', 'http://192.168.1.5:3000'],
    ['[::1]:3000', 'http://[::1]:3000'],
    ['127.0.0.1', 'http://127.0.0.1'],
  ])('a number such as %s is refused: browsers make no passkeys for it', (host, origin) => {
    expect(() => relyingPartyOf(null, { host, origin })).toThrow('an address with a name');
    expect(() => relyingPartyOf(origin, { host: 'cyno.lan', origin: 'https://cyno.lan' })).toThrow('with a name');
  });
});
