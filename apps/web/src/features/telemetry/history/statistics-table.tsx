import type { VariableStatistics } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type CSSProperties, type ReactNode, useId, useState } from 'react';
import { formatDateTime, formatDuration, formatValue, noValue } from '../../../lib/format/format.ts';
import { typedNumber } from '../../../lib/format/typed-number.ts';
import { formatFigure, formatStats } from '../../../lib/format/variable-kind.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import type { HistoryLine } from './history-lines.ts';
import { amountOf } from './integral.ts';
import type { LineFigures } from './use-history.ts';

type StatisticsProps = {
  lines: readonly HistoryLine[];
  present: readonly LineFigures[];
  /** Of the earlier period; null when nothing is compared. */
  past: readonly LineFigures[] | null;
  comparedWith: string | null;
  thresholds: ReadonlyMap<string, number>;
  /** Of one line, or of all when none is named. */
  onThreshold: (value: number | null, name?: string) => void;
};

/** Figures of each line over the whole range, and below them those of the earlier period. */
export function StatisticsTable(props: StatisticsProps) {
  const { lines, present, past, comparedWith, thresholds, onThreshold } = props;
  const [isComparing, setComparing] = useState(thresholds.size > 0);
  const estimated = [...present, ...(past ?? [])].some((each) => each.estimated);
  const hasTotal = lines.some((line) => line.isSwitch || amountOf(line.unit, 0) !== null);
  const columns = columnsOf({ hasTotal, hasThreshold: isComparing, hasShares: thresholds.size > 0 });
  return (
    <div className="card history-statistics">
      <div className="history-statistics-head">
        <h3>{t`Statistics`}</h3>
        <Button
          size="small"
          aria-pressed={isComparing}
          onClick={() => {
            if (isComparing) onThreshold(null);
            setComparing(!isComparing);
          }}
        >
          {isComparing ? t`Remove threshold` : t`Add threshold`}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard (WCAG 2.1.1) */}
      <section className="history-statistics-frame" tabIndex={0} aria-label={t`Statistics, table`}>
        <table>
          <thead className="history-head">
            <tr>
              <th scope="col">{t`Variable`}</th>
              {columns.map(({ id, label }) => (
                <th key={id} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => [
              <FigureRow key={line.name} line={line} found={present[index]} columns={columns}>
                <ThresholdField
                  line={line}
                  value={thresholds.get(line.name)}
                  onChange={(value) => onThreshold(value, line.name)}
                />
              </FigureRow>,
              past && comparedWith && (
                <FigureRow
                  key={`${line.name} past`}
                  line={line}
                  found={past[index]}
                  columns={columns}
                  period={comparedWith}
                >
                  {noValue}
                </FigureRow>
              ),
            ])}
          </tbody>
        </table>
      </section>
      <p className="history-note">
        {t`Averages are weighted by time: each value counts until the next one, at most three usual intervals.`}{' '}
        {estimated && t`Averages, medians and times of a long range are estimates.`}
      </p>
    </div>
  );
}

type ColumnId = keyof ReturnType<typeof cellsOf> | 'threshold';
type Column = { id: ColumnId; label: string };

/** Only what means something for one of the lines has a column. */
function columnsOf(parts: { hasTotal: boolean; hasThreshold: boolean; hasShares: boolean }): readonly Column[] {
  return [
    { id: 'lowest', label: t`Lowest` },
    { id: 'highest', label: t`Highest` },
    { id: 'average', label: t`Average` },
    { id: 'median', label: t`Median` },
    { id: 'last', label: t`Last` },
    ...(parts.hasTotal ? [{ id: 'total' as const, label: t`Total` }] : []),
    ...(parts.hasThreshold ? [{ id: 'threshold' as const, label: t`Threshold` }] : []),
    ...(parts.hasShares
      ? [
          { id: 'above' as const, label: t`Above` },
          { id: 'below' as const, label: t`Below` },
        ]
      : []),
  ];
}

type FigureRowProps = {
  line: HistoryLine;
  found: LineFigures | undefined;
  columns: readonly Column[];
  period?: string;
  /** The cell of the threshold. */
  children: ReactNode;
};

