import { t } from '@lingui/core/macro';
import { TextField } from '../../../../ui/fields/field.tsx';
import type { Problems } from './check-setup.ts';
import { OwnRows, withoutRow, withRow } from './own-rows.tsx';
import { type EventRow, newEvent, rowLimits } from './setup-form.ts';

type EventRowsProps = { rows: readonly EventRow[]; problems: Problems; onChange: (rows: EventRow[]) => void };

/** What the sketch listens to and does itself. */
export function EventRows({ rows, problems, onChange }: EventRowsProps) {
  return (
    <OwnRows
      title={t`Events`}
      description={t`Values you send to the sketch, such as a mode or a threshold.`}
      removeLabel={(row) => t`Remove event ${row}`}
      rowLabel={(row) => t`Event ${row}`}
      addLabel={t`Add event`}
      rows={rows}
      limit={rowLimits.events}
      layout="event"
      onAdd={() => onChange([...rows, newEvent(rows)])}
      onRemove={(id) => onChange(withoutRow(rows, id))}
      fields={(row, index) => {
        const change = (patch: Partial<EventRow>) => onChange(withRow(rows, row.id, patch));
        return (
          <>
            <TextField
              label={t`Name in the sketch`}
              className="own-code"
              maxLength={32}
              spellCheck={false}
              autoCapitalize="none"
              autoComplete="off"
              value={row.name}
              error={problems[`events.${index}.name`]}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <TextField
              label={t`Display name`}
              maxLength={40}
              placeholder={row.name}
              value={row.label}
              error={problems[`events.${index}.label`]}
              onChange={(event) => change({ label: event.currentTarget.value })}
            />
            <TextField
              label={t`Initial value`}
              maxLength={64}
              value={row.initial}
              error={problems[`events.${index}.initial`]}
              onChange={(event) => change({ initial: event.currentTarget.value })}
            />
          </>
        );
      }}
    />
  );
}
