import type { Messages } from '@lingui/core';
import { expect, it } from 'vitest';
import { addCatalogue } from './catalogues.ts';
import { i18n } from './i18n.ts';
import { chooseLanguage } from './language.ts';

const [plan = []] = Object.values(
  import.meta.glob<Messages[string][]>('../../locales/th/plan.po', { import: 'messages', eager: true }),
);

it('has the texts also of what was loaded while the language was', async () => {
  const choosing = chooseLanguage('th');
  addCatalogue('plan');
  await choosing;
  expect(plan).not.toEqual([]);
  for (const [number, text] of plan.entries()) expect(i18n.messages[`plan.${number}`]).toEqual(text);
  await chooseLanguage('en');
});
