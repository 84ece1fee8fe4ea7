import type { Share } from '@cyno/contract';
import { IconMail, IconUser } from '@tabler/icons-react';
import { formatAge, formatDate, formatDateTime } from '../../../lib/format/format.ts';
import { useLiveNow } from '../../../lib/live/live-client.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Row } from '../../../ui/cards/row-list.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import type { SharedThing } from './sharing-queries.ts';
import { roleAllows, roleNames, untilText } from './sharing-text.ts';

type PersonRowProps = { share: Share; kind: SharedThing['kind']; onChange: () => void; onEnd: () => void };

/** Somebody with whom something is shared, or who has not accepted or declined yet. */
export function PersonRow({ share, kind, onChange, onEnd }: PersonRowProps) {
  const { email, role, state, expiresAt } = share;
  const isInvited = state === 'invited';
  return (
    <Row
      icon={isInvited ? IconMail : IconUser}
      title={email}
      badge={
        <>
          <Badge shape="tag">{roleNames[role]}</Badge>
          {isInvited && (
            <Badge shape="tag" tone="warning">
              Invited
            </Badge>
          )}
        </>
      }
      detail={
        <>
          {roleAllows(role, kind)}
          <br />
          {`Shared ${untilText(expiresAt)}. `}
          {kind === 'dashboard' && (share.playback ? 'Can look back in time. ' : 'Cannot look back in time. ')}
          {isInvited ? (
            `Invited ${formatDate(share.createdAt)}, not answered yet.`
          ) : (
            <LastVisit at={share.lastSeenAt} />
          )}
        </>
      }
      actions={
        <>
          <Button size="small" aria-label={`Change what ${email} may do`} onClick={onChange}>
            Change
          </Button>
          <Button
            size="small"
            aria-label={isInvited ? `Take the invitation of ${email} back` : `Stop sharing with ${email}`}
            onClick={onEnd}
          >
            {isInvited ? 'Take back' : 'Stop sharing'}
          </Button>
        </>
      }
    />
  );
}

const minuteMs = 60_000;

function LastVisit({ at }: { at: number | null }) {
  const now = useLiveNow(10_000);
  if (at === null) return 'Has not looked yet.';
  return (
    <span title={formatDateTime(at)}>
      {now - at < minuteMs ? 'Looking now, or a moment ago.' : `Looked ${formatAge(now - at)}.`}
    </span>
  );
}
