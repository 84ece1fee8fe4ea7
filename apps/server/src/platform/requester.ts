import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom something is done that others wait for as well, such as a connection to the database. */
export interface Requester {
  /** Who takes turns with others: an account, a network, or a part of the server. */
  readonly key: string;
  /** May take what is reserved: logins, boards and the server itself. */
  readonly isReserved: boolean;
}

/** What is done for an account. */
export const accountRequester = (accountId: number): Requester => ({ key: `account ${accountId}`, isReserved: false });

/** Boards, jobs, and whatever else no request of a person began. */
const server: Requester = { key: 'server', isReserved: true };

const requesters = new AsyncLocalStorage<Requester>();

/** Who began what runs now. */
export const currentRequester = (): Requester => requesters.getStore() ?? server;

/** Runs `work`, and what it begins, for somebody. */
export const runFor = <Result>(requester: Requester, work: () => Result): Result => requesters.run(requester, work);

/** Runs `work` for the server itself: what it makes is shared, no matter who was the first to need it. */
export const runForServer = <Result>(work: () => Result): Result => requesters.run(server, work);

/** Whether what runs now was begun by the server itself, or by a board. */
export const isServer = ({ key }: Requester): boolean => key === server.key;
