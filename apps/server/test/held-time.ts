import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';

const real = { setTimeout, setInterval, clearTimeout, clearInterval, Date };
const steadyNow = performance.now.bind(performance);
let steadyAheadMs = 0;

/** Timers of this process that wait until a test lets time pass. */
export interface HeldTime {
  /** Milliseconds since the epoch; setting it is what somebody does who sets the clock of a machine: no timer runs. */
  at: number;
  now(): number;
  /**
   * Lets time pass, until something is reached if that is sooner: what is due runs in order, and what one timer began has settled before
   * the next runs.
   */
  pass(ms: number, isReached?: () => boolean): Promise<void>;
  /** Lets hours pass of which only the result counts: timers run up to nine seconds late, as on a busy machine. */
  passLate(ms: number): Promise<void>;
  /** Resolves when all is done that can be done at this instant. */
  settled(): Promise<void>;
  /** From now on timers run by themselves; those that are left are started with what remains of them. */
  release(): void;
}

/** What `setTimeout` and `setInterval` return while time is held. */
class HeldTimer {
  readonly run: () => void;
  readonly everyMs: number | null;
  dueAt: number;
  /** The real timer that took its place. */
  heir: NodeJS.Timeout | undefined;

  constructor(run: () => void, { everyMs, dueAt }: { everyMs: number | null; dueAt: number }) {
    this.run = run;
    this.everyMs = everyMs;
    this.dueAt = dueAt;
  }

  close(): this {
    real.clearTimeout(this.heir);
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return false;
  }
}

/** Connections to databases that are being made, and such that have a query. */
const busy = { connecting: new Set<pg.Client>(), querying: new Set<pg.Client>() };
const watched = new WeakSet<pg.Client>();
const changes = new EventEmitter();
const { connect, query } = pg.Client.prototype;

/** Also of connections that are older than this module. */
function watch(client: pg.Client): void {
  if (watched.has(client)) return;
  watched.add(client);
  const forget = (...sets: Set<pg.Client>[]) => {
    for (const set of sets) set.delete(client);
    changes.emit('change');
  };
  client.on('connect', () => forget(busy.connecting));
  client.on('drain', () => forget(busy.querying));
  client.on('end', () => forget(busy.connecting, busy.querying));
}

/** pg refuses a query of such a connection, and nothing drains. */
function hasEnded(client: pg.Client): boolean {
  const { connection } = client as unknown as { readonly connection: { readonly stream: Socket } };
  return connection.stream.destroyed;
}

Object.assign(pg.Client.prototype, {
  connect(this: pg.Client, ...values: unknown[]) {
    watch(this);
    busy.connecting.add(this);
    return Reflect.apply(connect, this, values);
  },
  query(this: pg.Client, ...values: unknown[]) {
    watch(this);
    if (!hasEnded(this)) busy.querying.add(this);
    return Reflect.apply(query, this, values);
  },
});

/** Resolves when nobody in this process waits for a database, and what came of the last response has been done. */
export async function databasesSettled(): Promise<void> {
  for (let calmTurns = 0; calmTurns < 4; calmTurns += 1) {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
    if (busy.connecting.size + busy.querying.size === 0) continue;
    await once(changes, 'change');
    calmTurns = 0;
  }
}

/** `Date` at the instants of another clock. That of Vitest would be real again after each test. */
const dateAt = (now: () => number): DateConstructor =>
  new Proxy(real.Date, {
    construct: (target, values) => Reflect.construct(target, values.length === 0 ? [now()] : values),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });

type Work = (...values: unknown[]) => void;

/**
 * Holds every timer that is set from now on in this process, also those of others: they are handed back. What is tested waits for
 * timers, databases, and what `settled` waits for. With `date` it gets the time from `Date`, otherwise `now` is to be its clock.
 */
export function holdTime(
  startAt: number,
  { settled = databasesSettled, date = false }: { settled?: () => Promise<void>; date?: boolean } = {},
): HeldTime {
  const timers = new Set<HeldTimer>();
  let [passedMs, aheadMs] = [0, startAt];

  const set = (work: Work, ms: number, repeats: boolean, values: unknown[]) => {
    const waitMs = Math.max(1, ms);
    const timer = new HeldTimer(() => work(...values), {
      everyMs: repeats ? waitMs : null,
      dueAt: passedMs + waitMs,
    });
    timers.add(timer);
    return timer;
  };
  const clear = (timer: unknown) => {
    if (timer instanceof HeldTimer) timers.delete(timer.close());
    else real.clearTimeout(timer as NodeJS.Timeout);
  };
  Object.assign(globalThis, {
    setTimeout: (work: Work, ms = 1, ...values: unknown[]) => set(work, ms, false, values),
    setInterval: (work: Work, ms = 1, ...values: unknown[]) => set(work, ms, true, values),
    clearTimeout: clear,
    clearInterval: clear,
  });

  const steadyAt = steadyNow() + steadyAheadMs;
  performance.now = () => steadyAt + passedMs;
  if (date) globalThis.Date = dateAt(() => aheadMs + passedMs);

  const nextUntil = (instant: number) => {
    const due = [...timers].filter(({ dueAt }) => dueAt <= instant);
    return due.reduce<HeldTimer | undefined>(
      (first, one) => (first && first.dueAt <= one.dueAt ? first : one),
      undefined,
    );
  };
  const run = (timer: HeldTimer) => {
    if (timer.everyMs === null) clear(timer);
    else timer.dueAt = passedMs + timer.everyMs;
    timer.run();
  };
  const pass = async (
    ms: number,
    { isReached = () => false, lateMs = 0 }: { isReached?: () => boolean; lateMs?: number },
  ) => {
    const until = passedMs + ms;
    await settled();
    for (let next = nextUntil(until); next; next = nextUntil(until)) {
      if (isReached()) return;
      if (next.dueAt > passedMs) passedMs = Math.min(until, next.dueAt + lateMs);
      run(next);
      await settled();
    }
    if (isReached()) return;
    passedMs = until;
  };

  return {
    get at() {
      return aheadMs + passedMs;
    },
    set at(instant) {
      aheadMs = instant - passedMs;
    },
    now() {
      return this.at;
    },
    pass: (ms, isReached) => pass(ms, { ...(isReached && { isReached }) }),
    passLate: (ms) => pass(ms, { lateMs: 9_000 }),
    settled,
    release() {
      // Anyone who was given a held timer may still clear it.
      Object.assign(globalThis, { ...real, clearTimeout: clear, clearInterval: clear });
      // Steady time never goes back: others of this process hold instants of it.
      steadyAheadMs = Math.max(steadyAheadMs, steadyAt + passedMs - steadyNow());
      performance.now = () => steadyNow() + steadyAheadMs;
      for (const timer of timers) {
        const waitMs = Math.max(1, timer.dueAt - passedMs);
        timer.heir =
          timer.everyMs === null ? real.setTimeout(timer.run, waitMs) : real.setInterval(timer.run, timer.everyMs);
        timer.heir.unref();
      }
      timers.clear();
    },
  };
}
