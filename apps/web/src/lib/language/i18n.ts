import { setupI18n } from '@lingui/core';

/** What the texts of the app are drawn with: they are English until a language is chosen. */
export const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
