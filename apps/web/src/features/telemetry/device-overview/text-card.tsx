import type { DeviceVariable } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type CSSProperties, useSyncExternalStore } from 'react';
import { formatDateTime, formatDuration } from '../../../lib/format/format.ts';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import type { TimeSpan } from '../../../ui/charts/plot/series-buffer.ts';
import type { DeviceSeries } from './device-series.ts';
import './text-card.css';

const maxChanges = 10;

type TextCardProps = {
  series: DeviceSeries;
  variable: DeviceVariable;
  /** The span of a view that stands still; null: it follows live. */
  zoom: TimeSpan | null;
  loading: boolean;
};

/** A variable that sends texts: its state and the last changes in the view, newest first. */
export function TextCard({ series, variable, zoom, loading }: TextCardProps) {
  const { key, label, hue } = variable;
  const changes = useSyncExternalStore(
    (listener) => series.subscribe(key, listener),
    () => series.text(key).changes(),
  );
  const inView = zoom ? changes.filter(({ at }) => at >= zoom.from && at <= zoom.to) : changes;
  const visible = inView.slice(-maxChanges).reverse();
  return (
    <section className="card text-card" style={{ '--c': `var(--c-${hue})` } as CSSProperties} aria-label={label}>
      <h2>
        <i className="text-card-swatch" aria-hidden="true" />
        {label}
        <span className="text-card-sub">{t`Last changes`}</span>
      </h2>
      {loading ? (
        <Skeleton className="text-card-bone" height={96} />
      ) : visible.length === 0 ? (
        <p className="text-card-none">{t`No changes in this range`}</p>
      ) : (
        <ol className="text-card-list">
          {visible.map((change, index) => {
            const next = visible[index - 1];
            const time = formatDateTime(change.at, { seconds: true });
            return (
              <li key={change.at}>
                {/* The first value in the view may be of a state that is older. */}
                <span className="text-card-time">{change === inView[0] ? t`${time} or earlier` : time}</span>
                <span className="text-card-text">{change.text}</span>
                <span className="text-card-time">
                  {next ? t`for ${{ duration: formatDuration(next.at - change.at) }}` : !zoom && t`now`}
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
