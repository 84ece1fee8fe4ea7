import type { Alert } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconBellOff, IconCheck, IconTool } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { useLiveNow } from '../../../../lib/live/live-client.ts';
import { Button, IconButton } from '../../../../ui/buttons/button.tsx';
import { Menu } from '../../../../ui/overlays/menu.tsx';
import { Badge } from '../../../../ui/status/badge.tsx';
import { devicePath } from '../../../boards/devices/index.ts';
import { useAcknowledge, useSnoozeAlerts } from '../alert-calls.ts';
import { useSnooze } from '../snooze/use-snooze.tsx';
import { alertFacts, isSnoozed } from './alert-text.ts';
import './alert-row.css';
import { SeverityBadge } from './severity-badge.tsx';

type AlertRowProps = {
  alert: Alert;
  /** False for who may only look at the device. */
  mayOperate: boolean;
  /** False where the page is about the device already. */
  withDevice?: boolean;
  /** Stands before it, such as a box that chooses it. */
  before?: ReactNode;
  /** Opens what became of it. */
  onOpen: (alert: Alert) => void;
};

/** An alert: what is wrong on which device since when, who knows, and what one can do about it. */
export function AlertRow({ alert, mayOperate, withDevice = true, before, onOpen }: AlertRowProps) {
  const now = useLiveNow(10_000);
  const textId = useId();
  const { espid, device, severity, state, text, duringMaintenance, mayAcknowledge } = alert;
  const maySnooze = mayOperate && state !== 'cleared';
  return (
    <li className={`alert-row alert-row-${severity} alert-row-${state}`} aria-labelledby={textId}>
      {before}
      <div className="alert-row-main">
        <p className="alert-row-head">
          <SeverityBadge severity={severity} />
          {withDevice && (
            <Link className="alert-row-device" to={devicePath(espid, 'Alerts')}>
              {device}
            </Link>
          )}
          {state === 'acknowledged' && (
            <Badge icon={IconCheck} shape="tag">
              {t`Acknowledged`}
            </Badge>
          )}
          {state === 'cleared' && (
            <Badge icon={IconCheck} shape="tag" tone="success">
              {t`Cleared`}
            </Badge>
          )}
          {isSnoozed(alert, now) && (
            <Badge icon={IconBellOff} shape="tag">
              {t`Snoozed`}
            </Badge>
          )}
          {duringMaintenance && (
            <Badge icon={IconTool} shape="tag">
              {t`During maintenance`}
            </Badge>
          )}
        </p>
        <p className="alert-row-text" id={textId}>
          {text}
        </p>
        <p className="alert-row-facts num">
          {alertFacts(alert, now).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          <button type="button" className="link alert-row-more" aria-describedby={textId} onClick={() => onOpen(alert)}>
            {t`Details`}
          </button>
        </p>
      </div>
      {(mayAcknowledge || maySnooze) && (
        <div className="alert-row-actions">
          {mayAcknowledge && <Acknowledge id={alert.id} textId={textId} />}
          {maySnooze && <Snooze alert={alert} now={now} textId={textId} />}
        </div>
      )}
    </li>
  );
}

function Acknowledge({ id, textId }: { id: Alert['id']; textId: string }) {
  const acknowledge = useAcknowledge();
  return (
    <Button
      icon={IconCheck}
      aria-describedby={textId}
      busy={acknowledge.isPending}
      onClick={() => acknowledge.mutate([id])}
    >
      {t`Acknowledge`}
    </Button>
  );
}

function Snooze({ alert, now, textId }: { alert: Alert; now: number; textId: string }) {
  const { mutate } = useSnoozeAlerts();
  const snooze = useSnooze({
    now,
    isSnoozed: isSnoozed(alert, now),
    onSnooze: (minutes) => mutate({ ids: [alert.id], minutes }),
  });
  return (
    <>
      <Menu
        label={t`Snooze`}
        trigger={<IconButton label={t`Snooze`} aria-describedby={textId} icon={IconBellOff} />}
        entries={snooze.entries}
      />
      {snooze.dialog}
    </>
  );
}
