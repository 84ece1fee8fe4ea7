import { randomBytes } from 'node:crypto';
import { displayName, type MessageAction } from '@cyno/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { tooHot } from '../../../../test/alerts.ts';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../../test/server.ts';
import { startTestSmtp, type TestSmtp } from '../../../../test/stand-ins/smtp.ts';

const espid = nextEspid();
let smtp: TestSmtp;
let server: TestServer;
let owner: TestUser;
let operator: TestUser;
let board: TestBoard;

const measure = (value: number) => board.puback(board.publish('data/update', `{"temp":${value}}`, 1));
const mailsTo = (email: string) =>
  smtp.mails.filter(({ to, text }) => to.includes(email) && text.includes('/message#'));
const newestToken = (email: string) => /\/message#([\w-]{43})/.exec(mailsTo(email).at(-1)?.text ?? '')?.[1] ?? '';
/** Calls as somebody who has the link and nothing else. */
async function byLink(token: string, path = '', body?: unknown) {
  const response = await fetch(`${server.http}/api/public/message${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-cyno-message': token, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape.
  return { status: response.status, body: (await response.json()) as any };
}
const show = (token: string) => byLink(token);
const takeAction = (token: string, action: MessageAction) => byLink(token, '/actions', { action });
const acknowledge: MessageAction = { kind: 'acknowledge' };
const fan = (on: boolean): MessageAction => ({ kind: 'switch', espid, pin: 'D1', on });

/** Makes the device too hot, and resolves with the token in the mail about that. A rule that fires often would be calmed. */
async function alerted(email: string): Promise<string> {
  const before = mailsTo(email).length;
  const { body } = await owner.api('POST', '/api/alert-rules', { ...tooHot(), name: 'Too hot' });
  onTestFinished(async () => void (await owner.api('DELETE', `/api/alert-rules/${body.id}`)));
  await measure(35);
  await vi.waitFor(
    async () => {
      // What happens within the next seconds would become the same message: nothing does.
      await server.database.pool.query('UPDATE notification_recipients SET queued_at = 0 WHERE message_id IS NULL');
      expect(mailsTo(email)).toHaveLength(before + 1);
    },
    { timeout: 180_000 },
  );
  return newestToken(email);
}
const openAlerts = async () => (await owner.api('GET', '/api/alerts?show=open')).body.alerts;

async function confirmed(email: string): Promise<TestUser> {
  await server.signup(email);
  const token = /token=([\w-]+)/.exec(await smtp.mailTo(email))?.[1];
  await server.api('POST', '/api/auth/confirm', { token });
  return server.signup(email);
}

beforeAll(async () => {
  smtp = await startTestSmtp();
  server = await startTestServer({ SMTP_URL: smtp.url });
  owner = await confirmed('owner@example.com');
  operator = await confirmed('operator@example.com');
  const username = `${owner.email}/${await owner.connectionKey()}`;
  ({ board } = await server.board({ espid, username, keepalive: 3_600 }));
  await owner.api('POST', `/api/device/${espid}/shares`, { email: operator.email, role: 'operator', expiresAt: null });
  const [offer] = (await operator.api('GET', '/api/offers')).body.offers;
  await operator.api('POST', `/api/offers/${offer.id}/accept`);
  const settings = { mode: 'digit', name: 'Fan', locked: false, momentaryMs: null };
  await owner.api('PUT', `/api/device/${espid}/outputs/D1`, settings);
  await measure(20);
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});
beforeEach(() => measure(20));

test('the link of a mail shows what it is about and acknowledges it, once', async () => {
  const token = await alerted(owner.email);
  expect((await show(token)).body).toMatchObject({
    subject: `${displayName({ espid, name: espid }, 'en')}: Too hot`,
    alerts: { active: 1, acknowledged: 0 },
    mayAcknowledge: true,
    mayAct: true,
    outputs: [{ espid, pin: 'D1', name: 'Fan', online: true }],
  });
  // To look changes nothing, however often a mail program does so.
  expect((await show(token)).status).toBe(200);
  expect(await openAlerts()).toMatchObject([{ state: 'active' }]);

  const done = await takeAction(token, acknowledge);
  expect(done.body).toMatchObject({
    result: 'Alert acknowledged.',
    report: { code: 'acknowledged', count: 1 },
    message: { alerts: { active: 0, acknowledged: 1 }, mayAcknowledge: false },
  });
  expect(await openAlerts()).toMatchObject([{ state: 'acknowledged', acknowledgedBy: owner.email }]);
  for (const replayed of [await takeAction(token, acknowledge), await show(token)]) {
    expect(replayed).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
  expect((await takeAction(done.body.token, acknowledge)).body.result).toBe('Somebody has acknowledged it already.');
});

test('the link of a mail still acts after a reminder of its alert', async () => {
  const token = await alerted(owner.email);
  await server.database.pool.query('UPDATE notification_messages SET repeat_at = 0 WHERE kind = $1', ['active']);
  await vi.waitFor(() => expect(newestToken(owner.email)).not.toBe(token), { timeout: 180_000 });
  expect((await show(token)).body).toMatchObject({ alerts: { active: 1 }, mayAcknowledge: true });
  expect((await takeAction(token, acknowledge)).body.result).toBe('Alert acknowledged.');
});

test('two presses at the same time: one acts', async () => {
  const token = await alerted(owner.email);
  const statuses = (await Promise.all([1, 2, 3, 4].map(() => takeAction(token, acknowledge)))).map(
    ({ status }) => status,
  );
  expect(statuses.toSorted()).toEqual([200, 404, 404, 404]);
});

test('it switches an output, as the person, and the page goes on with the next token', async () => {
  const token = await alerted(owner.email);
  const done = await takeAction(token, fan(true));
  expect(done.body.result).toBe(`Fan on: sent to ${displayName({ espid, name: espid }, 'en')}.`);
  const { commands } = (await owner.api('GET', `/api/device/${espid}/control`)).body;
  expect(commands[0]).toMatchObject({ target: 'D1', value: '1', actor: { kind: 'person', name: owner.email } });
  const snoozed = await takeAction(done.body.token, { kind: 'snooze', minutes: 60 });
  expect(snoozed.body).toMatchObject({
    result: 'Nobody is notified of this alert for 1 hour.',
    message: { alerts: { snoozed: 1 } },
  });
});

test('what was refused leaves the link as it was', async () => {
  const token = await alerted(owner.email);
  const unknown: MessageAction = { kind: 'switch', espid, pin: 'D2', on: true };
  expect((await takeAction(token, unknown)).status).toBe(404);
  expect((await takeAction(token, { kind: 'switch', espid: nextEspid(), pin: 'D1', on: true })).status).toBe(404);
  expect((await takeAction(token, acknowledge)).status).toBe(200);
});

test('an alert that is over needs no acknowledgement', async () => {
  const token = await alerted(owner.email);
  await measure(20);
  await vi.waitFor(async () => expect(await openAlerts()).toEqual([]), { timeout: 180_000 });
  expect((await takeAction(token, acknowledge)).body.result).toMatch(/^It is over already/);
});

describe('a link is good for nothing', () => {
  test('that nobody was sent', async () => {
    for (const wrong of ['', 'x', randomBytes(32).toString('base64url')]) {
      expect((await show(wrong)).status).toBe(404);
      expect((await takeAction(wrong, acknowledge)).status).toBe(404);
    }
  });

  test('to somebody whose share has ended', async () => {
    const token = await alerted(operator.email);
    expect((await show(token)).body).toMatchObject({ mayAct: true, alerts: { active: 1 } });
    const { shares } = (await owner.api('GET', `/api/device/${espid}/shares`)).body;
    await owner.api('DELETE', `/api/device/${espid}/shares/${shares[0].id}`);
    expect((await show(token)).body).toMatchObject({
      mayAcknowledge: false,
      mayAct: false,
      alerts: { active: 0 },
      outputs: [],
    });
    expect((await takeAction(token, fan(true))).status).toBe(404);
    expect((await takeAction(token, acknowledge)).body.result).toMatch(/^It is over already/);
    expect(await openAlerts()).toMatchObject([{ state: 'active' }]);
  });

  test('after three days', async () => {
    const token = await alerted(owner.email);
    await server.database.pool.query('UPDATE notification_deliveries SET token_until = 1');
    expect((await show(token)).status).toBe(404);
    expect((await takeAction(token, acknowledge)).status).toBe(404);
  });

  test('in a mail to an address that the account has no more', async () => {
    const token = await alerted(owner.email);
    await server.database.pool.query(`UPDATE notification_deliveries SET name = 'former@example.com'`);
    expect((await show(token)).status).toBe(404);
  });
});

test('further addresses get no link to act, only the account itself', async () => {
  await server.database.pool.query(
    `INSERT INTO notification_addresses (account_id, email, confirmed_at)
     SELECT id, 'neighbour@example.com', now() FROM accounts WHERE email = $1`,
    [owner.email],
  );
  await alerted(owner.email);
  await vi.waitFor(() => expect(smtp.mails.some(({ to }) => to.includes('neighbour@example.com'))).toBe(true));
  expect(mailsTo('neighbour@example.com')).toEqual([]);
});

test('the database has no token that works', async () => {
  const token = await alerted(owner.email);
  const { rows } = await server.database.pool.query('SELECT * FROM notification_deliveries');
  expect(JSON.stringify(rows)).not.toContain(token);
});
