import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Icon } from '../../../../ui/graphics/icon.tsx';
import { devicePath } from '../../../boards/devices/index.ts';
import { inLanguage } from '../alert-in-language.ts';
import type { MarkedAlerts, MarkedAlertsQuery } from '../alert-queries.ts';
import { severityOf, worstOf } from '../severity.ts';
import { markClass } from './alert-mark.tsx';

type VariableAlertMarkProps = {
  alerts: MarkedAlertsQuery;
  espid: string;
  /** The variables that are shown; null: everything of the device. */
  keys: readonly string[] | null;
  /** False where nothing may lead away from the page. */
  withLink: boolean;
};

/** The worst open alert of variables, or of a device, as a sign that leads to it; its text is seen on hovering. */
export function VariableAlertMark({ alerts, espid, keys, withLink }: VariableAlertMarkProps) {
  const { data: alert } = useQuery({ ...alerts, select: (list) => alertOf(list, espid, keys) });
  if (!alert) return null;
  const { severity, text } = inLanguage(alert);
  const { label, icon } = severityOf(severity);
  const isKnown = alert.state === 'acknowledged';
  const title = isKnown ? t`${label}, acknowledged: ${text}` : `${label}: ${text}`;
  const sign = (
    <>
      <Icon of={icon} size={16} />
      <span className="sr-only">{title}</span>
    </>
  );
  const className = markClass({ severity, isKnown });
  if (!withLink) {
    return (
      <span className={className} title={title}>
        {sign}
      </span>
    );
  }
  return (
    <Link className={`${className} alert-mark-link`} title={title} to={devicePath(espid, 'Alerts')}>
      {sign}
    </Link>
  );
}

/** Those that are acknowledged count last. */
function alertOf({ alerts }: MarkedAlerts, espid: string, keys: VariableAlertMarkProps['keys']) {
  const own = alerts.filter(
    (alert) => alert.espid === espid && (keys === null || (alert.key !== null && keys.includes(alert.key))),
  );
  return worstOf(own.filter(({ state }) => state === 'active')) ?? worstOf(own) ?? null;
}
