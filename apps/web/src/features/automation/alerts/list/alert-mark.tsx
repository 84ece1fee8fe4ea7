import type { AlertList } from '@cyno/contract';
import { useQuery } from '@tanstack/react-query';
import { Icon } from '../../../../ui/graphics/icon.tsx';
import { openAlertsQuery } from '../alert-queries.ts';
import { severities } from '../severity.ts';
import './alert-mark.css';

/** The severity of the worst open alert of a device and how many it has; null: none. Those that are acknowledged count last. */
function markOf({ alerts }: AlertList, espid: string) {
  const own = alerts.filter((alert) => alert.espid === espid);
  const active = own.filter(({ state }) => state === 'active');
  const counted = active.length > 0 ? active : own;
  const worst = severities.find(({ id }) => counted.some(({ severity }) => severity === id));
  return worst ? { id: worst.id, count: counted.length, isKnown: active.length === 0 } : null;
}

/** Marks a device that has open alerts, among the newest that the page knows. */
export function AlertMark({ espid }: { espid: string }) {
  const { data: mark } = useQuery({ ...openAlertsQuery(), select: (list) => markOf(list, espid) });
  if (!mark) return null;
  const { id, count, isKnown } = mark;
  const severity = severities.find((each) => each.id === id) ?? severities[0];
  const label = `${count === 1 ? '1 alert' : `${count} alerts`}, ${severity.label.toLowerCase()}${isKnown ? ', acknowledged' : ''}`;
  return (
    <span className={`alert-mark alert-mark-${isKnown ? 'known' : severity.tone} num`} title={label}>
      <Icon of={severity.icon} size={16} />
      {count > 1 && <span aria-hidden="true">{count}</span>}
      <span className="sr-only">{label}</span>
    </span>
  );
}
