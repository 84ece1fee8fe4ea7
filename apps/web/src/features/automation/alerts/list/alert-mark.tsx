import type { Alert, AlertList } from '@cyno/contract';
import { plural } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Icon } from '../../../../ui/graphics/icon.tsx';
import { openAlertsQuery } from '../alert-queries.ts';
import { severityOf, worstOf } from '../severity.ts';
import './alert-mark.css';

/** The severity of the worst open alert of devices and how many they have; null: none. Those that are acknowledged count last. */
function markOf({ alerts }: AlertList, espids: readonly string[]) {
  const own = alerts.filter(({ espid }) => espids.includes(espid));
  const active = own.filter(({ state }) => state === 'active');
  const counted = active.length > 0 ? active : own;
  const worst = worstOf(counted);
  return worst ? { severity: worst.severity, count: counted.length, isKnown: active.length === 0 } : null;
}

/** Marks a device, or several that are drawn as one, that have open alerts, among the newest that the page knows. */
export function AlertMark({ espids }: { espids: readonly string[] }) {
  const { data: mark } = useQuery({ ...openAlertsQuery(), select: (list) => markOf(list, espids) });
  if (!mark) return null;
  const { count, isKnown } = mark;
  const { label: severity } = severityOf(mark.severity);
  const label = isKnown
    ? plural(count, { one: `# acknowledged alert: ${severity}`, other: `# acknowledged alerts: ${severity}` })
    : plural(count, { one: `# alert: ${severity}`, other: `# alerts: ${severity}` });
  return (
    <span className={markClass(mark)} title={label}>
      <Icon of={severityOf(mark.severity).icon} size={16} />
      {count > 1 && <span aria-hidden="true">{count}</span>}
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** The colour of a mark. */
export const markClass = ({ severity, isKnown }: { severity: Alert['severity']; isKnown: boolean }): string =>
  `alert-mark alert-mark-${isKnown ? 'known' : severityOf(severity).tone} num`;
