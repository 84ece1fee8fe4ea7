import type { Language } from '@cyno/contract';
import { layOut, type Mail } from '../../../../platform/mail/index.ts';
import { english } from './catalogue-en.ts';
import { thai } from './catalogue-th.ts';
import type { MailCatalogue } from './mail-catalogue.ts';

/** Whom a mail is for, and how they read; what they did not choose is null. */
export interface Recipient {
  readonly email: string;
  readonly name: string | null;
  readonly language: Language | null;
  readonly timeZone: string | null;
}

type Mails = MailCatalogue['mails'];

const catalogues: Record<Language, MailCatalogue> = { en: english, th: thai };
/** Thai years are counted in the Buddhist era, which `th-TH` does. */
const locales: Record<Language, string> = { en: 'en-US', th: 'th-TH' };

/** Somebody of whom only the address is known. */
export const stranger = (email: string): Recipient => ({ email, name: null, language: null, timeZone: null });

/** Writes a mail in the recipient's language; `link` is where its button leads. */
export function writeMail<Kind extends keyof Mails>(
  to: Recipient,
  kind: Kind,
  values: Parameters<Mails[Kind]>[0],
  link?: string,
): Mail {
  const language = to.language ?? 'en';
  const { salutation, copyHint, mails } = catalogues[language];
  const write = mails[kind] as (given: typeof values) => ReturnType<Mails[Kind]>;
  const { subject, paragraphs, action, footnote } = write(values);
  return {
    to: to.email,
    ...layOut({
      language,
      subject,
      salutation: salutation(to.name),
      paragraphs,
      action: action !== undefined && link !== undefined ? { label: action, link } : undefined,
      footnote,
      copyHint,
      signature: 'Cyno',
    }),
  };
}

/** An instant (ms since the epoch) as the recipient writes it, with its time zone. */
export function instantFor({ language, timeZone }: Recipient, at: number): string {
  return new Intl.DateTimeFormat(locales[language ?? 'en'], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: timeZone ?? 'UTC',
    timeZoneName: 'short',
  }).format(at);
}
