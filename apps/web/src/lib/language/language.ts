import { type Language, languageCodes, pickLanguage } from '@cyno/contract/languages';
import { useSyncExternalStore } from 'react';
import { fetchLanguage } from './catalogues.ts';
import { i18n } from './i18n.ts';

/** What a language does to a page besides its texts. */
const pages = import.meta.glob('../../locales/*/page.ts');
const storageKey = 'language';
const listeners = new Set<() => void>();
let wanted: Language = 'en';

/** The language of the page at this moment. */
export const currentLanguage = (): Language => i18n.locale as Language;

/** Starts with the language that was chosen in this browser, else with that of the browser itself. */
export function startLanguage(): Promise<void> {
  return showLanguage(storedLanguage(() => localStorage.getItem(storageKey)) ?? pickLanguage(navigator.languages));
}

/** Shows the page in a language from now on, as soon as its texts are there, and stores it in this browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Storage is switched off: the language holds as long as the page.
  }
  await showLanguage(language);
}

const choiceKey = 'languageBeforeLogin';

/** Chooses a language while nobody is logged in: the account takes it over with the next login in this tab. */
export function chooseBeforeLogin(language: Language): Promise<void> {
  try {
    sessionStorage.setItem(choiceKey, language);
  } catch {
    // Storage is switched off: the account keeps its own.
  }
  return chooseLanguage(language);
}

/** What was chosen before the login, until `forgetChoiceBeforeLogin`. */
export const chosenBeforeLogin = (): Language | undefined => storedLanguage(() => sessionStorage.getItem(choiceKey));

export function forgetChoiceBeforeLogin(): void {
  try {
    sessionStorage.removeItem(choiceKey);
  } catch {
    // Storage is switched off, so nothing was stored.
  }
}

async function showLanguage(language: Language) {
  wanted = language;
  // Without this part the page is usable too.
  const prepared = pages[`../../locales/${language}/page.ts`]?.().catch(() => undefined);
  await Promise.all([fetchLanguage(language), prepared]);
  // Another one was chosen meanwhile.
  if (wanted !== language || language === i18n.locale) return;
  i18n.load(language, {});
  i18n.activate(language);
  document.documentElement.lang = language;
  linkManifest(language);
  for (const listener of listeners) listener();
}

/** What is installed has its description and shortcuts in the language; by its `id` it stays the same app. */
function linkManifest(language: Language) {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  if (link)
    link.href = link.href.replace(
      /manifest.*$/,
      language === 'en' ? 'manifest.webmanifest' : `manifest.${language}.webmanifest`,
    );
}

function storedLanguage(read: () => string | null): Language | undefined {
  try {
    const stored = read();
    return languageCodes.find((language) => language === stored);
  } catch {
    return undefined;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The language of the page in a component. As the key of a part of the page it draws that part again in another language. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage);
}
