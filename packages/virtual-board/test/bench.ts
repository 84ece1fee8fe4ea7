import { afterEach, expect, vi } from 'vitest';
import type { BoardEvent, VirtualBoard, VirtualBoardOptions } from '../src/board-api.ts';
import type { Kit } from '../src/kits.ts';
import { seededRandom } from '../src/signals.ts';
import { createVirtualBoard } from '../src/virtual-board.ts';
import { ManualClock } from './manual-clock.ts';
import { type Script, type ScriptedBroker, type ScriptedSession, startScriptedBroker } from './scripted-broker.ts';

export const espid = 'ESP8266-2802776_ECFABC2AC458';
/** A topic of the board with the usual espid. */
export const topic = (subtopic: string) => `/${espid}/${subtopic}`;
/** The lines of a log with this start. */
export const lines = (log: string[], start: string) => log.filter((line) => line.startsWith(start));
const silent: Kit = { template: 'dht,1', begin: () => () => ({}) };
const never = 1e9;

/** What a test opened; ended after it, the last one first. */
export const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  while (cleanups.length > 0) await cleanups.pop()?.();
  vi.useRealTimers();
});

export interface Bench {
  broker: ScriptedBroker;
  board: VirtualBoard;
  clock: ManualClock;
  events: BoardEvent[];
  /** The connections so far; `session` is the newest. */
  session(): ScriptedSession;
  /** Lets board seconds pass, each only after all that was sent has arrived. */
  live(seconds: number): Promise<void>;
  settle(): Promise<void>;
  subscribed(): Promise<void>;
}

/**
 * A board in front of a broker, both ready to go; `interval` is never unless given, so that the board is silent. What the board waits for
 * in real time, such as CONNACK, is late only when a test advances the timers.
 */
export async function bench(
  script: Script = { echo: true },
  options: Partial<VirtualBoardOptions> = {},
): Promise<Bench> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const broker = await startScriptedBroker(script);
  const clock = new ManualClock();
  const board = createVirtualBoard({
    espid,
    email: 'you@example.com',
    host: '127.0.0.1',
    port: broker.port,
    tls: false,
    kit: silent,
    intervalMs: never,
    family: 'esp8266',
    clock,
    random: seededRandom(1),
    ...options,
  });
  cleanups.push(
    () => broker.close(),
    () => board.stop(),
  );
  const events: BoardEvent[] = [];
  board.on((event) => events.push(event));
  const count = (type: BoardEvent['type']) => events.filter((event) => event.type === type).length;
  const settle = async () => {
    const arrived = () => broker.sessions.flatMap(({ log }) => lines(log, 'PUBLISH')).length;
    const isThrough = () => {
      const cameBack = broker.script.echo === true ? count('received') : count('sent');
      return Math.min(arrived(), cameBack) >= count('sent');
    };
    await expect.poll(isThrough, { interval: 1 }).toBe(true);
    // A ping and its response leave no event: on the loopback they are through after a few turns.
    for (let turn = 0; turn < 6; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
  };
  return {
    broker,
    board,
    clock,
    events,
    session: () => broker.sessions.at(-1) as ScriptedSession,
    settle,
    subscribed: () => expect.poll(() => count('subscribed'), { interval: 1 }).toBeGreaterThan(0),
    async live(seconds) {
      for (let second = 0; second < seconds; second++) {
        await settle();
        clock.advance(1000);
      }
      await settle();
    },
  };
}
