import type { AlertDetails as Details } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
    <Sheet title={t`Alert`} isOpen onClose={onClose}>
      {data && <Content alert={data} />}
      {!data && error && (
        <SectionError
          onRetry={() => void refetch()}
        >{t`Alert did not load. ${{ reason: failureText(error) }}`}</SectionError>
      )}
      {!data && !error && (
        <div aria-busy="true">
          <span className="sr-only">{t`Loading alert`}</span>
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
          {t`Show in History`}
        </ButtonLink>
        <ButtonLink icon={IconPlayerPlay} to={`${devicePath(espid, 'Dashboard')}?${playback}`}>
          {t`Play back this moment`}
        </ButtonLink>
      </div>
      <h3>{t`Timeline`}</h3>
      <ol className="alert-details-changes">
        {changes.map(({ at, to, by, text: what }) => {
          const state = stateText(to);
          return (
            <li key={`${at} ${to}`}>
              <time className="num" dateTime={new Date(at).toISOString()}>
                {formatDateTime(at, { seconds: true })}
              </time>
              <span>
                {by === null ? (
                  <b>{state}</b>
                ) : (
                  <Trans>
                    <b>{state}</b> by {by}
                  </Trans>
                )}
                {what !== '' && <span className="alert-details-why">{what}</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

const stateText = (state: Details['changes'][number]['to']): string =>
  ({
    pending: t`Pending`,
    active: t`Active`,
    acknowledged: t`Acknowledged`,
    cleared: t`Cleared`,
    muted: t`Snoozed`,
    unmuted: t`Snooze ended`,
    resumed: t`Notified again`,
  })[state];

function Figures({ alert: { espid, key, value, limit } }: { alert: Details }) {
  const variable = useDevice(espid)?.variables.find((each) => each.key === key);
  if (value === null) return null;
  const withUnit = (figure: number) => `${formatExact(figure, variable?.decimals)} ${variable?.unit ?? ''}`.trim();
  return (
    <dl className="alert-details-figures num">
      <div>
        <dt>{variable?.label ?? key ?? t`Value`}</dt>
        <dd>{withUnit(value)}</dd>
      </div>
      {limit !== null && (
        <div>
          <dt>{t`Limit`}</dt>
          <dd>{withUnit(limit)}</dd>
        </div>
      )}
    </dl>
  );
}
