import type { Profile } from '@cyno/contract';
import {
  chooseLanguage,
  chosenBeforeLogin,
  currentLanguage,
  forgetChoiceBeforeLogin,
} from '../../../lib/language/language.ts';
import { updateProfile } from './profile-calls.ts';

/**
 * Shows the pages in the language of the account. What was chosen before the login becomes that of the account, so does the
 * browser's for an account without one; then returns the changed profile.
 */
export async function followAccountLanguage({ language }: Pick<Profile, 'language'>): Promise<Profile | undefined> {
  const wanted = chosenBeforeLogin() ?? language ?? currentLanguage();
  await chooseLanguage(wanted);
  const changed = wanted === (language ?? 'en') ? undefined : await updateProfile({ language: wanted });
  forgetChoiceBeforeLogin();
  return changed;
}
