import type { Actor } from '@cyno/contract';
import { Link } from 'react-router';
import { actorPhrase, isAutomation } from '../../lib/actor-words.ts';
import { devicePath } from '../../lib/device-path.ts';
import { useSession } from '../../lib/session.ts';

/** Who did it; a timer or a rule leads to where it can be changed. */
export function ActorWords({ actor, espid }: { actor: Actor; espid: string }) {
  const me = useSession()?.userId ?? null;
  const words = actorPhrase(actor, me);
  if (!isAutomation(actor)) return words;
  return (
    <Link className="link" to={devicePath(espid, 'Automation')}>
      {words}
    </Link>
  );
}
