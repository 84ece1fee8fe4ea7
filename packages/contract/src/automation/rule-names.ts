import type { Language } from '../languages.ts';

/** What the alert rule that each account has is called, until somebody renames it. */
export const builtInRuleName = 'No data';

const translations: Readonly<Record<Exclude<Language, 'en'>, string>> = { th: 'ไม่มีข้อมูล' };

/** The name of the built-in rule in a language; one that people chose stays as it is. */
export const builtInRuleNameIn = <Name extends string | null>(name: Name, language: Language): Name | string =>
  name === builtInRuleName && language !== 'en' ? translations[language] : name;
