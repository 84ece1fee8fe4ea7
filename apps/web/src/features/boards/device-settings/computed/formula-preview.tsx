import type { ComputedPreview } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { displaySettings } from '../../../../lib/format/display-settings.ts';
import { formatDateTime, formatDay, formatValue } from '../../../../lib/format/format.ts';
import { Skeleton } from '../../../../ui/cards/skeleton.tsx';
import { LinesChart, type LinesData } from '../../../../ui/charts/lines-chart.tsx';
import { nearestIndex } from '../../../../ui/charts/plot/chart-points.ts';
import { smallestSpan } from '../../../../ui/charts/plot/smallest-span.ts';
import { computedPreviewQuery } from './computed-calls.ts';
import './formula-preview.css';

type FormulaPreviewProps = {
  espid: string;
  /** Null while there is no formula that could be tried. */
  formula: string | null;
  unit: string | null;
  variableKey: string | null;
};

/** What a formula would have made of the last 24 hours. */
export function FormulaPreview({ espid, formula, unit, variableKey }: FormulaPreviewProps) {
  const request = formula === null ? null : { formula, unit, key: variableKey, hours: 24 };
  const { data: preview, error, isFetching } = useQuery(computedPreviewQuery(espid, request));
  return (
    <section className="formula-preview" aria-label={t`The last 24 hours`} aria-busy={isFetching}>
      {formula === null ? (
        <p className="formula-preview-note">{t`Results for the last 24 hours appear here.`}</p>
      ) : error ? (
        <p className="formula-preview-note" role="alert">
          {failureText(error)}
        </p>
      ) : preview ? (
        <Drawing preview={preview} />
      ) : (
        <Skeleton height={180} width="auto" />
      )}
    </section>
  );
}

function Drawing({ preview }: { preview: ComputedPreview }) {
  const [point, setPoint] = useState<number | null>(null);
  const data = useMemo(() => linesOf(preview), [preview]);
  const { times, values, thinned } = preview;
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const visible = point ?? values.findLastIndex((value) => value !== null);
  const [at, value] = [times[visible], values[visible]];
  if (known.length === 0) {
    return (
      <p className="formula-preview-note">
        {times.length === 0
          ? t`No result: no values are stored for the last 24 hours.`
          : t`No result: these variables have no values at the same times in the last 24 hours.`}
      </p>
    );
  }
  return (
    <>
      <p className="formula-preview-value">
        {value === undefined || value === null ? '—' : textOf(preview, value)}
        {at !== undefined && <small>{formatDateTime(at)}</small>}
      </p>
      <LinesChart
        className="formula-preview-chart"
        data={data}
        label={t`Results for the last 24 hours: ${{ low: textOf(preview, low) }} to ${{ high: textOf(preview, high) }}`}
        times={{ timeZone: displaySettings().timeZone, day: formatDay }}
        onPoint={(instant) => setPoint(instant === null ? null : nearestIndex(times, instant))}
      />
      {thinned && <p className="formula-preview-note">{t`Calculated from averages; stored values will be exact.`}</p>}
    </>
  );
}

function textOf({ unit, isCondition }: ComputedPreview, value: number): string {
  return isCondition ? formatValue(value !== 0) : `${formatValue(value)} ${unit ?? ''}`.trim();
}

function linesOf({ times, values, from, to, unit, isCondition }: ComputedPreview): LinesData {
  const least = smallestSpan({ unit: unit ?? '', decimals: null });
  const line = { key: 'result', unit: unit ?? '', hue: 8, values, stepped: isCondition, smallestSpan: least };
  return {
    times,
    lines: [line],
    view: { from: Math.max(from, Math.min(times[0] ?? from, to - 600_000)), to },
    offline: [],
  };
}
