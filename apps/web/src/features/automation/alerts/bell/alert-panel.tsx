import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { ButtonLink } from '../../../../ui/buttons/button-link.tsx';
import { SectionError, SectionSkeleton } from '../../../../ui/cards/section-card.tsx';
import { devicePath } from '../../../boards/devices/index.ts';
import { openAlertsQuery } from '../alert-queries.ts';
import { AlertLine } from '../list/alert-line.tsx';
import './alert-panel.css';

const maxListed = 5;

/** The newest open alerts under the bell; `onLeave` closes the panel when a link leads to another page. */
export function AlertPanel({ onLeave }: { onLeave: () => void }) {
  const { data, error, refetch } = useQuery(openAlertsQuery());
  const alerts = data?.alerts ?? [];
  return (
    <div className="alert-panel">
      <h2>{t`Alerts`}</h2>
      {!data && !error && <SectionSkeleton />}
      {!data && error && (
        <SectionError
          onRetry={() => void refetch()}
        >{t`Alerts did not load. ${{ reason: failureText(error) }}`}</SectionError>
      )}
      {data && alerts.length === 0 && <p className="alert-panel-nothing">{t`No open alerts`}</p>}
      {alerts.length > 0 && (
        <ul>
          {alerts.slice(0, maxListed).map((alert) => (
            <AlertLine
              key={alert.id}
              alert={alert}
              device={
                <Link to={devicePath(alert.espid, 'Alerts')} onClick={onLeave}>
                  {alert.device}
                </Link>
              }
            />
          ))}
        </ul>
      )}
      {(alerts.length > maxListed || data?.more) && (
        <p className="alert-panel-more num">
          {data?.more
            ? plural({ count: alerts.length - maxListed }, { other: 'and # or more others' })
            : plural({ count: alerts.length - maxListed }, { one: 'and # other', other: 'and # others' })}
        </p>
      )}
      <ButtonLink to="/alerts" onClick={onLeave}>
        {t`All alerts`}
      </ButtonLink>
    </div>
  );
}
