import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { dateLocale, useDisplaySettings } from '../../../lib/format/display-settings.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import type { TimeSpan } from '../../../ui/charts/plot/series-buffer.ts';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { instantOf, localPartsOf } from '../../../ui/fields/local-instant.ts';
import { TimeField } from '../../../ui/fields/time-field.tsx';

/** The day and time of both ends of a span. */
export function SpanForm({ span, onChange }: { span: TimeSpan; onChange: (span: TimeSpan) => void }) {
  const { timeZone } = useDisplaySettings();
  const [from, setFrom] = useState(localPartsOf(span.from, timeZone));
  const [to, setTo] = useState(localPartsOf(span.to, timeZone));
  const next = { from: instantOf(from, timeZone), to: instantOf(to, timeZone) };
  const problem =
    next.from === null || next.to === null
      ? t`Enter both days and both times.`
      : next.from >= next.to
        ? t`The end must be after the start.`
        : null;
  const apply = () => {
    if (next.from !== null && next.to !== null) onChange({ from: next.from, to: next.to });
  };
  return (
    <div className="history-from-to">
      {[
        { label: t`From`, time: t`From, time`, value: from, set: setFrom },
        { label: t`To`, time: t`To, time`, value: to, set: setTo },
      ].map(({ label, time, value, set }) => (
        <div key={label} className="history-edge">
          <DateField label={label} locale={dateLocale()} value={value.day} onChange={(day) => set({ ...value, day })} />
          <TimeField label={time} value={value.second} onChange={(second) => set({ ...value, second })} />
        </div>
      ))}
      {problem && <p className="field-error">{problem}</p>}
      <Button variant="primary" disabled={problem !== null} onClick={apply}>
        {t`Show`}
      </Button>
    </div>
  );
}
