import { t } from '@lingui/core/macro';
import { IconArrowsDiagonal, IconTable } from '@tabler/icons-react';
import { type CSSProperties, memo, type Ref, Suspense, useCallback, useRef, useState } from 'react';
import { lazy } from '../../lib/language/lazy.ts';
import { IconButton } from '../buttons/button.tsx';
import { Skeleton } from '../cards/skeleton.tsx';
import type { ChartGroup } from './plot/chart-group.ts';
import type { ChartStats } from './plot/chart-points.ts';
import type { ChartSource, ValueSpan } from './plot/time-plot.ts';
import { type ChartFormatters, TimeChart } from './time-chart.tsx';
import './chart-card.css';

const ChartTable = lazy(async () => ({ default: (await import('./chart-table.tsx')).ChartTable }));
const ChartDialog = lazy(async () => ({ default: (await import('./chart-dialog.tsx')).ChartDialog }));

export type ChartCardProps = {
  group: ChartGroup;
  source: ChartSource;
  title: string;
  unit: string;
  hue: number;
  kind: 'line' | 'on-off';
  /** The value axis shows this span at least; null: what the line needs. */
  span: ValueSpan | null;
  /** And so much, at any height. */
  smallestSpan: number;
  formatters: ChartFormatters;
  /** Lowest, mean and highest as text, without their unit. */
  statTexts: (stats: NonNullable<ChartStats>) => readonly [string, string, string];
  /** The range as text, e.g. "last 24 hours". */
  range: string;
  /** Draws the card in its final shape while its history is on the way. */
  loading: boolean;
};

const figures = () => [t`min`, t`avg`, t`max`];

/** A chart of one variable with its figures, the same as a table, and the way to see it large. */
export const ChartCard = memo(function ChartCard(props: ChartCardProps) {
  const { title, unit, loading, range, statTexts, ...chart } = props;
  const { group, source, hue, kind, formatters } = chart;
  const [asTable, setAsTable] = useState(false);
  const [large, setLarge] = useState(false);
  const statsRef = useRef<HTMLDListElement>(null);
  const label = `${title}, ${range}`;
  const writeStats = useCallback(
    (stats: ChartStats) => {
      const texts = stats ? statTexts(stats) : [];
      statsRef.current?.querySelectorAll('dd').forEach((place, index) => {
        const text = texts[index] ?? '–';
        if (place.textContent !== text) place.textContent = text;
      });
    },
    [statTexts],
  );
  const style = { '--c': `var(--c-${hue})` } as CSSProperties;
  return (
    <section className="card chart-card" style={style} aria-busy={loading || undefined} aria-label={title}>
      <div className="chart-card-head">
        <h2>
          <i className="chart-card-swatch" aria-hidden="true" />
          <span className="chart-card-title">{title}</span>
          <span className="chart-card-unit">{unit}</span>
        </h2>
        {kind === 'line' && <Figures ref={statsRef} />}
        <IconButton
          size="small"
          icon={IconTable}
          label={t`${title} as a table`}
          aria-pressed={asTable}
          className="chart-card-table-button"
          onClick={() => setAsTable(!asTable)}
        />
        <IconButton
          size="small"
          icon={IconArrowsDiagonal}
          label={t`Enlarge ${title}`}
          className="chart-card-enlarge"
          onClick={() => setLarge(true)}
        />
      </div>
      {loading && <Skeleton className="chart-card-bone" width="auto" height={180} />}
      {!loading && asTable && (
        <Suspense fallback={<Skeleton className="chart-card-bone" width="auto" height={180} />}>
          <ChartTable source={source} group={group} label={label} formatters={formatters} onStats={writeStats} />
        </Suspense>
      )}
      {!loading && !asTable && <TimeChart {...chart} label={label} onStats={writeStats} className="chart-card-chart" />}
      {large && (
        <Suspense fallback={null}>
          <ChartDialog title={unit ? `${title}, ${unit}` : title} onClose={() => setLarge(false)}>
            <div className="chart-dialog-chart" style={style}>
              <TimeChart {...chart} label={label} freeWheel />
            </div>
          </ChartDialog>
        </Suspense>
      )}
    </section>
  );
});

/** Lowest, mean and highest of what is in view; the chart writes them, so that no point renders a component. */
function Figures({ ref }: { ref: Ref<HTMLDListElement> }) {
  return (
    <dl ref={ref} className="chart-card-figures">
      {figures().map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd />
        </div>
      ))}
    </dl>
  );
}
