import type { SessionInfo } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatAge, formatDateTime } from '../../../../lib/format/format.ts';
import { liveNow } from '../../../../lib/live/live-client.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Row, RowList } from '../../../../ui/cards/row-list.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../../../ui/cards/section-card.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { Badge } from '../../../../ui/status/badge.tsx';
import { failureText } from '../account-calls.ts';
import { endOtherSessions, endSessionOf, sessionsQuery } from '../profile-calls.ts';
import { useAction } from '../use-action.ts';
import { readUserAgent } from './user-agent.ts';

const icons = { computer: IconDeviceDesktop, phone: IconDeviceMobile, tablet: IconDeviceTablet };
/** Within this time somebody counts as being there, ms: the server notes a session's use only now and then. */
const activeMs = 10 * 60_000;

/** The browsers that are signed in, and how to end them. */
export function SessionsCard() {
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const { data: sessions, error, refetch } = useQuery(sessionsQuery);
  const { busy, run } = useAction();
  const refresh = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  const others = sessions?.filter(({ current }) => !current).length ?? 0;
  const endOthers = async () => {
    await endOtherSessions();
    toasts.add({ kind: 'success', title: t`All other sessions ended` });
    await refresh();
  };
  return (
    <SectionCard
      id="sessions"
      title={t`Active sessions`}
      description={t`Browsers that are logged in to your account. If you do not know one, end it and change your password.`}
      actions={
        others > 0 && (
          <Button
            busy={busy.has('others')}
            onClick={() => run({ name: 'others', do: endOthers, failure: t`Sessions not ended` })}
          >
            {t`End all others`}
          </Button>
        )
      }
    >
      {sessions && (
        <RowList label={t`Active sessions`}>
          {sessions.toSorted(thisBrowserFirst).map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={busy.has(String(session.id))}
              onEnd={() =>
                run({
                  name: String(session.id),
                  do: () => endSessionOf(session.id).then(refresh),
                  failure: t`Session not ended`,
                })
              }
            />
          ))}
        </RowList>
      )}
      {!sessions && error && (
        <SectionError
          onRetry={() => void refetch()}
        >{t`Your sessions did not load. ${{ why: failureText(error) }}`}</SectionError>
      )}
      {!sessions && !error && <SectionSkeleton rows={2} />}
    </SectionCard>
  );
}

const thisBrowserFirst = (one: SessionInfo, other: SessionInfo) => Number(other.current) - Number(one.current);

type SessionRowProps = { session: SessionInfo; busy: boolean; onEnd: () => void };

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const { name, kind } = readUserAgent(session.userAgent);
  const idleMs = liveNow() - session.lastSeenAt;
  const seen = idleMs < activeMs ? t`Active now` : t`Last active ${{ age: formatAge(idleMs) }}`;
  return (
    <Row
      icon={icons[kind]}
      title={name}
      badge={session.current && <Badge tone="success">{t`This browser`}</Badge>}
      detail={[seen, session.ip, t`logged in ${{ time: formatDateTime(session.createdAt) }}`]
        .filter(Boolean)
        .join(', ')}
      actions={
        !session.current && (
          <Button size="small" busy={busy} aria-label={t`End the session: ${name}`} onClick={onEnd}>
            {t`End`}
          </Button>
        )
      }
    />
  );
}
