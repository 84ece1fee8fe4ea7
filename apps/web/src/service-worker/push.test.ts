import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type PushedMessage, pressed, showPushed } from './push.ts';

const message: PushedMessage = {
  key: 'a1',
  subject: 'Pond is too warm',
  text: 'Temperature was 34 °C.',
  link: '/device/E1/History?from=1&to=2',
  token: 'token',
  mayOperate: true,
  output: null,
  receipt: 'token',
  badge: 2,
  tag: 'alert:7',
  severity: 'critical',
  kind: 'active',
  at: 1_793_512_800_000,
};
const fan = { espid: 'E1', pin: 'D1', name: 'Fan', on: true };
const registration = {
  showNotification: vi.fn<ServiceWorkerRegistration['showNotification']>(),
  getNotifications: vi.fn<ServiceWorkerRegistration['getNotifications']>(),
};
const open = vi.fn<(path: string) => Promise<unknown>>();
const fromServer = vi.fn<(url: string, request: RequestInit) => Promise<Response>>();
const badge = {
  setAppBadge: vi.fn<(count: number) => Promise<void>>(),
  clearAppBadge: vi.fn<() => Promise<void>>(),
};
/** What was reported, with which token. */
const receipts = () =>
  fromServer.mock.calls
    .filter(([url]) => url === 'api/public/message/receipts')
    .map(([, request]) => [(request.headers as Record<string, string>)['x-cyno-message'], request.body]);
const displayed = () => registration.showNotification.mock.calls.at(-1);

