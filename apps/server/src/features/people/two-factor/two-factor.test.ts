import { loginResponse, twoFactorChallenge } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, startTestAccounts, type TestAccounts } from '../../../../test/accounts.ts';
import { quickMember } from '../../../../test/people/quick-member.ts';
import { totpAt } from '../../../../test/people/totp.ts';

let server: TestAccounts;
let serial = 0;
beforeAll(async () => {
  server = await startTestAccounts();
  await server.member('admin@example.com');
});
afterAll(() => server.stop());

const minuteMs = 60_000;
const post = (url: string, body?: unknown, token?: string) =>
  server.call('POST', url, { body, ...(token !== undefined && { token }) });
const login = (email: string) => post('/api/auth/login', { email, password: goodPassword });

/** An account with two-step login; its app shows a fresh code. */
async function newTwoStepAccount() {
  serial += 1;
  const email = `two${serial}@example.com`;
  const { id, token } = await quickMember(server, email);
  const { body: setup } = await post('/api/second-step/totp', undefined, token);
  const secret: string = setup.secret;
  const { body } = await post('/api/second-step/totp/confirm', { code: totpAt(secret, server.clock.at) }, token);
  server.clock.at += minuteMs;
  return {
    email,
    token,
    secret,
    recoveryCodes: body.recoveryCodes as string[],
    code: () => totpAt(secret, server.clock.at),
    /** As after the right password, a millisecond after the one before: of the same instant none is the oldest. */
    async ticket(): Promise<string> {
      server.clock.at += 1;
      return (await server.twoFactor.challenge(id))?.ticket ?? '';
    },
  };
}

const wrongFor = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0');

