import type { Widget } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useContext } from 'react';
import { Icon } from '../../../../ui/graphics/icon.tsx';
import { SharedDashboardContext } from '../source/use-dashboard-source.ts';
import { useWidgetMark, WidgetMark } from './widget-alerts.tsx';
import type { WidgetData } from './widget-data.ts';
import { WidgetDevice } from './widget-device.ts';
import { WidgetFrame } from './widget-frame.tsx';
import { WidgetView } from './widget-view.tsx';

type WidgetTileProps = { widget: Pick<Widget, 'device' | 'content'>; data: WidgetData | null };

/** A widget with the name of the device that it names, or a word in its place when that is gone. */
export function WidgetTile({ widget: { device, content }, data }: WidgetTileProps) {
  const shared = useContext(SharedDashboardContext);
  const mark = useWidgetMark(content, data);
  if (data) {
    return (
      <WidgetDevice value={device === undefined ? null : data.device.name}>
        <WidgetMark value={mark}>
          <WidgetView content={content} data={data} />
        </WidgetMark>
      </WidgetDevice>
    );
  }
  return (
    <WidgetFrame title={content.title} className="widget-gone">
      <Icon of={IconPlugConnectedX} />
      <p>
        {shared ? (
          t`Not available: the owner has not confirmed this widget yet, or its device was deleted.`
        ) : device === undefined ? (
          t`Choose a device for this widget.`
        ) : (
          <Trans>
            This device was deleted or is not shared with you: <span className="mono">{device}</span>
          </Trans>
        )}
      </p>
    </WidgetFrame>
  );
}
