import { boardPassword } from '@cyno/device-protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ConnectDecision, ConnectRequest } from '../../../platform/broker/index.ts';
import { currentRequester } from '../../../platform/requester.ts';
import { LoginThrottle } from './login-throttle.ts';

const attacker = '203.0.113.7';
const home = '198.51.100.1';
const refused: ConnectDecision = { allow: false, returnCode: 4 };
const accepted: ConnectDecision = {
  allow: true,
  session: { kind: 'board', accountId: 1, espid: 'board', deviceId: 1 },
};
let throttle: LoginThrottle;
let lines: string[];
/** How often it was looked whether a login is right. */
let decisions = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  lines = [];
  decisions = 0;
  throttle = new LoginThrottle((_, line) => void lines.push(line));
});
afterEach(() => {
  vi.useRealTimers();
});

const request = (more: Partial<ConnectRequest> = {}): ConnectRequest => ({
  clientId: 'board',
  username: 'owner@example.com/AAAA-BBBB-CCCC',
  password: boardPassword,
  remoteAddress: attacker,
  ...more,
});

/** Begins a login that takes so long to decide. */
function begin(from: ConnectRequest, decision: ConnectDecision, takesMs = 0): { outcome?: ConnectDecision } {
  const login: { outcome?: ConnectDecision } = {};
  const decide = async () => {
    decisions += 1;
    vi.advanceTimersByTime(takesMs);
    return decision;
  };
  void throttle.decide(from, decide).then((outcome) => {
    login.outcome = outcome;
  });
  return login;
}

/** After how many milliseconds of the held time a login gets its response, to the next ten. */
async function responseTime(from: ConnectRequest, decision: ConnectDecision, takesMs = 0): Promise<number> {
  const login = begin(from, decision, takesMs);
  await vi.advanceTimersByTimeAsync(0);
  let passedMs = 0;
  for (; login.outcome === undefined && passedMs < 10_000; passedMs += 10) await vi.advanceTimersByTimeAsync(10);
  expect(login.outcome).toEqual(decision);
  return takesMs + passedMs;
}

test('a refusal takes the same time however far it came, so that it does not reveal whether the address exists', async () => {
  const [unknown, known] = [request({ username: 'nobody@example.com/X' }), request()];
  expect(await responseTime(unknown, refused, 0)).toBe(100);
  expect(await responseTime(known, refused, 30)).toBe(100);
  expect(await responseTime(unknown, { allow: false, returnCode: 5 }, 90)).toBe(100);
  expect(await responseTime(known, refused, 130)).toBe(200);
});

test('refusals are sent later and later, up to 5 s; what is right is accepted at once, also from there', async () => {
  const times: number[] = [];
  for (let count = 0; count < 100; count += 1) times.push(await responseTime(request(), refused));
  expect(times[0]).toBe(100);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times[30]).toBe(200);
  expect(times.at(-1)).toBeGreaterThanOrEqual(800);
  for (let count = 0; count < 300; count += 1) times.push(await responseTime(request(), refused));
  expect(Math.max(...times)).toBeLessThanOrEqual(5_000);
  expect(await responseTime(request({ username: 'owner@example.com/RIGHT' }), accepted)).toBe(0);
});

test('time forgives: five boards with a wrong key get their response as ever', async () => {
  const times: number[] = [];
  for (let round = 0; round < 40; round += 1) {
    for (let board = 0; board < 5; board += 1)
      times.push(await responseTime(request({ clientId: `b${board}` }), refused));
    await vi.advanceTimersByTimeAsync(14_500);
  }
  expect(new Set(times)).toEqual(new Set([100]));
});

