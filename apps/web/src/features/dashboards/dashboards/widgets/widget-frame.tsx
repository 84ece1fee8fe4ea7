import type { DeviceVariable } from '@cyno/contract';
import { type ReactNode, use } from 'react';
import { formatAge } from '../../../../lib/format/format.ts';
import { isStale } from '../../../../lib/format/variable-kind.ts';
import { useLiveNow, useLiveState } from '../../../../lib/live/live-client.ts';
import { Card } from '../../../../ui/cards/card.tsx';
import './more-widgets.css';
import { WidgetMark } from './widget-alerts.tsx';
import type { WidgetData } from './widget-data.ts';
import { WidgetDevice } from './widget-device.ts';
import './widget-frame.css';

type WidgetFrameProps = {
  title: string;
  /** What stands at the right of the title. */
  aside?: ReactNode;
  /** The value is too old to be taken for the present one. */
  stale?: boolean;
  className?: string;
  children: ReactNode;
};

/** A card of the dashboard: its title and what it shows. */
export function WidgetFrame({ title, aside, stale = false, className, children }: WidgetFrameProps) {
  const device = use(WidgetDevice);
  const mark = use(WidgetMark);
  const classes = ['widget', stale && 'widget-stale', className].filter(Boolean).join(' ');
  return (
    <Card className={classes} aria-label={title}>
      <div className="widget-head">
        <h3 title={device ? `${title}, ${device}` : title}>
          <span className="widget-title">{title}</span>
          {device && <span className="widget-device">{device}</span>}
        </h3>
        {mark ? (
          <span className="widget-aside">
            {aside}
            {mark}
          </span>
        ) : (
          aside
        )}
      </div>
      <div className="widget-body">{children}</div>
    </Card>
  );
}

/** How old a value is, as text, when it is too old to be taken for the present one; null otherwise. */
export function useAge(variable: DeviceVariable | undefined, { device, moment }: WidgetData): string | null {
  const liveNow = useLiveNow();
  const isDown = useLiveState() === 'down';
  const now = moment ?? liveNow;
  const connected = device.online && (moment !== null || !isDown);
  if (!variable || variable.at === null) return null;
  return !connected || isStale(variable, now) ? formatAge(now - variable.at) : null;
}

/** Stands at the right of the title: the age of an old value. */
export function Age({ age }: { age: string | null }) {
  return age === null ? null : <span className="widget-age">{age}</span>;
}
