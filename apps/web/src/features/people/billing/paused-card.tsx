import type { PlanResponse } from '@cyno/contract';
import { displayName } from '@cyno/contract/display-name';
import { plural, t } from '@lingui/core/macro';
import { IconPlayerPause } from '@tabler/icons-react';
import { formatList } from '../../../lib/format/format-list.ts';
import { currentLanguage } from '../../../lib/language/language.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/cards/card.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import './paused-card.css';

const maxNames = 3;

/** Shows which devices exceed the plan, and lets the owner choose others. */
export function PausedCard({ plan, onChoose }: { plan: PlanResponse; onChoose: () => void }) {
  const { paused, limits } = plan;
  const names = paused.slice(0, maxNames).map((device) => displayName(device, currentLanguage()));
  const more = paused.length - names.length;
  const devices = formatList(more > 0 ? [...names, plural(more, { one: '# more', other: '# more' })] : names);
  return (
    <Card className="paused" aria-label={t`Paused devices`}>
      <Icon of={IconPlayerPause} />
      <div className="paused-text">
        <h2>{plural({ count: paused.length }, { one: '# device is paused', other: '# devices are paused' })}</h2>
        <p>{t`Your plan allows ${{ limit: limits.devices ?? 0 }}. New values of ${devices} are not stored or shown. Their history stays.`}</p>
      </div>
      <Button onClick={onChoose}>{t`Choose devices`}</Button>
    </Card>
  );
}
