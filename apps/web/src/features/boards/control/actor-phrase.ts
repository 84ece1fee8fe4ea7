import type { Actor } from '@cyno/contract';
import { automationNameIn } from '@cyno/contract/automation-names';
import { t } from '@lingui/core/macro';
import { currentLanguage } from '../../../lib/language/language.ts';

/**
 * Who or what did something, as the end of a sentence: `by you`, `by rule “Soil dry”, with scene “Evening”`. `me` is the reader's e-mail.
 */
export function actorPhrase(actor: Actor, me: string | null): string {
  const requester = requesterPhrase(actor, me);
  const { scene } = actor;
  return scene === undefined ? requester : t`${requester}, with scene “${scene}”`;
}

function requesterPhrase({ kind, name }: Actor, me: string | null): string {
  switch (kind) {
    case 'person':
      if (name === null) return t`by someone`;
      return name === me ? t`by you` : t`by ${name}`;
    case 'token':
      if (name === null) return t`with an access token`;
      return name === me ? t`with your access token` : t`with an access token of ${name}`;
    case 'rule':
      return name === null ? t`by a deleted rule` : t`by rule “${{ name: automationNameIn(name, currentLanguage()) }}”`;
    case 'timer':
      return name === null
        ? t`by a deleted timer`
        : t`by timer “${{ name: automationNameIn(name, currentLanguage()) }}”`;
    case 'board':
      return t`by the board`;
    case 'pass':
      return name === null ? t`with a deleted guest pass` : t`with guest pass “${name}”`;
    case 'link':
      return name === null ? t`through a deleted public link` : t`through public link “${name}”`;
  }
}

/** Timers and rules are on the Automation tab. */
export const isAutomation = ({ kind }: Actor): boolean => kind === 'rule' || kind === 'timer';
