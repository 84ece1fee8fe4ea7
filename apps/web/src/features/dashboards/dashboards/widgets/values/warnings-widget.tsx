import type { WidgetContent } from '@cyno/contract';
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
      aside={count > 0 && <span className="widget-figure">{count === 1 ? '1 warning' : `${count} warnings`}</span>}
      className="widget-list"
    >
      {judged.length === 0 ? (
        <p className="widget-nothing">No device is on this dashboard yet.</p>
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
                <span className="sr-only">{tone === 'danger' ? 'danger: ' : 'warning: '}</span>
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
  if (others.length > 0) return `All well: nothing of these ${others.length + 1} devices is out of order.`;
  return hiddenCount > 0 && first
    ? `Nothing of ${first.device.name} is out of order.`
    : 'Nothing on this dashboard is out of order.';
}

/** The text of a widget that cannot show every device of its dashboard. */
export function hiddenDevicesText(hiddenCount: number, isPast: boolean): string {
  const devices = hiddenCount === 1 ? '1 other device' : `${hiddenCount} other devices`;
  return isPast ? `Without ${devices}, which the look back does not cover.` : `Without ${devices} that you cannot see.`;
}
