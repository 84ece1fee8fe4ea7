import { afterEach, expect, it } from 'vitest';
import { docsPath } from './docs-path.ts';
import { i18n } from './i18n.ts';

afterEach(() => i18n.activate('en'));

it('leads to the documentation in the language of the app', () => {
  expect([docsPath(), docsPath('using/push/')]).toEqual(['/docs/', '/docs/using/push/']);
  i18n.load('th', {});
  i18n.activate('th');
  expect([docsPath(), docsPath('using/push/')]).toEqual(['/docs/th/', '/docs/th/using/push/']);
});
