import type { ServerProblem } from '@cyno/contract';
import { type ServerProblemText, serverProblemText } from '@cyno/contract/server-problems';
import { currentLanguage } from '../../../lib/language/language.ts';

/** What is wrong with the server, and what to do, in the language of the page. */
export const problemText = (problem: ServerProblem): ServerProblemText => serverProblemText(problem, currentLanguage());

/** All of it in one text. */
export function problemSentences(problem: ServerProblem): string {
  const { title, advice } = problemText(problem);
  return advice === '' ? title : `${title}${currentLanguage() === 'th' ? ' ' : '. '}${advice}`;
}
