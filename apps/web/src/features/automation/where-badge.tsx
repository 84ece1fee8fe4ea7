import type { AutomationPlacement } from '@cyno/contract';
import { IconCpu, IconServer } from '@tabler/icons-react';
import { Badge } from '../../ui/badge.tsx';
import { Popover } from '../../ui/popover.tsx';
import './where-badge.css';

const words = { board: 'On the board', server: 'On the server' };
const meanings = {
  board: 'The board does it by itself, also while it has no network.',
  server: 'The server sends a command at the time, so the board must be online.',
};

/** Where an automation runs; a press tells why, and what that means. */
export function WhereBadge({ placement }: { placement: AutomationPlacement }) {
  const { where, reason } = placement;
  return (
    <Popover
      label={words[where]}
      placement="bottom start"
      trigger={
        <button type="button" className="where-button">
          <WhereMark where={where} />
          <span className="sr-only">, why</span>
        </button>
      }
    >
      <div className="where-why">
        <p>{reason}</p>
        <p className="muted">{meanings[where]}</p>
      </div>
    </Popover>
  );
}

/** The badge alone, where the reason stands next to it. */
export function WhereMark({ where }: Pick<AutomationPlacement, 'where'>) {
  return (
    <Badge icon={where === 'board' ? IconCpu : IconServer} tone={where === 'board' ? 'info' : 'neutral'}>
      {words[where]}
    </Badge>
  );
}
