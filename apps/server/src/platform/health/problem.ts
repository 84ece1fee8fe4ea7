import { type ServerProblem, type ServerProblemCause, serverProblemSentences } from '@cyno/contract';

/** Something that is wrong with the server, as the part reports it that noticed. Anybody may read it: it names no path and no person. */
export type Problem = Pick<ServerProblem, 'part' | 'severity' | 'since'> &
  ServerProblemCause & {
    /** True: administrators must know it on every page. Without it only what fails is. */
    readonly urgent?: boolean;
    /** Which of several problems with the same reason it is, such as the name of a disk. At most 100 characters, from a bounded set. */
    readonly about?: string;
    /**
     * What stays one problem while its reason changes, such as a disk that is filling and then full. Administrators are notified
     * again when the level rises.
     */
    readonly topic?: string;
    /** True: it happened, and is mentioned for a while. That it is mentioned no longer needs no notification. */
    readonly isEvent?: boolean;
    /** True: it is shown, and nobody is notified. */
    readonly quiet?: boolean;
    /** How bad it is, from 1; without it 1 for a warning and 9 for what fails. */
    readonly level?: number;
  };

/** Checks what is wrong with a part of the server now, within a second or two: `/readyz` waits for it. */
export type ProblemSource = () => readonly Problem[] | Promise<readonly Problem[]>;

/** A problem as clients get it. */
export function describeProblem({ part, severity, urgent, since, ...cause }: Problem): ServerProblem {
  const { reason, values } = cause;
  const text = serverProblemSentences({ reason, values });
  return { part, severity, urgent: urgent ?? severity === 'failing', text, reason, values, since };
}

/** What stays the same while a problem changes; over a restart too. */
export const keyOfProblem = ({ topic, reason, about }: Problem): string =>
  [topic ?? reason, about].filter((name) => name !== undefined).join(':');

export const levelOfProblem = ({ level, severity }: Problem): number => level ?? (severity === 'failing' ? 9 : 1);
