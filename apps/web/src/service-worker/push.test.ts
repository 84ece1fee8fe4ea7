import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type PushedMessage, pressed, showPushed } from './push.ts';

const message: PushedMessage = {
  subject: 'Pond is too warm',
  text: 'Temperature was 34 °C.',
  link: '/alerts?device=E1',
  token: 'token',
  tag: 'alert:7',
  severity: 'critical',
  kind: 'active',
  at: 1_793_512_800_000,
};
const registration = { showNotification: vi.fn<ServiceWorkerRegistration['showNotification']>() };
const open = vi.fn<(path: string) => Promise<unknown>>();
const fromServer = vi.fn<(url: string, request: RequestInit) => Promise<Response>>();
const displayed = () => registration.showNotification.mock.calls.at(-1);

beforeEach(() => {
  for (const mock of [registration.showNotification, open, fromServer]) mock.mockReset();
  vi.stubGlobal('fetch', fromServer);
});

describe('a message', () => {
  it('is displayed with what can be done about it, in the place of an earlier one about the same', async () => {
    await showPushed(registration, () => message);
    expect(displayed()).toEqual([
      'Pond is too warm',
      expect.objectContaining({
        body: 'Temperature was 34 °C.',
        tag: 'alert:7',
        renotify: true,
        requireInteraction: true,
      }),
    ]);
    expect(displayed()?.[1]).toMatchObject({ actions: [{ action: 'acknowledge' }, { action: 'snooze' }] });
  });

  it('has its buttons in the language of the browser', async () => {
    vi.stubGlobal('navigator', { language: 'th-TH' });
    await showPushed(registration, () => message);
    vi.unstubAllGlobals();
    expect(displayed()?.[1]).toMatchObject({ actions: [{ title: 'รับทราบ' }, { title: 'พักการแจ้งเตือน 1 ชั่วโมง' }] });
  });

  it('has no buttons without a token, and nobody is disturbed by its end', async () => {
    await showPushed(registration, () => ({ ...message, kind: 'cleared', token: null }));
    expect(displayed()?.[1]).toMatchObject({ actions: [], renotify: false, requireInteraction: false });
  });

  it.each([
    ['that is no JSON', () => JSON.parse('<')],
    ['that is empty', () => undefined],
    ['of another shape', () => ({ title: 'x' })],
  ])('%s is displayed too, because browsers end silent subscriptions', async (_, read) => {
    await showPushed(registration, read);
    expect(displayed()).toEqual(['Cyno', expect.objectContaining({ body: 'Open Cyno to see what happened.' })]);
  });
});

describe('a press', () => {
  const surroundings = { registration, open };
  const press = (action: string, data: PushedMessage = message) => pressed({ action, data }, surroundings);

  it.each([
    ['acknowledge', { kind: 'acknowledge' }],
    ['snooze', { kind: 'snooze', minutes: 60 }],
  ])('on %s is done without a page, and says what came of it', async (name, action) => {
    fromServer.mockResolvedValue(Response.json({ result: 'Done.' }));
    await press(name);
    const [url, request] = fromServer.mock.calls[0] ?? [];
    expect([url, request?.headers]).toEqual([
      '/api/public/message/actions',
      { 'content-type': 'application/json', 'x-cyno-message': 'token' },
    ]);
    expect(JSON.parse(String(request?.body))).toEqual({ action });
    expect(displayed()).toEqual(['Pond is too warm', expect.objectContaining({ body: 'Done.', tag: 'alert:7' })]);
    expect(displayed()?.[1]?.data).toMatchObject({ token: null, link: '/alerts?device=E1' });
    expect(open).not.toHaveBeenCalled();
  });

  it('that the server refuses says why', async () => {
    fromServer.mockResolvedValue(Response.json({ message: 'This link was used already.' }, { status: 404 }));
    await press('acknowledge');
    expect(displayed()?.[1]?.body).toBe('This link was used already.');
  });

  it.each([
    ['without a network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['that a proxy responds to', async () => new Response('Bad gateway', { status: 502 })],
  ])('%s says that nothing was done', async (_, respond) => {
    fromServer.mockImplementation(respond);
    await press('acknowledge');
    expect(displayed()?.[1]?.body).toMatch(/^Nothing was done/);
  });

  it('on the message itself opens what it is about', async () => {
    await press('');
    expect(open).toHaveBeenCalledExactlyOnceWith('/alerts?device=E1');
    await press('acknowledge', { ...message, token: null });
    await pressed({ action: '', data: undefined }, surroundings);
    expect(open.mock.calls.slice(1)).toEqual([['/alerts?device=E1'], ['/alerts']]);
    expect(fromServer).not.toHaveBeenCalled();
  });
});
