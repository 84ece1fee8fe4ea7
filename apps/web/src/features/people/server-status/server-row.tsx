import type { ListedServer, ServerLink } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatDateTime, formatDuration, formatExact } from '../../../lib/format/format.ts';
import { Row } from '../../../ui/cards/row-list.tsx';
import { Badge } from '../../../ui/status/badge.tsx';

type ServerRowProps = {
  server: ListedServer;
  /** True: NATS is between the servers, so those on standby should be linked. */
  hasNats: boolean;
  actions: ReactNode;
};

/** One of several servers: what it does, what is wrong with it, and the clients that connect to it. */
export function ServerRow({ server, hasNats, actions }: ServerRowProps) {
  const { name, version, serves, since, address, link } = server;
  const sinceWhen = t`Since ${{ dateTime: formatDateTime(since) }}`;
  return (
    <Row
      title={name}
      badge={
        <>
          {serves ? <Badge tone="success">{t`Serving`}</Badge> : <Badge>{t`Standby`}</Badge>}
          {link?.isDrained && <Badge tone="info">{t`Drained`}</Badge>}
          {hasNats && !link && <Badge tone="warning" icon={IconAlertTriangle}>{t`Not linked`}</Badge>}
          {link?.isClockOff && (
            <Badge tone="warning" icon={IconAlertTriangle}>
              {t`Clock is off by ${{ duration: formatDuration(Math.abs(link.clockAheadMs ?? 0)) }}`}
            </Badge>
          )}
        </>
      }
      detail={
        <>
          <p>{[version, address, sinceWhen].filter(Boolean).join(' · ')}</p>
          {link && <LinkFigures link={link} />}
        </>
      }
      actions={actions}
    />
  );
}

function LinkFigures({ link: { boards, pages, messagesPerSecond, delayMs } }: { link: ServerLink }) {
  return (
    <dl className="server-link">
      <LinkFigure name={t`Boards`}>{formatExact(boards)}</LinkFigure>
      {messagesPerSecond !== null && (
        <LinkFigure name={t`Messages`}>{t`${{ rate: formatExact(messagesPerSecond, 1) }} /s`}</LinkFigure>
      )}
      {pages !== null && <LinkFigure name={t`Web connections`}>{formatExact(pages)}</LinkFigure>}
      {delayMs !== null && <LinkFigure name={t`Delay`}>{`${formatExact(delayMs, 1)} ms`}</LinkFigure>}
    </dl>
  );
}

const LinkFigure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="num">{children}</dd>
  </div>
);
