import type { ControlState, WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type CSSProperties, useState } from 'react';
import { SearchField } from '../../../../ui/fields/field.tsx';
import { Icon } from '../../../../ui/graphics/icon.tsx';
import type { SeenDevice } from '../../../boards/devices/index.ts';
import { useDashboardData } from '../source/use-dashboard-source.ts';
import type { Bound, DataOf } from '../widgets/widget-data.ts';
import { type WidgetType, widgetGroups, widgetKinds } from '../widgets/widget-kinds.ts';
import { contentProblem } from './content-problem.ts';
import { groupLabel, kindIcon, kindName, kindPurpose, kindsWith } from './kind-texts.ts';
import { newContent } from './new-content.ts';
import './widget-library.css';
import { WidgetTile } from '../widgets/widget-tile.tsx';

type WidgetLibraryProps = {
  device: SeenDevice;
  control: ControlState | undefined;
  /** The other widgets of the device. */
  others: readonly WidgetContent[];
  onChoose: (type: WidgetType) => void;
};

/** The kinds of widgets, each with what it would show of the device now, found by a part of what they are called or for. */
export function WidgetLibrary({ device, control, others, onChoose }: WidgetLibraryProps) {
  const [search, setSearch] = useState('');
  const found = kindsWith(search);
  const samples = new Map(
    found.map((type): [WidgetType, Bound] => [type, { content: newContent(type, { device, control, others }) }]),
  );
  const whole = [...samples.values()].filter(({ content }) => contentProblem(content) === null);
  const dataOf = useDashboardData({ widgets: whole, chosen: device });
  return (
    <div className="library">
      <SearchField label={t`Search widgets`} placeholder={t`Search widgets`} value={search} onChange={setSearch} />
      {found.length === 0 && <p className="editor-remark">{t`No widget matches. Try another word.`}</p>}
      {widgetGroups.map((id) => {
        const label = groupLabel(id);
        const kinds = found.filter((type) => widgetKinds[type].group === id);
        return (
          kinds.length > 0 && (
            <section key={id} aria-label={label}>
              <h3>{label}</h3>
              <ul>
                {kinds.map((type) => (
                  <li key={type}>
                    <Kind type={type} dataOf={dataOf} sample={samples.get(type)} onChoose={() => onChoose(type)} />
                  </li>
                ))}
              </ul>
            </section>
          )
        );
      })}
    </div>
  );
}

type KindProps = { type: WidgetType; sample: Bound | undefined; dataOf: DataOf; onChoose: () => void };

function Kind({ type, sample, dataOf, onChoose }: KindProps) {
  const { size } = widgetKinds[type];
  const isWhole = sample !== undefined && contentProblem(sample.content) === null;
  return (
    <div className="library-kind">
      <div
        className="library-preview"
        inert
        aria-hidden="true"
        style={{ '--w': size.width, '--h': size.height } as CSSProperties}
      >
        {isWhole ? (
          <div className={`dashboard-cell-${type}`}>
            <WidgetTile widget={sample} data={dataOf(sample)} />
          </div>
        ) : (
          <Icon of={kindIcon(type)} />
        )}
      </div>
      <button type="button" onClick={onChoose}>
        <b>{kindName(type)}</b>
        <small>{kindPurpose(type)}</small>
      </button>
    </div>
  );
}
