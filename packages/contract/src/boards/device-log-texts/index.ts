import type { Language } from '../../languages.ts';
import type { DeviceLogLine } from '../devices.ts';
import { en } from './en.ts';
import { th } from './th.ts';

/** Which line it is; the English text is what is stored, so that scripts read it. */
export type DeviceLogCode = keyof typeof en;

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type Values<Code extends DeviceLogCode> = Readonly<Record<NamesIn<(typeof en)[Code]>, string | number>>;

const texts: Record<Language, Readonly<Record<DeviceLogCode, string>>> = { en, th };
const codes = Object.keys(en) as DeviceLogCode[];

const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));

/** A line of the log as it is stored. */
export const deviceLogText = <Code extends DeviceLogCode>(code: Code, values: Values<Code>): string =>
  filled(en[code], values);

/** The English texts as patterns, the longest first, since some begin like others. */
const patterns = codes
  .toSorted((a, b) => en[b].length - en[a].length)
  .map((code) => {
    const source = en[code].replace(/[.*+?^$()[\]|\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+)');
    return { code, pattern: new RegExp(`^${source}$`) };
  });

/** What the board or an app sent is never reworded, whatever it looks like. */
const ownKinds: readonly DeviceLogLine['kind'][] = ['debug', 'act', 'command', 'bad_message', 'automation'];

/** A line for a reader of the language; what the server did not write itself stays as it is. */
export function deviceLogTextIn({ kind, text }: Pick<DeviceLogLine, 'kind' | 'text'>, language: Language): string {
  if (language === 'en' || ownKinds.includes(kind)) return text;
  if (kind !== 'info') return worded(text, language);
  return text
    .split(', ')
    .map((part) => worded(part, language))
    .join(', ');
}

function worded(text: string, language: Language): string {
  for (const { code, pattern } of patterns) {
    const found = pattern.exec(text);
    if (found) return filled(texts[language][code], found.groups ?? {});
  }
  return text;
}