beforeEach(() => {
  for (const mock of [registration.showNotification, open, fromServer]) mock.mockReset();
  registration.getNotifications.mockReset().mockResolvedValue([]);
  vi.stubGlobal('fetch', fromServer);
  fromServer.mockResolvedValue(new Response(null, { status: 204 }));
  for (const mock of [badge.setAppBadge, badge.clearAppBadge]) mock.mockReset().mockResolvedValue();
  Object.assign(navigator, badge);
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

  it('offers only to acknowledge it to somebody who may only look at the device', async () => {
    await showPushed(registration, () => ({ ...message, mayOperate: false }));
    expect(displayed()?.[1]).toMatchObject({ actions: [{ action: 'acknowledge' }] });
  });

  it('that comes twice disturbs nobody again, but one about the same that is new does', async () => {
    const displayedBefore = (key: string) => [{ data: { ...message, key } } as Notification];
    registration.getNotifications.mockResolvedValue(displayedBefore('a1'));
    await showPushed(registration, () => message);
    expect(registration.getNotifications).toHaveBeenCalledExactlyOnceWith({ tag: 'alert:7' });
    expect(displayed()?.[1]).toMatchObject({ renotify: false });
    registration.getNotifications.mockResolvedValue(displayedBefore('a0'));
    await showPushed(registration, () => message);
    expect(displayed()?.[1]).toMatchObject({ renotify: true });
  });

  it('offers to switch an output of the device before the pause, because browsers show two buttons', async () => {
    await showPushed(registration, () => ({ ...message, output: fan }));
    expect(displayed()?.[1]).toMatchObject({
      actions: [
        { action: 'acknowledge', title: 'Acknowledge' },
        { action: 'switch', title: 'Fan on' },
        { action: 'snooze', title: 'Snooze 1 hour' },
      ],
    });
  });

  it('is plain text, whatever it tries to be', async () => {
    const [subject, text] = ['<b>Pond</b>', '<img src=x onerror=alert(1)> [x](https://evil.example)'];
    await showPushed(registration, () => ({ ...message, subject, text }));
    expect(displayed()).toEqual([subject, expect.objectContaining({ body: text })]);
    expect(Object.keys(displayed()?.[1] ?? {})).not.toContain('image');
  });

  it('is reported as shown, and the sign of the app counts the active alerts', async () => {
    await showPushed(registration, () => message);
    expect(receipts()).toEqual([['token', '{"state":"delivered"}']]);
    expect(badge.setAppBadge).toHaveBeenCalledExactlyOnceWith(2);
    await showPushed(registration, () => ({ ...message, badge: 0 }));
    expect(badge.clearAppBadge).toHaveBeenCalledOnce();
    await showPushed(registration, () => ({ ...message, badge: null, receipt: null }));
    expect(
      [badge.setAppBadge.mock.calls, badge.clearAppBadge.mock.calls, receipts()].map(({ length }) => length),
    ).toEqual([1, 1, 2]);
  });

  it('is shown where nothing can be reported and nothing counted', async () => {
    fromServer.mockRejectedValue(new TypeError('Failed to fetch'));
    badge.setAppBadge.mockRejectedValue(new Error('Not allowed'));
    await showPushed(registration, () => message);
    expect(displayed()?.[0]).toBe('Pond is too warm');
  });

  it('has its buttons in the language of the browser', async () => {
    vi.stubGlobal('navigator', { language: 'th-TH' });
    await showPushed(registration, () => message);
    vi.unstubAllGlobals();
    expect(displayed()?.[1]).toMatchObject({ actions: [{ title: 'รับทราบ' }, { title: 'พักการเตือน 1 ชั่วโมง' }] });
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
    ['switch', { kind: 'switch', espid: 'E1', pin: 'D1', on: true, confirmed: false }],
  ])('on %s is done without a page, and says what came of it', async (name, action) => {
    fromServer.mockResolvedValue(Response.json({ result: 'Done.', token: 'next' }));
    await press(name, { ...message, output: fan });
    const [url, request] = fromServer.mock.calls[0] ?? [];
    expect([url, request?.headers]).toEqual([
      'api/public/message/actions',
      { 'content-type': 'application/json', 'x-cyno-message': 'token' },
    ]);
    expect(JSON.parse(String(request?.body))).toEqual({ action });
    expect(displayed()).toEqual(['Pond is too warm', expect.objectContaining({ body: 'Done.', tag: 'alert:7' })]);
    expect(displayed()?.[1]?.data).toMatchObject({ token: 'next', receipt: 'next', link: message.link });
    expect(displayed()?.[1]).toMatchObject({ actions: [{ action: 'acknowledge' }, { action: 'switch' }, {}] });
    expect(open).not.toHaveBeenCalled();
  });

  it('on a message that an earlier version shows is done too', async () => {
    fromServer.mockResolvedValue(Response.json({ result: 'Done.', token: 'next' }));
    const { output: _, ...earlier } = message;
    await press('acknowledge', earlier);
    expect(displayed()?.[1]?.body).toBe('Done.');
  });

  it('that the server refuses says why', async () => {
    const refused = { error: 'This link was used already.', code: 'not_found', reason: 'message_link_over' };
    fromServer.mockImplementation(async () => Response.json(refused, { status: 404 }));
    await press('acknowledge');
    expect(displayed()?.[1]).toMatchObject({ body: 'This link was used already.', actions: [], data: { token: null } });
    vi.stubGlobal('navigator', { language: 'th-TH' });
    await press('acknowledge');
    vi.unstubAllGlobals();
    expect(displayed()?.[1]?.body).toMatch(/^ข้อความนี้ถูกใช้ไปแล้ว/);
  });

  it.each([
    [
      'without a network',
      () => Promise.reject(new TypeError('Failed to fetch')),
      /it is not known whether this was done/,
    ],
    [
      'that a proxy responds to',
      async () => new Response('Bad gateway', { status: 502 }),
      /it is not known whether this was done/,
    ],
    [
      'that a gateway responds to',
      async () => Response.json({ message: 'Timeout' }, { status: 504 }),
      /it is not known whether this was done/,
    ],
    [
      'at which the server fails',
      async () => Response.json({ error: 'Something went wrong.', reason: 'server_failed' }, { status: 500 }),
      /it is not known whether this was done/,
    ],
    [
      'that is refused for now',
      async () => Response.json({ error: 'Nothing was done: wait.' }, { status: 429 }),
      /^Nothing was done/,
    ],
  ])('%s says what came of it, and can be repeated', async (_, respond, text) => {
    fromServer.mockImplementation(respond);
    await press('acknowledge');
    expect(displayed()?.[1]?.body).toMatch(text);
    expect(displayed()?.[1]).toMatchObject({
      actions: [{ action: 'acknowledge' }, { action: 'snooze' }],
      data: message,
    });
    vi.stubGlobal('navigator', { language: 'th-TH' });
    await press('acknowledge');
    vi.unstubAllGlobals();
    const isKnown = text.source.includes('Nothing was done');
    expect(displayed()?.[1]?.body).toMatch(isKnown ? /^ยังไม่ได้ทำอะไร/ : /ไม่ทราบว่าทำแล้วหรือยัง/);
  });

  it('on the message itself opens the page that needs no login, and counts as read', async () => {
    await press('');
    expect(open).toHaveBeenCalledExactlyOnceWith('message#token');
    expect(receipts()).toEqual([['token', '{"state":"read"}']]);
  });

  it('where there is nothing to do opens what it is about', async () => {
    await press('', { ...message, token: null, receipt: 'receipt' });
    await press('acknowledge', { ...message, token: null, receipt: null });
    await pressed({ action: '', data: undefined }, surroundings);
    const { link } = message;
    expect(open.mock.calls).toEqual([[link], [link], ['alerts']]);
    expect(receipts()).toEqual([['receipt', '{"state":"read"}']]);
  });
});
