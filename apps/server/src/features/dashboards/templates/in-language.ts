import type { DashboardTemplate, Language } from '@cyno/contract';
import { templateTextsTh } from './template-texts-th.ts';

const written = new Set(['title', 'word', 'label']);

/** A template with the texts of its widgets in a language: they become its owner's, who may change them. */
export function templateIn(template: DashboardTemplate, language: Language): DashboardTemplate {
  if (language === 'en') return template;
  return JSON.parse(JSON.stringify(template), (key, value) =>
    written.has(key) && typeof value === 'string' ? (templateTextsTh[value] ?? value) : value,
  );
}
