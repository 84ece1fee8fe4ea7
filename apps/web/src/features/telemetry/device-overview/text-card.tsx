import type { DeviceVariable } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type CSSProperties, useSyncExternalStore } from 'react';
import { formatDateTime, formatDuration } from '../../../lib/format/format.ts';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import type { DeviceSeries } from './device-series.ts';
import './text-card.css';

const maxChanges = 10;

type TextCardProps = { series: DeviceSeries; variable: DeviceVariable; loading: boolean };

/** A variable that sends texts: its state and the last changes, newest first. */
export function TextCard({ series, variable, loading }: TextCardProps) {
  const { key, label, hue } = variable;
  const changes = useSyncExternalStore(
    (listener) => series.subscribe(key, listener),
    () => series.text(key).changes(),
  );
  const visible = changes.slice(-maxChanges).reverse();
  return (
    <section className="card text-card" style={{ '--c': `var(--c-${hue})` } as CSSProperties} aria-label={label}>
      <h2>
        <i className="text-card-swatch" aria-hidden="true" />
        {label}
        <span className="text-card-sub">{t`Last changes`}</span>
      </h2>
      {loading && <Skeleton className="text-card-bone" height={96} />}
      {!loading && visible.length === 0 && <p className="text-card-none">{t`No changes in this range`}</p>}
      {!loading && visible.length > 0 && (
        <ol className="text-card-list">
          {visible.map((change, index) => {
            const next = visible[index - 1];
            return (
              <li key={change.at}>
                <span className="text-card-time">{formatDateTime(change.at, { seconds: true })}</span>
                <span className="text-card-text">{change.text}</span>
                <span className="text-card-time">
                  {next ? t`for ${{ duration: formatDuration(next.at - change.at) }}` : t`now`}
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
