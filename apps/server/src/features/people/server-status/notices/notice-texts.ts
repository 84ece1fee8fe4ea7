import { type Language, roughly, roughlyTh, serverProblemText } from '@cyno/contract';
import type { ProblemChange } from './problem-history.ts';

interface NoticeTexts {
  /** The subject of a message about a problem, which is a part of a sentence. */
  problem(title: string): string;
  over(title: string): string;
  lasted(ms: number): string;
}

const catalogues: Readonly<Record<Language, NoticeTexts>> = {
  en: {
    problem: (title) => `Cyno server: ${title}`,
    over: (title) => `Cyno server, solved: ${title}`,
    lasted: (ms) => `It is over after about ${roughly(ms)}.`,
  },
  th: {
    problem: (title) => `เซิร์ฟเวอร์ Cyno: ${title}`,
    over: (title) => `ปัญหาของเซิร์ฟเวอร์ Cyno หายแล้ว: ${title}`,
    lasted: (ms) => `ปัญหานี้หายไปแล้ว หลังจากเกิดอยู่ประมาณ ${roughlyTh(ms)}`,
  },
};

/** What an administrator is written about a problem of the server. */
export function noticeText({ kind, problem, lastedMs }: ProblemChange, language: Language) {
  const { title, advice } = serverProblemText(problem, language);
  const texts = catalogues[language];
  if (kind === 'over') return { subject: texts.over(title), text: texts.lasted(lastedMs) };
  return { subject: texts.problem(title), text: `${title}${language === 'en' ? '. ' : ' '}${advice}` };
}
