import { describe, expect, test } from 'vitest';
import { type OpenConnection, Takeovers } from './takeovers.ts';

const [here, there] = ['192.168.1.20', '192.168.1.21'];
const board = 'the board';
/** As the library's boards: they ping every 10 s. */
const idleLimitMs = 25_000;
const seconds = 1_000;

/** The open connection of `address`, which sent something a moment ago unless another silence is given. */
const open = (address: string, silentMs = 2 * seconds): OpenConnection => ({
  address,
  isStranger: false,
  silentMs,
  idleLimitMs,
});

describe('a board that reconnected is let in at once', () => {
  test('from the address that it had, also when its old connection was heard of just now', () => {
    expect(new Takeovers().mayTake(board, open(here, 0), { address: here, isStranger: false, now: 0 })).toBe(true);
  });

  test('from another address when its old connection is silent', () => {
    const takeovers = new Takeovers();
    for (let now = 0; now < 600 * seconds; now += 15 * seconds) {
      expect(takeovers.mayTake(board, open(here, 13 * seconds), { address: there, isStranger: false, now })).toBe(true);
    }
  });

  test('from another address for the first time, as when it changed its network', () => {
    expect(new Takeovers().mayTake(board, open(here), { address: there, isStranger: false, now: 0 })).toBe(true);
  });

  test('after it was elsewhere for some minutes', () => {
    const takeovers = new Takeovers();
    expect(takeovers.mayTake(board, open(here), { address: there, isStranger: false, now: 0 })).toBe(true);
    expect(takeovers.mayTake(board, open(there), { address: here, isStranger: false, now: 300 * seconds })).toBe(true);
  });
});

describe('of two boards with one id', () => {
  test('the one that was put out and comes back is held off for as long as the other one is there', () => {
    const takeovers = new Takeovers();
    takeovers.mayTake(board, open(here), { address: there, isStranger: false, now: 0 });
    for (let now = 15 * seconds; now < 600 * seconds; now += 15 * seconds) {
      expect(takeovers.mayTake(board, open(there), { address: here, isStranger: false, now })).toBe(false);
    }
    expect(
      takeovers.mayTake(board, open(there, 20 * seconds), { address: here, isStranger: false, now: 600 * seconds }),
    ).toBe(true);
  });

  test('the one that stays is still let in at once when it reconnects', () => {
    const takeovers = new Takeovers();
    takeovers.mayTake(board, open(here), { address: there, isStranger: false, now: 0 });
    takeovers.mayTake(board, open(there), { address: here, isStranger: false, now: 15 * seconds });
    expect(takeovers.mayTake(board, open(there, 0), { address: there, isStranger: false, now: 16 * seconds })).toBe(
      true,
    );
  });

  test('behind one address the newer is held off from the sixth time on', () => {
    const takeovers = new Takeovers();
    const responses = Array.from({ length: 12 }, (_, n) =>
      takeovers.mayTake(board, open(here), { address: here, isStranger: false, now: n * 15 * seconds }),
    );
    expect(responses).toEqual([...Array(5).fill(true), ...Array(7).fill(false)]);
  });

  test('others are not concerned', () => {
    const takeovers = new Takeovers();
    takeovers.mayTake(board, open(here), { address: there, isStranger: false, now: 0 });
    takeovers.mayTake(board, open(there), { address: here, isStranger: false, now: 15 * seconds });
    expect(takeovers.mayTake('another', open(there), { address: here, isStranger: false, now: 15 * seconds })).toBe(
      true,
    );
  });
});

describe('a stranger, who knows an e-mail address and an id,', () => {
  const stranger = { address: there, isStranger: true };
  const strangerThere = { ...open(there), isStranger: true };

  test('does not take the connection of a board without a key, which is not held off after it', () => {
    const takeovers = new Takeovers();
    const keyless = { ...open(here), isStranger: true };
    for (let now = 0; now < 600 * seconds; now += 15 * seconds) {
      expect(takeovers.mayTake(board, keyless, { ...stranger, now })).toBe(false);
      expect(takeovers.mayTake(board, open(here), { ...stranger, now })).toBe(false);
    }
    const now = 600 * seconds;
    expect(takeovers.mayTake(board, keyless, { address: here, isStranger: true, now })).toBe(true);
  });

  test('who came while the board was away gives way to it when it comes from a network of its account', () => {
    const takeovers = new Takeovers();
    takeovers.mayTake(board, open(here, 20 * seconds), { ...stranger, now: 0 });
    for (let now = 15 * seconds; now < 600 * seconds; now += 15 * seconds) {
      expect(takeovers.mayTake(board, strangerThere, { address: here, isStranger: false, now })).toBe(true);
    }
  });

  test('takes a connection that is silent: the board may have changed its network', () => {
    expect(new Takeovers().mayTake(board, open(here, 13 * seconds), { ...stranger, now: 0 })).toBe(true);
  });
});

test('a client that pings rarely counts as there for longer', () => {
  const takeovers = new Takeovers();
  const rare = { address: here, isStranger: false, silentMs: 30 * seconds, idleLimitMs: 90 * seconds };
  takeovers.mayTake(board, rare, { address: there, isStranger: false, now: 0 });
  const back = { ...rare, address: there };
  expect(takeovers.mayTake(board, back, { address: here, isStranger: false, now: 15 * seconds })).toBe(false);
  expect(
    takeovers.mayTake(
      board,
      { ...back, silentMs: 50 * seconds },
      { address: here, isStranger: false, now: 16 * seconds },
    ),
  ).toBe(true);
});
