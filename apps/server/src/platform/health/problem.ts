import type { ServerProblem } from '@cyno/contract';

/** Something that is wrong with the server, in a sentence that anybody may read: it names no path and no person. */
export type Problem = ServerProblem;

/** Asks a part of the server what is wrong with it now. */
export type ProblemSource = () => readonly Problem[] | Promise<readonly Problem[]>;
