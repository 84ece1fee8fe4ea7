import type { Actor } from '@cyno/contract';

/**
 * Who or what did something, as the end of a sentence: `by you`, `because of the rule “Soil dry”, with the scene “Evening”`. `me` is the
 * reader's e-mail.
 */
export function actorPhrase(actor: Actor, me: string | null): string {
  const phrase = requesterPhrase(actor, me);
  return actor.scene === undefined ? phrase : `${phrase}, with the scene ${quoted(actor.scene)}`;
}

function requesterPhrase({ kind, name }: Actor, me: string | null): string {
  switch (kind) {
    case 'person':
      return name === me ? 'by you' : `by ${name ?? 'somebody'}`;
    case 'token':
      return name === me ? 'through your access token' : `through an access token of ${name ?? 'somebody'}`;
    case 'rule':
      return `because of the rule ${quoted(name)}`;
    case 'timer':
      return `by the timer ${quoted(name)}`;
    case 'board':
      return 'by the board itself';
    case 'pass':
      return `with the guest pass ${quoted(name)}`;
    case 'link':
      return `through the public link ${quoted(name)}`;
  }
}

/** Timers and rules are on the Automation tab. */
export const isAutomation = ({ kind }: Actor): boolean => kind === 'rule' || kind === 'timer';

const quoted = (name: string | null): string => (name === null ? 'that is gone' : `“${name}”`);