describe('a login in two steps', () => {
  test('returns a ticket to the right password, and a session to the code', async () => {
    const { email, code } = await newTwoStepAccount();
    const first = await login(email);
    expect([first.status, first.body.code]).toEqual([403, 'second_step_required']);
    expect(first.text).not.toContain('access_token');
    const { ticket, methods } = twoFactorChallenge.strict().parse(first.body.secondStep);
    expect(methods).toEqual(['totp', 'recovery_code']);
    const second = await post('/api/auth/second-step', { ticket, code: code() });
    expect(second.status).toBe(200);
    const { access_token } = loginResponse.strict().parse(second.body);
    expect((await server.call('GET', '/api/auth/session', { token: access_token })).body.email).toBe(email);
  });

  test('reveals nothing of it to a wrong password', async () => {
    const { email } = await newTwoStepAccount();
    const { status, body } = await post('/api/auth/login', { email, password: 'wrong-one-1' });
    expect([status, body.code, body.secondStep]).toEqual([401, 'wrong_credentials', undefined]);
  });

  test('a code may have a space in it, as apps show it', async () => {
    const { ticket, code } = await newTwoStepAccount();
    const spaced = code().replace(/^(...)/, '$1 ');
    expect((await post('/api/auth/second-step', { ticket: await ticket(), code: spaced })).status).toBe(200);
  });

  test('a code works once, also with another ticket and at the same time', async () => {
    const { ticket, code } = await newTwoStepAccount();
    const used = code();
    const tickets = await Promise.all([ticket(), ticket(), ticket()]);
    const responses = await Promise.all(
      tickets.map((one) => post('/api/auth/second-step', { ticket: one, code: used })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect((await post('/api/auth/second-step', { ticket: await ticket(), code: used })).body.code).toBe('wrong_code');
  });

  test('after a code no older one works', async () => {
    const { ticket, secret } = await newTwoStepAccount();
    const [earlier, later] = [totpAt(secret, server.clock.at), totpAt(secret, server.clock.at + 30_000)];
    expect((await post('/api/auth/second-step', { ticket: await ticket(), code: later })).status).toBe(200);
    expect((await post('/api/auth/second-step', { ticket: await ticket(), code: earlier })).status).toBe(401);
  });

  test('the code that turned it on does not work for a login', async () => {
    const { token } = await quickMember(server, 'fresh@example.com');
    const { secret } = (await post('/api/second-step/totp', undefined, token)).body;
    const code = totpAt(secret, server.clock.at);
    await post('/api/second-step/totp/confirm', { code }, token);
    const { ticket } = (await login('fresh@example.com')).body.secondStep;
    expect((await post('/api/auth/second-step', { ticket, code })).body.code).toBe('wrong_code');
  });

  test('a code is good for one step before and after, no more', async () => {
    const { ticket, secret } = await newTwoStepAccount();
    const tried = await ticket();
    for (const offset of [-2, 2]) {
      const code = totpAt(secret, server.clock.at + offset * 30_000);
      expect((await post('/api/auth/second-step', { ticket: tried, code })).status).toBe(401);
    }
    const code = totpAt(secret, server.clock.at + 30_000);
    expect((await post('/api/auth/second-step', { ticket: tried, code })).status).toBe(200);
  });

  test.each([
    ['no code', { ticket: 'x' }],
    ['letters', { ticket: 'x', code: 'abcdef' }],
    ['five digits', { ticket: 'x', code: '12345' }],
    ['a number', { ticket: 'x', code: 123_456 }],
    ['no ticket', { code: '123456' }],
    ['a long recovery code', { ticket: 'x', recoveryCode: 'A'.repeat(65) }],
  ])('%s is no valid request', async (_, body) => {
    const response = await post('/api/auth/second-step', body);
    expect([response.status, response.body.code]).toEqual([400, 'validation_failed']);
  });
});

describe('the ticket', () => {
  test('is good for one session', async () => {
    const { ticket, recoveryCodes, code } = await newTwoStepAccount();
    const used = await ticket();
    expect((await post('/api/auth/second-step', { ticket: used, code: code() })).status).toBe(200);
    const again = await post('/api/auth/second-step', { ticket: used, recoveryCode: recoveryCodes[0] });
    expect([again.status, again.body.code]).toEqual([400, 'ticket_expired']);
  });

  test('of two right codes at once gives one session', async () => {
    const { ticket, recoveryCodes, code } = await newTwoStepAccount();
    const shared = await ticket();
    const responses = await Promise.all([
      post('/api/auth/second-step', { ticket: shared, code: code() }),
      post('/api/auth/second-step', { ticket: shared, recoveryCode: recoveryCodes[0] }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('ends after five minutes', async () => {
    const { ticket, code } = await newTwoStepAccount();
    const old = await ticket();
    server.clock.at += 5 * minuteMs;
    expect((await post('/api/auth/second-step', { ticket: old, code: code() })).body.code).toBe('ticket_expired');
  });

  test('ends after five wrong codes, which the fifth response reports', async () => {
    const { ticket, code } = await newTwoStepAccount();
    const tried = await ticket();
    const codes: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      codes.push((await post('/api/auth/second-step', { ticket: tried, code: wrongFor(code()) })).body.code);
    }
    expect(codes).toEqual([...Array(4).fill('wrong_code'), 'ticket_expired']);
    expect((await post('/api/auth/second-step', { ticket: tried, code: code() })).body.code).toBe('ticket_expired');
    expect((await post('/api/auth/second-step', { ticket: await ticket(), code: code() })).status).toBe(200);
  });

  test('lets nobody in with the code of another account', async () => {
    const [ann, bob] = [await newTwoStepAccount(), await newTwoStepAccount()];
    const ticket = await ann.ticket();
    for (const body of [{ code: bob.code() }, { recoveryCode: bob.recoveryCodes[0] }]) {
      expect((await post('/api/auth/second-step', { ticket, ...body })).body.code).toBe('wrong_code');
    }
    expect((await post('/api/auth/second-step', { ticket: await bob.ticket(), code: bob.code() })).status).toBe(200);
  });

  test('of another purpose opens nothing', async () => {
    const { code } = await newTwoStepAccount();
    const { ticket } = (await post('/api/auth/passkey/options')).body;
    expect((await post('/api/auth/second-step', { ticket, code: code() })).body.code).toBe('ticket_expired');
  });

  test('gets the same response when it is unknown, used up or expired', async () => {
    const { ticket, code } = await newTwoStepAccount();
    const used = await ticket();
    await post('/api/auth/second-step', { ticket: used, code: code() });
    const responses = [used, 'unknown', 'A'.repeat(43)].map((one) =>
      post('/api/auth/second-step', { ticket: one, code: '000000' }),
    );
    expect(new Set((await Promise.all(responses)).map(({ text }) => text)).size).toBe(1);
  });

  test('an account has ten at most; the oldest end', async () => {
    const { ticket, recoveryCodes } = await newTwoStepAccount();
    const tickets: string[] = [];
    for (let i = 0; i < 11; i += 1) {
      tickets.push(await ticket());
    }
    const [oldest, next] = tickets;
    const response = await post('/api/auth/second-step', { ticket: oldest, recoveryCode: recoveryCodes[0] });
    expect(response.body.code).toBe('ticket_expired');
    expect((await post('/api/auth/second-step', { ticket: next, recoveryCode: recoveryCodes[0] })).status).toBe(200);
  });
});

describe('guessing', () => {
  test('ends for the account after ten wrong codes, and its owner is notified', async () => {
    const { email, ticket, code, recoveryCodes } = await newTwoStepAccount();
    const before = server.notices.length;
    const responses: string[] = [];
    for (let i = 0; i < 12; i += 1) {
      responses.push(
        (await post('/api/auth/second-step', { ticket: await ticket(), code: wrongFor(code()) })).body.code,
      );
    }
    expect(responses).toEqual([...Array(10).fill('wrong_code'), 'rate_limited', 'rate_limited']);
    const { id } = (await server.accounts.findAccountByEmail(email)) ?? {};
    expect(server.notices.slice(before)).toEqual([{ accountId: id, event: 'second_step_guessed' }]);
    const right = await post('/api/auth/second-step', { ticket: await ticket(), code: code() });
    expect([right.status, Number(right.headers['retry-after'])]).toEqual([429, expect.closeTo(900, -2)]);
    // The owner still gets in with what cannot be guessed.
    const body = { ticket: await ticket(), recoveryCode: recoveryCodes[0] };
    expect((await post('/api/auth/second-step', body)).status).toBe(200);
  });

  test('at the same time is counted, too', async () => {
    const { ticket, code } = await newTwoStepAccount();
    const tickets = await Promise.all(Array.from({ length: 10 }, ticket));
    const responses = await Promise.all(
      [...tickets, ...tickets].map((one) => post('/api/auth/second-step', { ticket: one, code: wrongFor(code()) })),
    );
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  test('recovery codes ends as well', async () => {
    const { ticket } = await newTwoStepAccount();
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) {
      const body = { ticket: await ticket(), recoveryCode: `ABCD-EFGH-JKM${i % 8 ? 'N' : 'P'}` };
      statuses.push((await post('/api/auth/second-step', body)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  test('is forgotten after a right code', async () => {
    const { ticket, secret, code } = await newTwoStepAccount();
    for (let round = 0; round < 3; round += 1) {
      for (let i = 0; i < 4; i += 1) {
        await post('/api/auth/second-step', { ticket: await ticket(), code: wrongFor(code()) });
      }
      const right = totpAt(secret, server.clock.at);
      expect((await post('/api/auth/second-step', { ticket: await ticket(), code: right })).status).toBe(200);
      server.clock.at += minuteMs;
    }
  });

  test('is bounded for a day, however often the owner logs in', async () => {
    const { ticket, code } = await newTwoStepAccount();
    const guess = async () => post('/api/auth/second-step', { ticket: await ticket(), code: wrongFor(code()) });
    await guess();
    await server.database.pool.query(`update throttle_counts set points = 50 where key like 'second-step-code-day:%'`);
    expect((await guess()).status).toBe(429);
  });
});

describe('a recovery code', () => {
  test('works once, in any spelling, and its owner is notified', async () => {
    const { email, ticket, recoveryCodes } = await newTwoStepAccount();
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    const before = server.notices.length;
    const spelled = ` ${recoveryCodes[3]?.toLowerCase().replaceAll('-', ' ')} `;
    expect((await post('/api/auth/second-step', { ticket: await ticket(), recoveryCode: spelled })).status).toBe(200);
    const { id } = (await server.accounts.findAccountByEmail(email)) ?? {};
    expect(server.notices.slice(before)).toEqual([{ accountId: id, event: 'recovery_code_used' }]);
    const again = { ticket: await ticket(), recoveryCode: recoveryCodes[3] };
    expect((await post('/api/auth/second-step', again)).body.code).toBe('wrong_code');
  });

  test('at the same time with two tickets works once', async () => {
    const { ticket, recoveryCodes } = await newTwoStepAccount();
    const tickets = await Promise.all([ticket(), ticket()]);
    const responses = await Promise.all(
      tickets.map((one) => post('/api/auth/second-step', { ticket: one, recoveryCode: recoveryCodes[0] })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('is no longer offered when all are used', async () => {
    const { email, recoveryCodes, ticket } = await newTwoStepAccount();
    for (const recoveryCode of recoveryCodes) {
      expect((await post('/api/auth/second-step', { ticket: await ticket(), recoveryCode })).status).toBe(200);
    }
    expect((await login(email)).body.secondStep.methods).toEqual(['totp']);
  });

  test('is stored as a hash, like the tickets', async () => {
    const { recoveryCodes, ticket } = await newTwoStepAccount();
    const stored = await ticket();
    const { rows } = await server.database.pool.query(
      `select (select json_agg(r) from recovery_codes r)::text || (select json_agg(t) from step_tickets t)::text as all`,
    );
    for (const secret of [...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', '')), stored]) {
      expect(rows[0].all).not.toContain(secret);
    }
  });
});

describe('accounts that may not log in', () => {
  test('a disabled one is refused after the two-factor step, too', async () => {
    const { email, ticket, code } = await newTwoStepAccount();
    const open = await ticket();
    await server.database.pool.query('update accounts set disabled_at = now() where email = $1', [email]);
    const response = await post('/api/auth/second-step', { ticket: open, code: code() });
    expect([response.status, response.body.code]).toEqual([403, 'forbidden']);
    expect(response.text).not.toContain('access_token');
  });

  test('one that was removed has no ticket any more', async () => {
    const { email, ticket, code } = await newTwoStepAccount();
    const open = await ticket();
    await server.database.pool.query('delete from accounts where email = $1', [email]);
    const response = await post('/api/auth/second-step', { ticket: open, code: code() });
    expect(response.body.code).toBe('ticket_expired');
  });
});
