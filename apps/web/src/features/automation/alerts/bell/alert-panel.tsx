import type { Alert } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { formatAge } from '../../../../lib/format/format.ts';
import { useLiveNow } from '../../../../lib/live/live-client.ts';
import { IconButton } from '../../../../ui/buttons/button.tsx';
import { ButtonLink } from '../../../../ui/buttons/button-link.tsx';
import { SectionError, SectionSkeleton } from '../../../../ui/cards/section-card.tsx';
import { Icon } from '../../../../ui/graphics/icon.tsx';
import { devicePath, may, useDevice } from '../../../boards/devices/index.ts';
import { useAcknowledge } from '../alert-calls.ts';
import { openAlertsQuery } from '../alert-queries.ts';
import { severityOf } from '../severity.ts';
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
            <PanelRow key={alert.id} alert={alert} onLeave={onLeave} />
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

function PanelRow({ alert, onLeave }: { alert: Alert; onLeave: () => void }) {
  const now = useLiveNow(10_000);
  const textId = useId();
  const acknowledge = useAcknowledge();
  const seen = useDevice(alert.espid);
  const { label, icon, tone } = severityOf(alert.severity);
  const mayOperate = seen !== undefined && may(seen, 'operate');
  return (
    <li className="alert-panel-row">
      <Icon of={icon} className={`alert-panel-${tone}`} />
      <div>
        <p className="alert-panel-head">
          <span className="sr-only">{label}: </span>
          <Link to={devicePath(alert.espid, 'Alerts')} onClick={onLeave}>
            {alert.device}
          </Link>
          <span className="num">{formatAge(Math.max(0, now - (alert.activeAt ?? alert.startedAt)))}</span>
        </p>
        <p id={textId}>{alert.text}</p>
        {alert.state === 'acknowledged' && <p className="alert-panel-known">{t`Acknowledged`}</p>}
      </div>
      {mayOperate && alert.state === 'active' && (
        <IconButton
          label={t`Acknowledge`}
          icon={IconCheck}
          aria-describedby={textId}
          aria-disabled={acknowledge.isPending || undefined}
          onClick={() => acknowledge.isPending || acknowledge.mutate([alert.id])}
        />
      )}
    </li>
  );
}
