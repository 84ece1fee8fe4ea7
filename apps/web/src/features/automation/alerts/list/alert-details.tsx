import type { AlertDetails as Details } from '@cyno/contract';
import { IconChartLine, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { formatDateTime, formatExact } from '../../../../lib/format/format.ts';
import { useLiveNow } from '../../../../lib/live/live-client.ts';
import { ButtonLink } from '../../../../ui/buttons/button-link.tsx';
import { SectionError } from '../../../../ui/cards/section-card.tsx';
import { Skeleton } from '../../../../ui/cards/skeleton.tsx';
import { Sheet } from '../../../../ui/overlays/dialog.tsx';
import { devicePath, useDevice } from '../../../boards/devices/index.ts';
import { alertQuery } from '../alert-queries.ts';
import './alert-details.css';
import { alertFacts, momentQueries } from './alert-text.ts';
import { SeverityBadge } from './severity-badge.tsx';

/** One alert: its figures, the ways to its moment, and everything that became of it. */
export function AlertDetails({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(alertQuery(id));
  return (
    <Sheet title="Alert" isOpen onClose={onClose}>
      {data && <Content alert={data} />}
      {!data && error && (
        <SectionError onRetry={() => void refetch()}>The alert did not load. {failureText(error)}</SectionError>
      )}
      {!data && !error && (
        <div aria-busy="true">
          <span className="sr-only">Loading the alert</span>
          <Skeleton height={180} width="auto" />
        </div>
      )}
    </Sheet>
  );
}

function Content({ alert }: { alert: Details }) {
  const now = useLiveNow(10_000);
  const { espid, device, severity, text, changes } = alert;
  const { history, playback } = momentQueries(alert, now);
  return (
    <div className="alert-details">
      <p className="alert-details-head">
        <SeverityBadge severity={severity} /> <b>{device}</b>
      </p>
      <p className="alert-details-text">{text}</p>
      <Figures alert={alert} />
      <ul className="alert-details-facts num">
        {alertFacts(alert, now).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <div className="alert-details-links">
        <ButtonLink icon={IconChartLine} to={`${devicePath(espid, 'History')}?${history}`}>
          Show in History
        </ButtonLink>
        <ButtonLink icon={IconPlayerPlay} to={`${devicePath(espid, 'Dashboard')}?${playback}`}>
          Play back the moment
        </ButtonLink>
      </div>
      <h3>What became of it</h3>
      <ol className="alert-details-changes">
        {changes.map(({ at, to, by, text: what }) => (
          <li key={`${at} ${to}`}>
            <time className="num" dateTime={new Date(at).toISOString()}>
              {formatDateTime(at, { seconds: true })}
            </time>
            <span>
              <b>{stateLabels[to]}</b>
              {by !== null && ` by ${by}`}
              {what !== '' && <span className="alert-details-why">{what}</span>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

const stateLabels: Record<Details['changes'][number]['to'], string> = {
  pending: 'Pending',
  active: 'Active',
  acknowledged: 'Acknowledged',
  cleared: 'Cleared',
  muted: 'Snoozed',
  unmuted: 'Snooze ended',
  resumed: 'Notified again',
};

function Figures({ alert: { espid, key, value, limit } }: { alert: Details }) {
  const variable = useDevice(espid)?.variables.find((each) => each.key === key);
  if (value === null) return null;
  const withUnit = (figure: number) => `${formatExact(figure, variable?.decimals)} ${variable?.unit ?? ''}`.trim();
  return (
    <dl className="alert-details-figures num">
      <div>
        <dt>{variable?.label ?? key ?? 'Value'}</dt>
        <dd>{withUnit(value)}</dd>
      </div>
      {limit !== null && (
        <div>
          <dt>Limit</dt>
          <dd>{withUnit(limit)}</dd>
        </div>
      )}
    </dl>
  );
}
