import { afterEach, expect, it } from 'vitest';
import { i18n } from '../language/i18n.ts';
import { formatList } from './format-list.ts';

afterEach(() => i18n.activate('en'));

it.each([
  ['en', ['Fan on', 'Lamp off'], 'Fan on and Lamp off'],
  ['th', ['ตั้งแต่ Fan', 'ไฟ'], 'ตั้งแต่ Fan และไฟ'],
  ['th', ['พัดลม', 'ไฟ'], 'พัดลมและไฟ'],
  ['th', ['เปิด <b>Fan</b>', '<b>Lamp</b>'], 'เปิด <b>Fan</b> และ <b>Lamp</b>'],
] as const)('in %s %j is “%s”', (language, items, text) => {
  i18n.activate(language);
  expect(formatList(items)).toBe(text);
});
