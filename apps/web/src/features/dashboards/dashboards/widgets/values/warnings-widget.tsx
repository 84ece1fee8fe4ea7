import type { WidgetContent } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { use } from 'react';
import { Icon } from '../../../../../ui/graphics/icon.tsx';
import type { DevicePlace, WidgetData } from '../widget-data.ts';
import { WidgetDevice } from '../widget-device.ts';
import { WidgetFrame } from '../widget-frame.tsx';
import { warningsOf } from './warnings.ts';

type WarningsWidgetProps = { content: Extract<WidgetContent, { type: 'warnings' }>; data: WidgetData };

/** What of the dashboard's devices is out of order now; of the one that the widget names, if it does. */
export function WarningsWidget({ content: { title }, data }: WarningsWidgetProps) {
  const { device, places, hiddenCount, moment } = data;
  const isNamed = use(WidgetDevice) !== null;
  const judged = isNamed ? places.filter((place) => place.device.espid === device.espid) : places;
  const warnings = warningsOf(judged);
  const count = warnings.length;
  return (
    <WidgetFrame
      title={title}
      aside={
        count > 0 && <span className="widget-figure">{plural(count, { one: '# warning', other: '# warnings' })}</span>
      }
      className="widget-list"
    >
      {judged.length === 0 ? (
        <p className="widget-nothing">{t`No devices yet`}</p>
      ) : count === 0 ? (
        <p className="widget-fine">
          <Icon of={IconCircleCheck} />
          {fineText(judged, hiddenCount)}
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lists are scrolled with the arrow keys
        <ul tabIndex={0} aria-label={title}>
          {warnings.map(({ id, tone, name, detail }) => (
            <li key={id} className={`widget-list-${tone}`}>
              <Icon of={IconAlertTriangle} size={16} />
              <span>{name}</span>
              <b>
                <span className="sr-only">{tone === 'danger' ? t`danger: ` : t`warning: `}</span>
                {detail}
              </b>
            </li>
          ))}
        </ul>
      )}
      {!isNamed && hiddenCount > 0 && (
        <p className="widget-hidden-count">{hiddenDevicesText(hiddenCount, moment !== null)}</p>
      )}
    </WidgetFrame>
  );
}

function fineText([first, ...others]: readonly DevicePlace[], hiddenCount: number): string {
  if (others.length > 0)
    return plural({ count: others.length + 1 }, { one: 'No problems on # device', other: 'No problems on # devices' });
  return hiddenCount > 0 && first ? t`No problems on ${{ name: first.device.name }}` : t`No problems`;
}

/** The text of a widget that cannot show every device of its dashboard. */
export function hiddenDevicesText(hiddenCount: number, isPast: boolean): string {
  return isPast
    ? plural(hiddenCount, {
        one: '# more device is not part of playback',
        other: '# more devices are not part of playback',
      })
    : plural(hiddenCount, {
        one: '# more device is not shared with you',
        other: '# more devices are not shared with you',
      });
}
