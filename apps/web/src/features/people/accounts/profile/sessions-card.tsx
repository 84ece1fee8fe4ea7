import type { SessionInfo } from '@cyno/contract';
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
    toasts.add({ kind: 'success', title: 'All other sessions ended' });
    await refresh();
  };
  return (
    <SectionCard
      id="sessions"
      title="Active sessions"
      description="The browsers that are logged in to your account. End what you do not know, and change your password then."
      actions={
        others > 0 && (
          <Button
            busy={busy === 'others'}
            onClick={() => run({ name: 'others', do: endOthers, failure: 'Sessions not ended' })}
          >
            End all others
          </Button>
        )
      }
    >
      {sessions && (
        <RowList label="Active sessions">
          {sessions.toSorted(thisBrowserFirst).map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={busy === String(session.id)}
              onEnd={() =>
                run({
                  name: String(session.id),
                  do: () => endSessionOf(session.id).then(refresh),
                  failure: 'Session not ended',
                })
              }
            />
          ))}
        </RowList>
      )}
      {!sessions && error && (
        <SectionError onRetry={() => void refetch()}>Your sessions did not load. {failureText(error)}</SectionError>
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
  const seen = idleMs < activeMs ? 'Active now' : `Last active ${formatAge(idleMs)}`;
  return (
    <Row
      icon={icons[kind]}
      title={name}
      badge={session.current && <Badge tone="success">This browser</Badge>}
      detail={[seen, session.ip, `logged in ${formatDateTime(session.createdAt)}`].filter(Boolean).join(', ')}
      actions={
        !session.current && (
          <Button size="small" busy={busy} aria-label={`End the session: ${name}`} onClick={onEnd}>
            End
          </Button>
        )
      }
    />
  );
}
