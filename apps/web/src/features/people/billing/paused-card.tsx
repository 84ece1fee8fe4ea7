import type { PlanResponse } from '@cyno/contract';
import { IconPlayerPause } from '@tabler/icons-react';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/cards/card.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import './paused-card.css';

const maxNames = 3;

/** Shows which devices exceed the plan, and lets the owner choose others. */
export function PausedCard({ plan, onChoose }: { plan: PlanResponse; onChoose: () => void }) {
  const { paused, limits } = plan;
  const names = paused.slice(0, maxNames).map(({ name }) => name);
  const more = paused.length - names.length;
  return (
    <Card className="paused" aria-label="Paused devices">
      <Icon of={IconPlayerPause} />
      <div className="paused-text">
        <h2>{paused.length === 1 ? '1 device is paused' : `${paused.length} devices are paused`}</h2>
        <p>
          Your plan has room for {limits.devices}. Nothing of {names.join(', ')}
          {more > 0 && ` and ${more} more`} is stored or shown live; what was stored before stays.
        </p>
      </div>
      <Button onClick={onChoose}>Choose devices</Button>
    </Card>
  );
}