test('many at once are not looked at any more, with a line in the log; others, and what was right before, are', async () => {
  const right = request({ clientId: 'mine', username: 'owner@example.com/RIGHT' });
  const athome = request({ ...right, clientId: 'new', remoteAddress: home });
  expect(await responseTime(right, accepted)).toBe(0);
  const guesses = Array.from({ length: 500 }, (_, count) =>
    begin(request({ username: `owner@example.com/${count}` }), refused),
  );
  await vi.advanceTimersByTimeAsync(0);
  const late = begin(request({ username: 'owner@example.com/RIGHT', clientId: 'guess' }), accepted);
  await vi.advanceTimersByTimeAsync(0);
  expect(late.outcome).toEqual({ allow: false, returnCode: 3 });
  expect(lines.length).toBeGreaterThan(0);
  // The board behind the same address that was right before, and one of the same account at home that never came.
  expect(await responseTime(right, accepted)).toBe(0);
  expect(await responseTime(athome, accepted)).toBe(0);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(guesses.filter(({ outcome }) => outcome === undefined)).toEqual([]);
});

test('guesses go slowly from one network, whatever accounts they name', async () => {
  let guesses = 0;
  const guessFor = async (seconds: number) => {
    const before = decisions;
    for (let count = 0; count < seconds * 100; count += 1) {
      begin(request({ username: `user${guesses++}@example.com/X` }), refused);
      await vi.advanceTimersByTimeAsync(10);
    }
    return decisions - before;
  };
  await guessFor(120);
  expect(await guessFor(60)).toBeLessThanOrEqual((60 / 5 + 1) * 200);
});

test.each([
  ['a board whose e-mail is not set up yet', ''],
  ['an address that no account can have', 'ann@farm'],
  ['an address that is too long', `${'a'.repeat(16_000)}@example.com`],
])('%s is refused at once, and counts for nobody', async (_, username) => {
  for (let count = 0; count < 500; count += 1) expect(await responseTime(request({ username }), refused)).toBe(0);
  expect(await responseTime(request(), refused)).toBe(100);
});

test('boards without a key that are refused keep no board with a key waiting', async () => {
  for (let board = 0; board < 200; board += 1) {
    begin(request({ clientId: `new${board}`, username: 'owner@example.com' }), { allow: false, returnCode: 5 });
  }
  await vi.advanceTimersByTimeAsync(0);
  const before = decisions;
  begin(request({ clientId: 'one more', username: 'owner@example.com' }), { allow: false, returnCode: 5 });
  expect(decisions).toBe(before);
  expect(await responseTime(request({ clientId: 'new board' }), accepted)).toBe(0);
  expect(await responseTime(request({ clientId: 'wrong key' }), refused)).toBe(100);
});

/** Begins logins that cannot be decided yet; returns for whom they are looked up, their responses, and how to proceed. */
function hold(count: number, from: (n: number) => ConnectRequest) {
  const { promise: database, resolve: proceed } = Promise.withResolvers<void>();
  const held = { requesters: [] as string[], responses: [] as ConnectDecision[], proceed };
  for (let n = 0; n < count; n += 1) {
    const decide = async () => {
      held.requesters.push(currentRequester().key);
      await database;
      return accepted;
    };
    void throttle.decide(from(n), decide).then((outcome) => held.responses.push(outcome));
  }
  return held;
}

test('of thousands at once a few are looked up, for their network; others, and what was right before, wait for none of them', async () => {
  const right = request({ clientId: 'mine' });
  expect(await responseTime(right, accepted)).toBe(0);
  const flood = hold(2_000, (n) => request({ clientId: `made-up ${n}`, username: 'owner@example.com' }));
  await vi.advanceTimersByTimeAsync(0);
  expect(flood.requesters).toEqual(Array(32).fill(`log-in network ${attacker}`));
  expect(flood.responses).toEqual(Array(2_000 - 32 - 500).fill({ allow: false, returnCode: 3 }));
  expect(await responseTime(right, accepted)).toBe(0);
  expect(await responseTime(request({ remoteAddress: home }), accepted)).toBe(0);
  // Their client has given up by now.
  await vi.advanceTimersByTimeAsync(900);
  expect([flood.requesters.length, flood.responses.length]).toEqual([32, 2_000 - 32]);
});

test('a class of 200 new boards behind one address gets in', async () => {
  const boards = hold(200, (n) => request({ clientId: `board ${n}` }));
  await vi.advanceTimersByTimeAsync(0);
  boards.proceed();
  await vi.advanceTimersByTimeAsync(0);
  expect(boards.responses).toEqual(Array(200).fill(accepted));
});
