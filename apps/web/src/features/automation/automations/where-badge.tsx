import type { AutomationPlacement } from '@cyno/contract';
import { IconCpu, IconServer } from '@tabler/icons-react';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import './where-badge.css';

const labels = { board: 'On the board', server: 'On the server' };
/** The picture of each place. */
export const whereIcons = { board: IconCpu, server: IconServer };

/** Where an automation runs; a press explains why, and what that means. */
export function WhereBadge({ placement }: { placement: AutomationPlacement }) {
  const { where, reason } = placement;
  return (
    <Popover
      label={labels[where]}
      placement="bottom start"
      trigger={
        <button type="button" className="where-button" aria-label={`${labels[where]}, why`}>
          <Badge icon={whereIcons[where]} tone={where === 'board' ? 'info' : 'neutral'}>
            {labels[where]}
          </Badge>
        </button>
      }
    >
      <div className="where-why">
        <p>{reason}</p>
        {where === 'server' && <p className="muted">The server sends a command, so the board must be online then.</p>}
      </div>
    </Popover>
  );
}
