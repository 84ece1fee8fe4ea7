import type { Automation } from '@cyno/contract';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { devicePath } from '../../boards/devices/index.ts';
import type { Names } from '../definitions/index.ts';
import { SentenceView, sentenceOf } from '../definitions/index.ts';
import { RowFacts } from './automation-row.tsx';

type ReaderRowProps = { automation: Automation; here: string; names: Names; timeZone: string };

/** A rule of another device that reads this one, and the way to it. */
export function ReaderRow({ automation, here, names, timeZone }: ReaderRowProps) {
  const { espid, name, enabled, definition } = automation;
  return (
    <li className={enabled ? 'automation-row reader-row' : 'automation-row reader-row automation-row-off'}>
      <div className="automation-row-text">
        {name !== null && <h3>{name}</h3>}
        <p className="automation-row-sentence">
          <SentenceView parts={sentenceOf(definition, { espid, here, names })} />
        </p>
        <RowFacts automation={automation} here={here} names={names} timeZone={timeZone} />
      </div>
      <Link className="link reader-link" to={devicePath(espid, 'Automation')}>
        {names.device(espid)}
        <Icon of={IconArrowRight} size={16} />
      </Link>
    </li>
  );
}
