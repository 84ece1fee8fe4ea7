import { expect, test } from 'vitest';
import { templateIn, templates } from './index.ts';

/** The texts of templates that have a letter of English, other than names of things measured. */
const english = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"(?:title|word|label)":"([^"]*)"/g)].flatMap(([, text = '']) =>
    /[A-Za-z]{3,}/.test(text.replaceAll(/PZEM-\w+|MK229|D[DT]SU?\w+|PM2230|TDS/g, '')) ? [text] : [],
  );

test('every text of a ready-made dashboard is there in Thai', () => {
  expect(templates.flatMap((template) => english(templateIn(template, 'th')))).toEqual([]);
});

test('in English a template is as it stands', () => {
  for (const template of templates) expect(templateIn(template, 'en')).toBe(template);
});
