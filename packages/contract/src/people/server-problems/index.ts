import type { Language } from '../../languages.ts';
import { serverProblemTextsEn } from './en.ts';
import type { ServerProblemText, ServerProblemTexts } from './server-problem.ts';
import { serverProblemTextsTh } from './th.ts';

export type { ServerProblemText } from './server-problem.ts';

const catalogues: Readonly<Record<Language, ServerProblemTexts>> = {
  en: serverProblemTextsEn,
  th: serverProblemTextsTh,
};

interface GivenProblem {
  readonly reason: string;
  readonly values: object;
  readonly text?: string;
}

/** What is wrong with the server and what to do, in a language; of a reason that is not known here, of a newer server, its `text`. */
export function serverProblemText({ reason, values, text = '' }: GivenProblem, language: Language): ServerProblemText {
  const known: Readonly<Record<string, unknown>> = catalogues[language];
  if (!Object.hasOwn(known, reason)) return { title: text, advice: '' };
  return (known[reason] as (values: object) => ServerProblemText)(values);
}

/** All of it in English, in sentences. */
export function serverProblemSentences(problem: GivenProblem): string {
  const { title, advice } = serverProblemText(problem, 'en');
  return `${title}. ${advice}`;
}
