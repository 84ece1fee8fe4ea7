import type { WidgetContent } from '@cyno/contract';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { Icon } from '../../ui/icon.tsx';
import { warningsOf } from './warnings.ts';
import type { WidgetData } from './widget-data.ts';
import { WidgetFrame } from './widget-frame.tsx';

type WarningsWidgetProps = { content: Extract<WidgetContent, { type: 'warnings' }>; data: WidgetData };

/** What of the dashboard is out of order now. */
export function WarningsWidget({ content: { title }, data }: WarningsWidgetProps) {
  const warnings = warningsOf(data);
  const count = warnings.length;
  return (
    <WidgetFrame
      title={title}
      aside={count > 0 && <span className="widget-figure">{count === 1 ? '1 warning' : `${count} warnings`}</span>}
      className="widget-list"
    >
      {count === 0 ? (
        <p className="widget-fine">
          <Icon of={IconCircleCheck} />
          Nothing on this dashboard is out of order.
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
    </WidgetFrame>
  );
}
