import type { AlertSeverity } from '@cyno/contract';
import { Badge } from '../../../../ui/status/badge.tsx';
import { severityOf } from '../severity.ts';

/** How much an alert or a rule matters, as icon and word. */
export function SeverityBadge({ severity }: { severity: AlertSeverity }) {
  const { label, tone, icon } = severityOf(severity);
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
