import type { Profile } from '@cyno/contract';
import { ownZone } from '../../../lib/format/time-zones.ts';
import {
  chooseLanguage,
  chosenBeforeLogin,
  currentLanguage,
  forgetChoiceBeforeLogin,
} from '../../../lib/language/language.ts';
import { updateProfile } from './profile-calls.ts';

/**
 * Shows the pages in the language of the account. What was chosen before the login becomes that of the account, so do the
 * browser's language and time zone for an account without them; then returns the changed profile.
 */
export async function followAccount({ language, timeZone }: Pick<Profile, 'language' | 'timeZone'>) {
  const wanted = chosenBeforeLogin() ?? language ?? currentLanguage();
  await chooseLanguage(wanted);
  const chosen = {
    ...(wanted !== (language ?? 'en') && { language: wanted }),
    ...(timeZone === null && { timeZone: ownZone() }),
  };
  const changed = Object.keys(chosen).length === 0 ? undefined : await updateProfile(chosen);
  forgetChoiceBeforeLogin();
  return changed;
}