function FigureRow({ line, found, columns, period, children }: FigureRowProps) {
  const name = (
    <th
      scope="row"
      style={{ '--c': `var(--c-${line.hue})` } as CSSProperties}
      className={period ? 'history-past' : 'history-present'}
    >
      <i className={period ? 'history-mark history-mark-past' : 'history-mark'} aria-hidden="true" />
      {period ?? line.label}
    </th>
  );
  if (!found || (found.figures === undefined && !found.failed)) {
    return (
      <tr>
        {name}
        <td colSpan={columns.length}>
          <Skeleton />
        </td>
      </tr>
    );
  }
  if (!found.figures) {
    return (
      <tr>
        {name}
        <td className="history-none" colSpan={columns.length}>
          {found.failed ? t`The statistics did not load` : t`No data in this range`}
        </td>
      </tr>
    );
  }
  const cells = cellsOf(line, found.figures, found.estimated);
  return (
    <tr>
      {name}
      {columns.map(({ id, label }) => (
        <td key={id} data-label={label}>
          {id === 'threshold' ? children : cells[id]}
        </td>
      ))}
    </tr>
  );
}

/** What stands in the columns but the threshold's own. */
function cellsOf(line: HistoryLine, figures: VariableStatistics, estimated: boolean) {
  const { min, max, mean, median, last, coveredMs, integral, aboveMs, belowMs } = figures;
  const withUnit = (text: string) => `${text} ${line.unit}`.trim();
  const when = ({ value, at, withinMs }: VariableStatistics['min']) => {
    const time = formatDateTime(at, { seconds: withinMs === 0 });
    return (
      <>
        {withUnit(formatFigure(line, value))}
        <small>{withinMs > 0 ? t`about ${time}` : time}</small>
      </>
    );
  };
  const about = estimated ? '≈ ' : '';
  const amount = amountOf(line.unit, integral);
  const [, meanText] = formatStats(line.decimals, { min: min.value, avg: mean, max: max.value });
  const time = (ms: number | null) =>
    ms === null ? noValue : `${about}${formatDuration(ms)} (${Math.round((100 * ms) / Math.max(1, coveredMs))} %)`;
  return {
    lowest: when(min),
    highest: when(max),
    average: about + (line.isSwitch ? t`${{ percent: Math.round(100 * mean) }} % on` : withUnit(meanText)),
    median: about + withUnit(formatFigure(line, median)),
    last: withUnit(formatFigure(line, last)),
    total: totalText(),
    above: time(aboveMs),
    below: time(belowMs),
  };

  function totalText(): string {
    if (line.isSwitch) return about + t`${{ duration: formatDuration(integral * 3_600_000) }} on`;
    return amount ? `${about}${formatValue(amount.value, 2)} ${amount.unit}` : noValue;
  }
}

type ThresholdProps = { line: HistoryLine; value: number | undefined; onChange: (value: number | null) => void };

/** A number that is taken over with Enter or when it is left. */
function ThresholdField({ line, value, onChange }: ThresholdProps) {
  /** Null: nothing is being typed, so that the address decides what it shows. */
  const [typed, setTyped] = useState<string | null>(null);
  const errorId = useId();
  const next = typed === null ? value : thresholdOf(typed);
  const isWrong = Number.isNaN(next);
  const take = () => {
    if (isWrong) return;
    setTyped(null);
    if (next !== value) onChange(next ?? null);
  };
  return (
    <>
      <input
        className="history-threshold"
        inputMode="text"
        aria-label={t`Threshold of ${{ label: line.label }}`}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? errorId : undefined}
        placeholder={t`none`}
        value={typed ?? value ?? ''}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={take}
        onKeyDown={({ key }) => {
          if (key === 'Enter') take();
        }}
      />
      {isWrong && (
        <p id={errorId} className="field-error">
          {t`Type a number, such as 1000 or 21.5.`}
        </p>
      )}
    </>
  );
}

/** What is typed as a threshold: undefined for none, NaN for what is no number. */
const thresholdOf = (text: string): number | undefined => (text.trim() === '' ? undefined : typedNumber(text));
