import { runForServer } from './requester.ts';

/**
 * A timer of what serves several accounts: its work is the server's own. That of `setTimeout` would be done for the one who happened to set
 * it, with their share of the database.
 */
export const serverTimer = (work: () => void, ms: number): NodeJS.Timeout => setTimeout(() => runForServer(work), ms);
