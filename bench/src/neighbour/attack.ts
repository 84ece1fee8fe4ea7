/** Who attacks: an account of its own, or nobody with an account. */
export interface Attacker {
  readonly email: string;
  readonly token: string;
  readonly connectionKey: string;
  /** From where it comes. */
  readonly address: string;
}

/** The input of an attack, as JSON in the first argument of its process. */
export interface AttackOrder {
  readonly attack: string;
  readonly http: string;
  readonly plainPort: number;
  readonly tlsPort: number;
  readonly seconds: number;
  readonly attackers: readonly Attacker[];
}

/** What became of it: what was sent, and how often the server sent which response. */
export interface AttackReport {
  readonly sent: number;
  /** By status of a response, or `closed`. */
  readonly ends: Readonly<Record<string, number>>;
}

/** Counts what an attack sends and what becomes of it. */
export class Tally {
  sent = 0;
  readonly #ends = new Map<string, number>();

  end(how: string | number): void {
    const name = how === 0 ? 'closed' : String(how);
    this.#ends.set(name, (this.#ends.get(name) ?? 0) + 1);
  }

  report(): AttackReport {
    return { sent: this.sent, ends: Object.fromEntries(this.#ends) };
  }
}

export interface Attack {
  /** What it does, briefly. */
  readonly what: string;
  /** How many accounts it has; one unless given. */
  readonly accounts?: number;
  /** Continues until the signal; what it leaves open is closed with its process. */
  run(order: AttackOrder, tally: Tally, signal: AbortSignal): Promise<void>;
}

/** The first attacker; every attack has one. */
export function firstOf({ attackers }: AttackOrder): Attacker {
  const [first] = attackers;
  if (!first) throw new Error('An attack needs an attacker');
  return first;
}

/** Does something over and over, so many at a time. */
export async function repeat(
  parallel: number,
  signal: AbortSignal,
  action: (turn: number) => Promise<unknown>,
): Promise<void> {
  let turn = 0;
  const worker = async () => {
    while (!signal.aborted) await action(turn++);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}

export const until = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
