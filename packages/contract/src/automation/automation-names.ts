import type { Language } from '../languages.ts';

type Reword = (name: string) => string | null;

const comparisons: Readonly<Record<string, (threshold: string) => string>> = {
  above: (threshold) => `สูงกว่า ${threshold}`,
  'at or above': (threshold) => `ตั้งแต่ ${threshold} ขึ้นไป`,
  below: (threshold) => `ต่ำกว่า ${threshold}`,
  'at or below': (threshold) => `ไม่เกิน ${threshold}`,
  'equal to': (threshold) => `เท่ากับ ${threshold}`,
  not: (threshold) => `ไม่เท่ากับ ${threshold}`,
};
const alerts: Readonly<Record<string, string>> = {
  'an active alert': 'มีการเตือน',
  'an alert that nobody acknowledged': 'มีการเตือนที่ยังไม่มีใครรับทราบ',
  'an acknowledged alert': 'มีการเตือนที่รับทราบแล้ว',
  'a cleared alert': 'การเตือนหายแล้ว',
};
const weekdays: Readonly<Record<string, string>> = {
  Sunday: 'วันอาทิตย์',
  Monday: 'วันจันทร์',
  Tuesday: 'วันอังคาร',
  Wednesday: 'วันพุธ',
  Thursday: 'วันพฤหัสบดี',
  Friday: 'วันศุกร์',
  Saturday: 'วันเสาร์',
};
const units: Readonly<Record<string, string>> = { hour: 'ชั่วโมง', minute: 'นาที', second: 'วินาที' };
const suns: Readonly<Record<string, string>> = { sunrise: 'พระอาทิตย์ขึ้น', sunset: 'พระอาทิตย์ตก' };

/** A key may hold blanks. */
const condition =
  /^(.{1,32}?)(?: of ((?:any|every|each) (?:device|of \d).*?))? (above|at or above|below|at or below|equal to|not) (-?[\d.]+(?:e[+-]\d+)?)$/;
/** Of a sentence, as in “Water when soil below 20”: that is rather a name that a person chose. */
const ofSentence = /\b(?:if|then|until|when|while)\b|\b(?:and|or)$|\b(?:above|below|equal to|not) -?\d/;
const devices = /^(any|every|each) (?:of (\d+) devices|device(?: tagged (.+)| of a group)?)$/;
const timer =
  /^(every day|on .+?) (?:at (\d\d:\d\d(?::\d\d)?|sunrise|sunset)|(\d+) (hour|minute|second)s? (before|after) (sunrise|sunset))$/;
const date = /^on (\d{4}-\d\d-\d\d)$/;

/** The parts of a list, each reworded; null when one of them is no part of such a name. */
function each(parts: readonly string[], reword: Reword, between: string): string | null {
  const worded = parts.map(reword);
  return worded.includes(null) ? null : worded.join(between);
}

function ofDevices(text: string): string | null {
  const [, which, count, tag] = devices.exec(text) ?? [];
  if (which === undefined) return null;
  const all = which === 'any' ? 'เครื่องใดก็ได้' : 'ทุกเครื่อง';
  if (count !== undefined) return `ใน ${count} เครื่อง (${all})`;
  if (tag !== undefined) return `ของอุปกรณ์ที่มีแท็ก ${tag} (${all})`;
  return text.endsWith(' of a group') ? `ของอุปกรณ์ในกลุ่ม (${all})` : `ของอุปกรณ์ (${all})`;
}

const conditionName: Reword = (text) => {
  if (Object.hasOwn(alerts, text)) return alerts[text] ?? null;
  const [, key, scope, comparison = '', threshold = ''] = condition.exec(text) ?? [];
  const compared = comparisons[comparison]?.(threshold);
  if (key === undefined || compared === undefined || ofSentence.test(key)) return null;
  const where = scope === undefined ? '' : ofDevices(scope);
  return where === null ? null : [key, where, compared].filter(Boolean).join(' ');
};

/** A condition ends with a number or an alert: “and” and “or” in keys and in `at or above` part nothing. */
const afterOne = String.raw`(?<=\d|alert|acknowledged)`;
const partedBy = (text: string, joint: string): string[] => text.split(new RegExp(afterOne + joint));
const wordAfter = (text: string, joint: string) => new RegExp(`${afterOne}${joint}(and|or) `).exec(text)?.[1];

const conditionsName: Reword = (text) => {
  const between = (word: string) => (word === 'or' ? ' หรือ ' : ' และ ');
  const outer = wordAfter(text, ', ');
  const inner = outer === 'and' ? 'or' : 'and';
  if (outer === undefined || partedBy(text, ` ${inner} `).length === 1) {
    const word = wordAfter(text, ',? ') ?? 'and';
    return each(partedBy(text, `(?: ${word} |, )`), conditionName, between(word)) ?? conditionName(text);
  }
  const groups = partedBy(text, `, ${outer} `).map((group) => group.replace(/^either /, ''));
  return each(
    groups,
    (group) => {
      const word = partedBy(group, ` ${inner} `).length > 1 ? inner : outer;
      const worded = each(partedBy(group, ` ${word} `), conditionName, between(word));
      return worded === null || word === outer ? worded : `(${worded})`;
    },
    between(outer),
  );
};

function timerName(text: string): string | null {
  const [, days = '', at, count, unit = '', side, event = ''] = timer.exec(text) ?? [];
  if (days === '') return null;
  const when =
    at === undefined
      ? `${side === 'before' ? 'ก่อน' : 'หลัง'}${suns[event]} ${count} ${units[unit]}`
      : (suns[at]?.replace(/^/, 'ตอน') ?? `เวลา ${at} น.`);
  if (days === 'every day') return `ทุกวัน ${when}`;
  const day = date.exec(days)?.[1];
  if (day !== undefined) return `วันที่ ${day} ${when}`;
  const named = each(days.slice('on '.length).split(/ and |, /), (name) => weekdays[name] ?? null, ' ');
  return named === null ? null : `ทุก${named} ${when}`;
}

const rewords: Record<Exclude<Language, 'en'>, Reword> = { th: (name) => timerName(name) ?? conditionsName(name) };

/**
 * What an automation is called in a language. One without a name is called by what it does, in English where that is stored; what people
 * chose stays as it is.
 */
export const automationNameIn = (name: string, language: Language): string =>
  language === 'en' ? name : (rewords[language](name) ?? name);
