import { t } from '@lingui/core/macro';
import { IconTool } from '@tabler/icons-react';
import { useLiveNow } from '../../../../lib/live/live-client.ts';
import { Icon } from '../../../../ui/graphics/icon.tsx';
import { Badge } from '../../../../ui/status/badge.tsx';
import './maintenance-mark.css';
import { useMaintenanceOf } from './maintenance-queries.ts';
import { untilText } from './maintenance-times.ts';

function useLabel(espid: string): string | null {
  const now = useLiveNow(60_000);
  const found = useMaintenanceOf(espid);
  return found && found.until > now ? t`Maintenance until ${{ time: untilText(found.until, now) }}` : null;
}

/** Marks a device that is in maintenance, in lists. */
export function MaintenanceMark({ espid }: { espid: string }) {
  const label = useLabel(espid);
  if (label === null) return null;
  return (
    <span className="maintenance-mark" title={label}>
      <Icon of={IconTool} size={16} />
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** The same as text, for the head of the device's pages. */
export function MaintenanceBadge({ espid }: { espid: string }) {
  const label = useLabel(espid);
  return label === null ? null : (
    <Badge shape="tag" tone="warning" icon={IconTool}>
      {label}
    </Badge>
  );
}
