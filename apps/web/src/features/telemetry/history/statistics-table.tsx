import type { VariableStatistics } from '@cyno/contract';
import type { CSSProperties, ReactNode } from 'react';
import { formatDateTime, formatDuration, formatValue, noValue } from '../../../lib/format/format.ts';
import { formatFigure, formatStats } from '../../../lib/format/variable-kind.ts';
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
  onThreshold: (name: string, value: number | null) => void;
};

const columns = ['Lowest', 'Highest', 'Mean', 'Median', 'Last', 'Sum', 'Adds up to', 'Threshold', 'Above', 'Below'];

/** Figures of each line over the whole range, and below them those of the earlier period. */
export function StatisticsTable(props: StatisticsProps) {
  const { lines, present, past, comparedWith, thresholds, onThreshold } = props;
  const estimated = [...present, ...(past ?? [])].some((each) => each.estimated);
  return (
    <div className="card history-statistics">
      <h3>Statistics</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard (WCAG 2.1.1) */}
      <section className="history-statistics-frame" tabIndex={0} aria-label="Statistics, table">
        <table>
          <thead className="history-head">
            <tr>
              <th scope="col">Variable</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => [
              <FigureRow key={line.name} line={line} found={present[index]}>
                <ThresholdField
                  key={String(thresholds.get(line.name))}
                  line={line}
                  value={thresholds.get(line.name)}
                  onChange={(value) => onThreshold(line.name, value)}
                />
              </FigureRow>,
              past && comparedWith && (
                <FigureRow key={`${line.name} past`} line={line} found={past[index]} period={comparedWith}>
                  {noValue}
                </FigureRow>
              ),
            ])}
          </tbody>
        </table>
      </section>
      <p className="history-note">
        The mean is that of the points. A value counts until the next one came, at most three times as long as usual.
        {estimated && ' Medians and times of a long range are estimated from averages.'}
      </p>
    </div>
  );
}

type FigureRowProps = { line: HistoryLine; found: LineFigures | undefined; period?: string; children: ReactNode };

function FigureRow({ line, found, period, children }: FigureRowProps) {
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
          {found.failed ? 'The figures did not load' : 'Nothing in this range'}
        </td>
      </tr>
    );
  }
  const cells = cellsOf(line, found.figures, found.estimated);
  return (
    <tr>
      {name}
      {cells.slice(0, 7).map((cell, index) => (
        <td key={columns[index]} data-label={columns[index]}>
          {cell}
        </td>
      ))}
      <td data-label="Threshold">{children}</td>
      {cells.slice(7).map((cell, index) => (
        <td key={columns[index + 8]} data-label={columns[index + 8]}>
          {cell}
        </td>
      ))}
    </tr>
  );
}

/** What stands in the columns but the threshold's own. */
function cellsOf(line: HistoryLine, figures: VariableStatistics, estimated: boolean): ReactNode[] {
  const { min, max, mean, median, last, sum, coveredMs, integral, aboveMs, belowMs } = figures;
  const withUnit = (text: string) => `${text} ${line.unit}`.trim();
  const when = ({ value, at, withinMs }: VariableStatistics['min']) => (
    <>
      {withUnit(formatFigure(line, value))}
      <small>{`${withinMs > 0 ? 'about ' : ''}${formatDateTime(at, { seconds: withinMs === 0 })}`}</small>
    </>
  );
  const about = estimated ? '≈ ' : '';
  const amount = amountOf(line.unit, integral);
  const [, meanText] = formatStats(line.decimals, { min: min.value, avg: mean, max: max.value });
  const time = (ms: number | null) =>
    ms === null ? noValue : `${about}${formatDuration(ms)} (${Math.round((100 * ms) / Math.max(1, coveredMs))} %)`;
  return [
    when(min),
    when(max),
    line.isSwitch ? `${Math.round(100 * mean)} % on` : withUnit(meanText),
    about + withUnit(formatFigure(line, median)),
    withUnit(formatFigure(line, last)),
    line.isSwitch ? noValue : withUnit(formatValue(sum, line.decimals)),
    line.isSwitch
      ? `${about}${formatDuration(integral * 3_600_000)} on`
      : amount
        ? `${about}${formatValue(amount.value, 2)} ${amount.unit}`
        : noValue,
    time(aboveMs),
    time(belowMs),
  ];
}

type ThresholdProps = { line: HistoryLine; value: number | undefined; onChange: (value: number | null) => void };

/** A number that is taken over with Enter or when it is left. */
function ThresholdField({ line, value, onChange }: ThresholdProps) {
  const take = (text: string) => {
    const next = text.trim() === '' ? null : Number(text);
    if ((next ?? undefined) !== value && !Number.isNaN(next)) onChange(next);
  };
  return (
    <input
      className="history-threshold"
      inputMode="decimal"
      aria-label={`Threshold of ${line.label}`}
      placeholder="none"
      defaultValue={value ?? ''}
      onBlur={({ currentTarget }) => take(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') take(currentTarget.value);
      }}
    />
  );
}
