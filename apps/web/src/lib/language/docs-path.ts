import { withBase } from '../router/base-path.ts';
import { currentLanguage } from './language.ts';

/** The address of a page of the documentation (`using/push/`, without it the front page) in the language of the app. */
export function docsPath(page = ''): string {
  const language = currentLanguage();
  return withBase(language === 'en' ? `/docs/${page}` : `/docs/${language}/${page}`);
}
