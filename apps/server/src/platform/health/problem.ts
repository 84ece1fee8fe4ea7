import type { ServerProblem, ServerProblemCause } from '@cyno/contract';

/** Something that is wrong with the server, in a sentence that anybody may read: it names no path and no person. */
export type Problem = Omit<ServerProblem, 'reason' | 'values'> & ServerProblemCause;

/** Checks what is wrong with a part of the server now. */
export type ProblemSource = () => readonly Problem[] | Promise<readonly Problem[]>;
