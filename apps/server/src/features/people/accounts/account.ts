import type { DateFormat, Member, TokenScope } from '@cyno/contract';

/** A person who may use the product. */
export interface Account {
  readonly id: number;
  /** Trimmed and lower-cased. */
  readonly email: string;
  readonly member: Member;
  readonly name: string | null;
  readonly timeZone: string | null;
  readonly dateFormat: DateFormat | null;
}

/** An account together with what proved it: either a browser session or a personal access token. */
export interface Caller extends Account {
  readonly sessionId: number | null;
  readonly tokenId: number | null;
  /** When its owner last proved to be there, ms since the epoch; null with a personal access token. */
  readonly provedAt: number | null;
  /** With a personal access token `member` is never `admin`, so that a leaked one cannot administer the server. */
  readonly tokenScope: TokenScope | null;
}
