import type { AlertSeverity } from '@cyno/contract';
import { IconAlertOctagon, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';

/** The severities as they are shown, the worst first. */
const severities = [
  { id: 'critical', label: 'Critical', tone: 'danger', icon: IconAlertOctagon },
  { id: 'warning', label: 'Warning', tone: 'warning', icon: IconAlertTriangle },
  { id: 'info', label: 'Info', tone: 'info', icon: IconInfoCircle },
] as const satisfies readonly { id: AlertSeverity; [fact: string]: unknown }[];

/** How a severity is shown. */
export const severityOf = (severity: AlertSeverity) => severities.find(({ id }) => id === severity) ?? severities[0];
