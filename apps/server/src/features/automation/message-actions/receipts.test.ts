import { randomBytes } from 'node:crypto';
import { type Delivery, type NotificationKind, notificationMessages } from '@cyno/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { tooHot } from '../../../../test/alerts.ts';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../../test/server.ts';
import { type HttpService, startHttpService } from '../../../../test/stand-ins/http-service.ts';
import { newPushBrowser } from '../../../../test/stand-ins/push-browser.ts';
import { startTestSmtp, type TestSmtp } from '../../../../test/stand-ins/smtp.ts';

let smtp: TestSmtp;
let service: HttpService;
let server: TestServer;
let owner: TestUser;
let board: TestBoard;
let browser: ReturnType<typeof newPushBrowser>;
let contact: { id: string };

beforeAll(async () => {
  smtp = await startTestSmtp();
  service = await startHttpService();
  server = await startTestServer({ SMTP_URL: smtp.url, OUTGOING_NETWORKS: '127.0.0.1' });
  await server.signup('owner@example.com');
  const token = /token=([\w-]+)/.exec(await smtp.mailTo('owner@example.com'))?.[1];
  await server.api('POST', '/api/auth/confirm', { token });
  owner = await server.signup('owner@example.com');
  const username = `${owner.email}/${await owner.connectionKey()}`;
  ({ board } = await server.board({ espid: nextEspid(), username, keepalive: 3_600 }));
});
afterAll(async () => {
  await server.stop();
  await service.stop();
  await smtp.stop();
});
beforeEach(async () => {
  service.requests.length = 0;
  browser = newPushBrowser(service.url);
  const target = { kind: 'push', ...browser.subscription };
  ({ contact } = (await owner.api('POST', '/api/notifications/contacts', { name: 'Phone', target })).body);
  onTestFinished(async () => void (await owner.api('DELETE', `/api/notifications/contacts/${contact.id}`)));
});

const measure = (value: number) => board.puback(board.publish('data/update', `{"temp":${value}}`, 1));

