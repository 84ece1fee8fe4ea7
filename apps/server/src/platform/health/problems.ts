import type { Clock } from '../clock.ts';
import type { Logger } from '../log/index.ts';
import type { Problem, ProblemSource } from './problem.ts';

/** Longer than the probe of the database, shorter than what `/readyz` waits. */
const sourceTimeoutMs = 1_800;

/** Everything that is wrong with the server, from the parts that report it. */
export class Problems {
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #sources = new Map<string, ProblemSource>();
  /** Since when a source fails, so that the log has it once. */
  readonly #failing = new Map<string, number>();

  constructor({ log, clock }: { log: Logger; clock: Clock }) {
    this.#log = log;
    this.#clock = clock;
  }

  /** From now on the source is called whenever problems are listed; `name` is for the log. */
  add(name: string, source: ProblemSource): void {
    this.#sources.set(name, source);
  }

  /** What is wrong now; what fails stands first. Never throws: a source that fails or takes too long is a problem itself. */
  async list(): Promise<Problem[]> {
    const found = await Promise.all([...this.#sources].map(([name, source]) => this.#of(name, source)));
    const problems = found.flat();
    return [
      ...problems.filter(({ severity }) => severity === 'failing'),
      ...problems.filter(({ severity }) => severity === 'warning'),
    ];
  }

  async #of(part: string, source: ProblemSource): Promise<readonly Problem[]> {
    try {
      const problems = await withinLimit(source);
      this.#failing.delete(part);
      return problems;
    } catch (err) {
      if (!this.#failing.has(part)) {
        this.#failing.set(part, this.#clock.now());
        this.#log.error({ err, check: part }, 'A part of the server could not be checked');
      }
      const since = this.#failing.get(part) ?? this.#clock.now();
      return [{ part: 'server', severity: 'warning', reason: 'check_failed', values: { part }, about: part, since }];
    }
  }
}

async function withinLimit(source: ProblemSource): Promise<readonly Problem[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${sourceTimeoutMs} ms`)), sourceTimeoutMs);
  });
  try {
    return await Promise.race([source(), late]);
  } finally {
    clearTimeout(timer);
  }
}
