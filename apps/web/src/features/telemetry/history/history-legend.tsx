import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconX } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useState } from 'react';
import { formatDateTime } from '../../../lib/format/format.ts';
import { IconButton } from '../../../ui/buttons/button.tsx';
import type { ChartGroup } from '../../../ui/charts/plot/chart-group.ts';
import type { SeriesColumns } from '../../../ui/charts/plot/series-buffer.ts';
import { type HistoryView, nameOf } from './history-address.ts';
import { figureUnder, type HistoryLine } from './history-lines.ts';
import { VariablePicker } from './variable-picker.tsx';

type LegendProps = {
  lines: readonly HistoryLine[];
  devices: readonly Device[];
  view: HistoryView;
  group: ChartGroup;
  cursor: CursorSignal;
  comparedWith: string | null;
  onChange: (view: HistoryView) => void;
};

/** Reports where the crosshair is, without rendering the page for it. */
export type CursorSignal = {
  subscribe(listener: (at: number | null) => void): () => void;
  setCursor(at: number | null): void;
};

export function createCursorSignal(): CursorSignal {
  const listeners = new Set<(at: number | null) => void>();
  return {
    setCursor(at) {
      for (const listener of listeners) listener(at);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The lines with their values under the crosshair; each can be hidden and, where there is room, taken away, and others added. */
export function HistoryLegend({ lines, devices, view, group, cursor, comparedWith, onChange }: LegendProps) {
  const [at, setAt] = useState<number | null>(null);
  useEffect(() => cursor.subscribe(setAt), [cursor]);
  const figureAt = (line: HistoryLine, columns: SeriesColumns) =>
    at === null ? null : figureUnder(line, columns, at, group.view);
  const toggle = (name: string) => {
    const hidden = view.hidden.includes(name) ? view.hidden.filter((each) => each !== name) : [...view.hidden, name];
    onChange({ ...view, hidden });
  };
  return (
    <div className="history-legend">
      {lines.map((line) => (
        <span key={line.name} className="history-key" style={{ '--c': `var(--c-${line.hue})` } as CSSProperties}>
          <button
            type="button"
            className="history-key-name"
            aria-pressed={!view.hidden.includes(line.name)}
            onClick={() => toggle(line.name)}
          >
            <i className="history-mark" aria-hidden="true" />
            {line.label} <b>{figureAt(line, line.columns) ?? line.unit}</b>
            {line.past && comparedWith && (
              <span className="history-key-past">
                <i className="history-mark history-mark-past" aria-hidden="true" />
                {comparedWith} <b>{figureAt(line, line.past) ?? ''}</b>
              </span>
            )}
          </button>
          <IconButton
            size="small"
            className="only-wide"
            label={t`Remove ${{ label: line.label }}`}
            icon={IconX}
            onClick={() =>
              onChange({ ...view, variables: view.variables.filter((each) => nameOf(each) !== line.name) })
            }
          />
        </span>
      ))}
      <span className="only-wide">
        <VariablePicker devices={devices} view={view} onChange={onChange} />
      </span>
      <span className="history-at" aria-live="off">
        {at === null ? '' : formatDateTime(at, { seconds: true })}
      </span>
    </div>
  );
}
