import type { CertificateName } from '../system.ts';

type None = Record<never, never>;

/** What is wrong with the server, where there is a sentence in each language, and the values that it needs. */
export type ServerProblemValues = {
  /** The last backup was not made. */
  backup_failed: None;
  /** The planned one is missing for hours. */
  backup_late: None;
  /** `renews`: 1 when the server should have renewed it by itself. */
  certificate_expiring: { certificate: CertificateName; days: number; renews: number };
  /** An authority was requested in vain; `held`: 1 while there is one that is good. The System page has the reason, which is not for everybody. */
  certificate_refused: { name: string; held: number };
  certificate_expired: { certificate: CertificateName };
  /** A part that reports what is wrong with it did not; `part` is its name in the code. */
  check_failed: { part: string };
  clock_ahead: { ms: number };
  clock_back: { ms: number };
  /** `ms`: so far ahead of when the server last ran; `hours`: until it is trusted. */
  clock_not_trusted: { ms: number; hours: number };
  disk_filling: { disk: string; percent: number; freeBytes: number };
  /** By how fast it filled in the last days. */
  disk_full_soon: { disk: string; days: number; freeBytes: number };
  disk_full: { disk: string; freeBytes: number };
  database_slow: { ms: number };
  future_messages: { count: number };
  /** Of devices, since the start. */
  history_damaged: { count: number };
  /** The last run of a background job failed. */
  job_failed: { job: string };
  loop_slow: { minutes: number };
  /** It rose for hours and never fell. */
  memory_growing: { bytes: number; grownBytes: number; hours: number };
  /** Nearly all of what the process may have. */
  memory_short: { bytes: number; limitBytes: number };
  /** Within the last quarter of an hour. */
  messages_lost: { count: number };
  /** What is between the servers of an installation cannot be reached. */
  nats_away: None;
  not_checked: None;
  /** The replica of the database is not used: history is read from the primary. */
  replica_away: None;
  /** Of another server of the installation; `ms` below 0: it is behind. */
  server_clock_off: { server: string; ms: number };
  /** Another server of the installation waits, and brings no clients to the one that serves. */
  server_not_linked: { server: string };
  spool_backlog: { bytes: number };
  spool_filling: { bytes: number; percent: number };
  spool_unreadable: { count: number };
  /** `cause` is a failure of the database; `spooled`: 1 while the disk takes the messages. */
  storage_failing: { cause: StoreFailure; spooled: number };
};
export type StoreFailure = 'disk_full' | 'read_only' | 'busy' | 'refused' | 'no_right' | 'away' | 'silent' | 'unknown';

/** One of the reasons with its values. */
export type ServerProblemCause = {
  [Reason in keyof ServerProblemValues]: { reason: Reason; values: ServerProblemValues[Reason] };
}[keyof ServerProblemValues];

/** `title`: what is wrong, without a full stop at its end; `advice`: what follows from it and what to do, in sentences. */
export interface ServerProblemText {
  readonly title: string;
  readonly advice: string;
}

export type ServerProblemTexts = {
  readonly [Reason in keyof ServerProblemValues]: (values: ServerProblemValues[Reason]) => ServerProblemText;
};