/** Makes the device too hot, and resolves with what the browser got and the token of the mail. */
async function alerted() {
  const mails = () => smtp.mails.flatMap(({ text }) => /\/message#([\w-]{43})/.exec(text)?.[1] ?? []);
  // The end of an earlier alert is pushed too, and to browsers of earlier tests.
  const isOurs = ({ path }: { path: string }) => browser.subscription.url.endsWith(path);
  const pushes = () =>
    service.requests
      .filter(isOurs)
      .map((request) => browser.read(request))
      .filter(({ kind }) => kind === 'active');
  const before = mails().length;
  await measure(20);
  const { body } = await owner.api('POST', '/api/alert-rules', { ...tooHot(), name: 'Too hot' });
  onTestFinished(async () => void (await owner.api('DELETE', `/api/alert-rules/${body.id}`)));
  await measure(35);
  await vi.waitFor(
    async () => {
      await server.database.pool.query('UPDATE notification_recipients SET queued_at = 0 WHERE message_id IS NULL');
      expect([mails().length, pushes().length]).toEqual([before + 1, 1]);
    },
    { timeout: 180_000 },
  );
  return { pushed: pushes()[0] as ReturnType<typeof browser.read>, mailed: mails().at(-1) ?? '' };
}

/** What became of the newest message of a kind. */
async function deliveriesOf(wanted: NotificationKind): Promise<readonly Delivery[]> {
  const { messages } = notificationMessages.parse((await owner.api('GET', '/api/notifications/messages')).body);
  return messages.find(({ kind }) => kind === wanted)?.deliveries ?? [];
}
/** Its states by the kind of the contact. */
const states = async (wanted: NotificationKind = 'active') =>
  Object.fromEntries((await deliveriesOf(wanted)).map(({ kind, state }) => [kind, state]));
/** The test message to the browser. */
async function tested() {
  service.requests.length = 0;
  await owner.api('POST', `/api/notifications/contacts/${contact.id}/test`);
  return service.requests.map((request) => browser.read(request)).find(({ kind }) => kind === 'test') ?? {};
}
const settled = () => expect.poll(async () => Object.values(await states())).not.toContain('sent');

const headersOf = (token: string) => ({ 'x-cyno-message': token, 'content-type': 'application/json' });
async function report(token: string, state: string): Promise<number> {
  const request = { method: 'POST', headers: headersOf(token), body: JSON.stringify({ state }) };
  return (await fetch(`${server.http}/api/public/message/receipts`, request)).status;
}
async function acknowledge(token: string): Promise<string> {
  const request = {
    method: 'POST',
    headers: headersOf(token),
    body: JSON.stringify({ action: { kind: 'acknowledge' } }),
  };
  const response = await fetch(`${server.http}/api/public/message/actions`, request);
  return ((await response.json()) as { token: string }).token;
}

test('a browser reports what it showed, and what was opened; each contact has its own receipt', async () => {
  const { pushed, mailed } = await alerted();
  await settled();
  expect(await states()).toEqual({ email: 'accepted', push: 'accepted' });
  expect(pushed).toMatchObject({ badge: 1, receipt: pushed.token });
  expect(await report(pushed.receipt, 'delivered')).toBe(204);
  expect(await states()).toEqual({ email: 'accepted', push: 'delivered' });
  expect(await report(pushed.receipt, 'read')).toBe(204);
  expect(await report(mailed, 'read')).toBe(204);
  expect(await states()).toEqual({ email: 'read', push: 'read' });
});

test('who acts from a message has read it', async () => {
  const { pushed } = await alerted();
  await settled();
  await acknowledge(pushed.token);
  expect(await states()).toEqual({ email: 'accepted', push: 'read' });
});

describe('an output of the device', () => {
  const setUp = (settings: object) =>
    owner.api('PUT', `/api/device/${board.espid}/outputs/D1`, {
      ...{ mode: 'digit', name: 'Fan', locked: false, momentaryMs: null },
      ...settings,
    });
  const switchFrom = async (token: string) => {
    const action = { kind: 'switch', espid: board.espid, pin: 'D1', on: true, confirmed: false };
    const request = { method: 'POST', headers: headersOf(token), body: JSON.stringify({ action }) };
    const response = await fetch(`${server.http}/api/public/message/actions`, request);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const commands = async () => (await owner.api('GET', `/api/device/${board.espid}/control`)).body.commands;
  beforeEach(async () => {
    await setUp({});
    onTestFinished(async () => void (await owner.api('DELETE', `/api/device/${board.espid}/outputs/D1`)));
  });

  test('is offered to a browser, and the board gets what is pressed there, once', async () => {
    const { pushed } = await alerted();
    expect(pushed.output).toEqual({ espid: board.espid, pin: 'D1', name: 'Fan', on: true });
    await board.subscribe();
    const pressed = await switchFrom(pushed.token);
    expect(pressed).toMatchObject({ status: 200, body: { report: { code: 'switched', output: 'Fan', on: true } } });
    expect((await board.message('io')).text).toBe('D1:digit:1');
    expect((await switchFrom(pushed.token)).status).toBe(404);
  });

  test('that was locked since is not switched by a press that could not show it', async () => {
    const { pushed } = await alerted();
    const sent = await commands();
    await setUp({ locked: true });
    const { status, body } = await switchFrom(pushed.token);
    expect([status, body.error]).toEqual([409, 'Fan asks before it is switched. Open Cyno to switch it.']);
    expect(await commands()).toHaveLength(sent.length);
  });

  test('that asks first is not offered', async () => {
    await setUp({ locked: true });
    expect((await alerted()).pushed.output).toBeNull();
  });
});

test('the browser also reports a message about which there is nothing to do, and can do nothing with that token', async () => {
  const pushed = await tested();
  expect(pushed).toMatchObject({ kind: 'test', token: null, receipt: expect.stringMatching(/^[\w-]{43}$/) });
  const opened = await fetch(`${server.http}/api/public/message`, { headers: headersOf(pushed.receipt) });
  expect(opened.status).toBe(404);
  expect(await acknowledge(pushed.receipt)).toBeUndefined();
  expect(await report(pushed.receipt, 'delivered')).toBe(204);
  expect(await states('test')).toEqual({ push: 'delivered' });
});

test('a message that is sent again has no receipt yet', async () => {
  const first = await tested();
  await report(first.receipt, 'read');
  const [delivery] = await deliveriesOf('test');
  const again = await owner.api('POST', `/api/notifications/deliveries/${delivery?.id}/send-again`);
  expect(again.body).toMatchObject({ state: 'accepted', readAt: null });
  expect(await report(first.receipt, 'read')).toBe(404);
  expect(await states('test')).toEqual({ push: 'accepted' });
});

describe('a token changes nothing', () => {
  test('that is forged, or reports what there is not', async () => {
    const { pushed } = await alerted();
    await settled();
    for (const forged of ['', 'x', randomBytes(32).toString('base64url'), `${pushed.receipt.slice(0, -1)}-`]) {
      expect(await report(forged, 'read')).toBe(404);
    }
    expect(await report(pushed.receipt, 'accepted')).toBe(400);
    expect(await states()).toEqual({ email: 'accepted', push: 'accepted' });
  });

  test('that was used, and one that is sent again moves no instant', async () => {
    const { pushed } = await alerted();
    await settled();
    const receiptOf = async () => {
      const delivery = (await deliveriesOf('active')).find(({ kind }) => kind === 'push');
      return { deliveredAt: delivery?.deliveredAt, readAt: delivery?.readAt };
    };
    await report(pushed.receipt, 'read');
    const first = await receiptOf();
    expect(first.readAt).toBe(first.deliveredAt);
    for (const state of ['delivered', 'read']) expect(await report(pushed.receipt, state)).toBe(204);
    expect(await receiptOf()).toEqual(first);
    const next = await acknowledge(pushed.token);
    expect(await report(pushed.receipt, 'read')).toBe(404);
    expect(await report(next, 'delivered')).toBe(204);
    expect(await receiptOf()).toEqual(first);
  });

  test('of a browser that the account has no more', async () => {
    const { pushed } = await alerted();
    await settled();
    await owner.api('DELETE', `/api/notifications/contacts/${contact.id}`);
    expect(await report(pushed.receipt, 'read')).toBe(404);
    expect(await states()).toEqual({ email: 'accepted', push: 'accepted' });
  });
});
