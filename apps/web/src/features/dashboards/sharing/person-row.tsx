import type { Share } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconMail, IconUser } from '@tabler/icons-react';
import { formatAge, formatDate, formatDateTime } from '../../../lib/format/format.ts';
import { useLiveNow } from '../../../lib/live/live-client.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Row } from '../../../ui/cards/row-list.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import type { SharedThing } from './sharing-queries.ts';
import { roleAllows, roleName, untilText } from './sharing-text.ts';

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
          <Badge shape="tag">{roleName(role)}</Badge>
          {isInvited && (
            <Badge shape="tag" tone="warning">
              {t`Invited`}
            </Badge>
          )}
        </>
      }
      detail={
        <>
          {roleAllows(role, kind)}
          <br />
          {untilText(expiresAt)}
          {kind === 'dashboard' && ` · ${share.playback ? t`Playback allowed` : t`No playback`}`}
          {' · '}
          {isInvited ? (
            t`Invited ${{ date: formatDate(share.createdAt) }}, no answer yet`
          ) : (
            <LastVisit at={share.lastSeenAt} />
          )}
        </>
      }
      actions={
        <>
          <Button size="small" aria-label={t`Edit the access of ${email}`} onClick={onChange}>
            {t`Edit`}
          </Button>
          <Button
            size="small"
            aria-label={isInvited ? t`Cancel the invitation of ${email}` : t`Stop sharing with ${email}`}
            onClick={onEnd}
          >
            {isInvited ? t`Cancel invitation` : t`Stop sharing`}
          </Button>
        </>
      }
    />
  );
}

const minuteMs = 60_000;

function LastVisit({ at }: { at: number | null }) {
  const now = useLiveNow(10_000);
  if (at === null) return t`Not opened yet`;
  return (
    <span title={formatDateTime(at)}>
      {now - at < minuteMs ? t`Viewed just now` : t`Viewed ${{ age: formatAge(now - at) }}`}
    </span>
  );
}
