import { Gauge } from 'prom-client';
import type { Core } from '../../../../core.ts';
import type { Transaction } from '../../../../platform/database/index.ts';
import type { Problem } from '../../../../platform/health/index.ts';
import { serverTimer } from '../../../../platform/server-timer.ts';
import type { Accounts, Administrator } from '../../accounts/index.ts';
import { knownProblemsRepository } from './known-problems.repository.ts';
import { noticeText } from './notice-texts.ts';
import { type KnownProblem, type ProblemChange, ProblemHistory } from './problem-history.ts';

const everyMs = 10_000;
/** Longer than waiting for a connection may take; the database may not respond at all. */
const storeTimeoutMs = 8_000;

/** A message to one administrator, through the contacts that they chose. */
export interface AdministratorNotice {
  readonly key: string;
  readonly accountId: number;
  readonly recipients: readonly number[];
  readonly severity: 'warning' | 'critical';
  readonly kind: 'notice';
  readonly group: null;
  readonly subject: string;
  readonly text: string;
  readonly translations: { readonly th: { readonly subject: string; readonly text: string; readonly what: null } };
  readonly value: null;
  readonly limit: null;
  readonly since: number;
  readonly link: string;
  readonly espid: null;
  readonly at: number;
}

export interface NoticesDeps extends Pick<Core, 'problems' | 'database' | 'clock' | 'log' | 'metrics'> {
  readonly accounts: Pick<Accounts, 'notices'>;
  readonly notifications: { queue(within: Transaction, ...notices: readonly AdministratorNotice[]): Promise<void> };
  /** Milliseconds of a clock that nobody can set. */
  readonly monotonic?: () => number;
}

/** Notifies administrators of what is wrong with the server, once, and that it is over. What they know outlives a restart. */
export class ProblemNotices {
  readonly #deps: NoticesDeps;
  readonly #repository: ReturnType<typeof knownProblemsRepository>;
  #history: ProblemHistory | undefined;
  #administrators: readonly Administrator[] = [];
  #problems: readonly Problem[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #checking: Promise<void> = Promise.resolve();
  #isFailing = false;

  constructor(deps: NoticesDeps) {
    this.#deps = deps;
    this.#repository = knownProblemsRepository(deps.database);
    const current = () => this.#problems;
    new Gauge({
      name: 'cyno_problems',
      help: 'What is wrong with the server, by reason and severity (warning, failing), as administrators see it',
      labelNames: ['reason', 'severity'],
      registers: [deps.metrics],
      collect() {
        this.reset();
        for (const { reason, severity } of current()) this.inc({ reason, severity });
      },
    });
  }

  start(): void {
    this.#timer = serverTimer(() => void this.#next(), everyMs);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#checking;
  }

  /** Looks what is wrong now, and resolves when what is due is on its way. Never throws. */
  async check(): Promise<void> {
    const { problems, clock, log, monotonic = () => performance.now() } = this.#deps;
    this.#problems = await problems.list();
    try {
      await inTime(this.#load());
      this.#isFailing = false;
    } catch (err) {
      // While the database is away what was loaded before counts.
      if (!this.#isFailing) log.warn({ err }, 'Whom to notify of problems of the server could not be read');
      this.#isFailing = true;
    }
    if (!this.#history) return;
    const changes = this.#history.step(this.#problems, { now: clock.now(), steady: monotonic() });
    await this.#notify(this.#history, changes);
  }

  async #next(): Promise<void> {
    this.#checking = this.check();
    await this.#checking;
    if (!this.#isStopped) this.start();
  }

  async #load(): Promise<void> {
    this.#administrators = await this.#deps.accounts.notices.administrators();
    this.#history ??= new ProblemHistory(await this.#repository.list());
  }

  async #notify(history: ProblemHistory, changes: readonly ProblemChange[]): Promise<void> {
    const known = new Map([...history.dirty, ...changes.map((change) => [change.key, change.known] as const)]);
    if (known.size === 0) return;
    try {
      await inTime(this.#store(known, changes));
      history.settle(changes, { isStored: true });
      history.stored(known.keys());
      for (const { key, kind } of changes) this.#deps.log.info({ problem: key, kind }, 'Administrators are notified');
    } catch (err) {
      const mailed = changes.filter(({ kind, problem }) => kind !== 'over' && problem.severity === 'failing');
      for (const change of mailed) this.#mail(change);
      history.settle(mailed, { isStored: false });
      if (changes.length > 0) {
        this.#deps.log.warn(
          { err, problems: changes.map(({ key }) => key) },
          'Notices of problems wait for the database',
        );
      }
    }
  }

  #store(known: ReadonlyMap<string, KnownProblem>, changes: readonly ProblemChange[]): Promise<void> {
    const notices = changes.flatMap((change) => this.#administrators.map(({ id }) => noticeTo(id, change)));
    return this.#repository.save(known, (within) => this.#deps.notifications.queue(within, ...notices));
  }

  /** What goes through contacts waits for the database, and here it may be the database that is away. */
  #mail(change: ProblemChange): void {
    for (const { canBeMailed, recipient } of this.#administrators) {
      if (!canBeMailed) continue;
      const { subject, text } = noticeText(change, recipient.language ?? 'en');
      this.#deps.accounts.notices.toAdministrator(recipient, { subject, lines: [text], page: systemPage });
    }
  }
}

const systemPage = '/admin/server';

function noticeTo(accountId: number, change: ProblemChange): AdministratorNotice {
  const { key, at, problem } = change;
  return {
    key: `server:${accountId}:${key}:${at}`,
    accountId,
    recipients: [accountId],
    severity: problem.severity === 'failing' ? 'critical' : 'warning',
    kind: 'notice',
    group: null,
    ...noticeText(change, 'en'),
    translations: { th: { ...noticeText(change, 'th'), what: null } },
    value: null,
    limit: null,
    since: at,
    link: systemPage,
    espid: null,
    at,
  };
}

async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The database took longer than ${storeTimeoutMs} ms`)), storeTimeoutMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
