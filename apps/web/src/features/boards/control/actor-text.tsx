import type { Actor } from '@cyno/contract';
import { Link } from 'react-router';
import { useSession } from '../../../lib/api/session.ts';
import { devicePath } from '../devices/index.ts';
import { actorPhrase, isAutomation } from './actor-phrase.ts';

/** Who did it; a timer or a rule leads to where it can be changed. */
export function ActorText({ actor, espid }: { actor: Actor; espid: string }) {
  const me = useSession()?.userId ?? null;
  const text = actorPhrase(actor, me);
  if (!isAutomation(actor)) return text;
  return (
    <Link className="link" to={devicePath(espid, 'Automation')}>
      {text}
    </Link>
  );
}
