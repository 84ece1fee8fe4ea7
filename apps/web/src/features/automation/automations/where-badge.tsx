import type { AutomationPlacement } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconCpu, IconServer } from '@tabler/icons-react';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { placementText } from './placement-text.ts';
import './where-badge.css';

/** The picture of each place. */
export const whereIcons = { board: IconCpu, server: IconServer };

/** Where an automation runs; a press explains why, and what that means. */
export function WhereBadge({ placement }: { placement: AutomationPlacement }) {
  const { where } = placement;
  const label = where === 'board' ? t`On the board` : t`On the server`;
  return (
    <Popover
      label={label}
      placement="bottom start"
      trigger={
        <button type="button" className="where-button" aria-label={t`${label}, why`}>
          <Badge icon={whereIcons[where]} tone={where === 'board' ? 'info' : 'neutral'}>
            {label}
          </Badge>
        </button>
      }
    >
      <div className="where-why">
        <p>{placementText(placement)}</p>
        {where === 'server' && (
          <p className="muted">{t`The server sends a command, so the board must be online at that time.`}</p>
        )}
      </div>
    </Popover>
  );
}
