import type { Member } from '@cyno/contract';
import type { LiveConnection } from './live.connection.ts';
import type { AccountFilter, Filter } from './live.filters.ts';

/** Who opened a live connection, and with what. */
export interface LiveCaller {
  readonly id: number;
  readonly member: Member;
  readonly sessionId: number | null;
  readonly tokenId: number | null;
  readonly tokenScope: 'read' | 'control' | null;
}

/** Somebody with a live connection. */
export interface Viewer {
  readonly connection: LiveConnection;
  /** Null: somebody without an account. */
  readonly caller: LiveCaller | null;
  /** The account or network. */
  readonly origin: string;
  leave(): void;
}

/** A page with the devices of the viewer's account. */
export interface AccountViewer extends Viewer {
  readonly caller: LiveCaller;
  readonly filter: AccountFilter;
}

/** Viewers who see the same. */
export interface Channel<OneFilter extends Filter = Filter, OneViewer extends Viewer = Viewer> {
  readonly filter: OneFilter;
  readonly viewers: Set<OneViewer>;
}
