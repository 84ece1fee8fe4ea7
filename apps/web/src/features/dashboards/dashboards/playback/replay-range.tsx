import { t } from '@lingui/core/macro';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { dateLocale, useDisplaySettings } from '../../../../lib/format/display-settings.ts';
import { formatDateTime, formatDuration } from '../../../../lib/format/format.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import type { TimeSpan } from '../../../../ui/charts/plot/series-buffer.ts';
import { DateField } from '../../../../ui/fields/date-field.tsx';
import { instantOf, localPartsOf } from '../../../../ui/fields/local-instant.ts';
import { Segmented } from '../../../../ui/fields/segmented.tsx';
import { TimeField } from '../../../../ui/fields/time-field.tsx';
import { Popover } from '../../../../ui/overlays/popover.tsx';
import { type Playback, playbackRanges } from './playback.ts';

type ReplayRangeProps = { range: Playback['range']; span: TimeSpan; onChange: (range: Playback['range']) => void };

/** Over which time a replay goes: up to now, or from a day and time to another. */
export function ReplayRange({ range, span, onChange }: ReplayRangeProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label={t`Playback range`}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button icon={IconCalendar}>
          {typeof range === 'string'
            ? t`Last ${{ duration: formatDuration(span.to - span.from) }}`
            : t`${{ from: formatDateTime(span.from) }} to ${{ to: formatDateTime(span.to) }}`}
        </Button>
      }
    >
      <RangeForm
        range={range}
        span={span}
        onChange={(next) => {
          setOpen(false);
          onChange(next);
        }}
      />
    </Popover>
  );
}

function RangeForm({ range, span, onChange }: ReplayRangeProps) {
  const { timeZone } = useDisplaySettings();
  const [from, setFrom] = useState(localPartsOf(span.from, timeZone));
  const [to, setTo] = useState(localPartsOf(span.to, timeZone));
  const next = { from: instantOf(from, timeZone), to: instantOf(to, timeZone) };
  const problem = problemOf(next);
  const edges = [
    { name: 'from', label: t`From`, timeLabel: t`From, time`, value: from, set: setFrom },
    { name: 'to', label: t`To`, timeLabel: t`To, time`, value: to, set: setTo },
  ];
  return (
    <div className="replay-range">
      <Segmented
        label={t`Until now`}
        options={playbackRanges.map(({ id, ms }) => ({ id, label: formatDuration(ms) }))}
        value={typeof range === 'string' ? range : ('' as (typeof playbackRanges)[number]['id'])}
        onChange={onChange}
      />
      {edges.map(({ name, label, timeLabel, value, set }) => (
        <div key={name} className="replay-edge">
          <DateField label={label} locale={dateLocale()} value={value.day} onChange={(day) => set({ ...value, day })} />
          <TimeField label={timeLabel} value={value.second} onChange={(second) => set({ ...value, second })} />
        </div>
      ))}
      {problem && <p className="field-error">{problem}</p>}
      <Button
        disabled={problem !== null}
        onClick={() => next.from !== null && next.to !== null && onChange({ from: next.from, to: next.to })}
      >
        {t`Show this time`}
      </Button>
    </div>
  );
}

const longestMs = 366 * 86_400_000;

function problemOf({ from, to }: { from: number | null; to: number | null }): string | null {
  if (from === null || to === null) return t`Enter both dates and both times.`;
  if (from >= to) return t`The end must be after the start.`;
  if (from >= Date.now()) return t`The start must be in the past.`;
  return to - from > longestMs ? t`Choose at most one year.` : null;
}
