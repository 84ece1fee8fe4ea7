import { type WorkLimits, WorkShares } from '../../work-budget/index.ts';

/** Above it the requests of one account or address are handled one in each turn of the event loop. */
const share: WorkLimits = {
  bytesPerSecond: 2 * 1024 ** 2,
  burstBytes: 8 * 1024 ** 2,
  msPerSecond: 100,
  burstMs: 200,
};

/** Above it they are refused: no use of the product comes near it. */
const limit: WorkLimits = {
  bytesPerSecond: 4 * 1024 ** 2,
  burstBytes: 64 * 1024 ** 2,
  msPerSecond: 600,
  burstMs: 20_000,
};

/** So many requests of one account or address wait for their turn, and so many of all; a browser requests six at a time. */
const maxWaiting = { ofKey: 150, inAll: 3_000 };
/** What accepting, routing, logging and responding to any request costs, and looking up whose token it has. */
export const costOf = { requestMs: 0.2, unknownTokenMs: 2 };

/** The shares of those who send requests: accounts, and networks of whom no account is known. */
export const newRequestShares = (): WorkShares => new WorkShares({ share, limit, maxWaiting });
