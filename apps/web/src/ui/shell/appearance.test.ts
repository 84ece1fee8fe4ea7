import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { appearanceOf, defaultAppearance } from './appearance.ts';

const bootScript = readFileSync(new URL('../../../public/appearance.js', import.meta.url), 'utf8');

/** What the script of the page's head sets before the first paint. */
function boot(stored: string | null, { token = null as string | null, pathname = '/device', base = '/' } = {}) {
  const documentElement = {
    dataset: {} as Record<string, string>,
    style: {
      properties: {} as Record<string, string>,
      setProperty(name: string, value: string) {
        this.properties[name] = value;
      },
    },
  };
  const localStorage = { getItem: (key: string) => (key === 'appearance' ? stored : token) };
  const currentScript = { src: `https://iot.example.com${base}appearance.js` };
  runInNewContext(bootScript, {
    document: { documentElement, currentScript },
    localStorage,
    location: { pathname },
    URL,
  });
  return { dataset: documentElement.dataset, rootSize: documentElement.style.properties['--root-size'] };
}

describe('stored settings', () => {
  it('have the defaults of the specification', () => {
    expect(appearanceOf(null)).toEqual({ theme: 'light', menuMode: 'static', ripple: true, scale: 14 });
  });

  it('are taken as far as they make sense', () => {
    expect(appearanceOf({ theme: 'dark', menuMode: 'overlay', ripple: false, scale: 16 })).toEqual({
      theme: 'dark',
      menuMode: 'overlay',
      ripple: false,
      scale: 16,
    });
    expect(appearanceOf({ theme: 'pink', menuMode: 1, ripple: 'no', scale: 40 })).toEqual(defaultAppearance);
    expect(appearanceOf('text')).toEqual(defaultAppearance);
  });
});

describe('the script before the first paint', () => {
  it.each([
    { theme: 'dark', scale: 12 },
    { theme: 'light', scale: 16, ripple: false },
    { theme: 'pink', scale: 11 },
    { scale: 17 },
    { scale: '14' },
  ])('agrees with the app about %j', (stored) => {
    const { theme, ripple, scale } = appearanceOf(stored);
    const { dataset, rootSize } = boot(JSON.stringify(stored));
    expect(dataset.theme ?? 'light').toBe(theme);
    expect(dataset.ripple ?? 'on').toBe(ripple ? 'on' : 'off');
    expect(rootSize ?? `${(defaultAppearance.scale / 16) * 100}%`).toBe(`${(scale / 16) * 100}%`);
  });

  it.each([
    ['/device', 't', 'framed'],
    ['/', 't', 'framed'],
    ['/authors', 't', 'framed'],
    ['/view/secret', 't', 'kept'],
    ['/kiosk', 't', 'kept'],
    ['/device', null, undefined],
  ])('at %s with the token %s the session is %s', (pathname, token, session) => {
    expect(boot('{}', { token, pathname }).dataset.session).toBe(session);
  });

  it('knows the pages below a path too', () => {
    const sessionAt = (pathname: string) => boot('{}', { token: 't', pathname, base: '/cyno/' }).dataset.session;
    expect(['/cyno/view/secret', '/cyno/device', '/cyno/'].map(sessionAt)).toEqual(['kept', 'framed', 'framed']);
  });

  it('survives storage that holds something else', () => {
    expect(() => boot('{')).not.toThrow();
    expect(() => boot('null')).not.toThrow();
  });
});
