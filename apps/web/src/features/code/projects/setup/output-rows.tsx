import type { BoardPin, OutputMode, SketchBoard } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconAlertTriangle } from '@tabler/icons-react';
import { TextField } from '../../../../ui/fields/field.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import { Icon } from '../../../../ui/graphics/icon.tsx';
import { pinNoteText } from '../../../boards/control/index.ts';
import type { Problems } from './check-setup.ts';
import { OwnRows, withoutRow, withRow } from './own-rows.tsx';
import { newOutput, type OutputRow, rowLimits } from './setup-form.ts';

type OutputRowsProps = {
  rows: readonly OutputRow[];
  board: SketchBoard | undefined;
  problems: Problems;
  onChange: (rows: OutputRow[]) => void;
};

const modeLabels = (): Record<OutputMode, string> => ({
  digit: t`On and off`,
  pwm: t`PWM, 0 to 255`,
  DAC: t`Analog voltage, 0 to 255`,
});

/** The pins that the page switches; what a pin is also used for stands below it. */
export function OutputRows({ rows, board, problems, onChange }: OutputRowsProps) {
  const pins = (board?.pins ?? []).filter(({ modes }) => modes.length > 0);
  return (
    <OwnRows
      title={t`Outputs`}
      description={t`Pins you switch on the Control tab.`}
      removeLabel={(row) => t`Remove output ${row}`}
      rowLabel={(row) => t`Output ${row}`}
      addLabel={t`Add output`}
      rows={rows}
      limit={Math.min(rowLimits.outputs, pins.length)}
      layout="output"
      onAdd={() => onChange([...rows, newOutput(rows, pins)])}
      onRemove={(id) => onChange(withoutRow(rows, id))}
      fields={(row) => (
        <OutputFields row={row} rows={rows} pins={pins} onChange={(patch) => onChange(withRow(rows, row.id, patch))} />
      )}
      notes={(row, index) => (
        <PinNotes
          pin={pins.find(({ pin }) => pin === row.pin)}
          problem={problems[`outputs.${index}.pin`] ?? problems[`outputs.${index}.mode`]}
        />
      )}
    />
  );
}

type OutputFieldsProps = {
  row: OutputRow;
  rows: readonly OutputRow[];
  pins: readonly BoardPin[];
  onChange: (patch: Partial<OutputRow>) => void;
};

function OutputFields({ row, rows, pins, onChange }: OutputFieldsProps) {
  const modes = pins.find(({ pin }) => pin === row.pin)?.modes ?? ['digit'];
  const choose = (pin: string) => {
    const possible = pins.find((one) => one.pin === pin)?.modes ?? [];
    onChange({ pin, mode: possible.includes(row.mode) ? row.mode : 'digit' });
  };
  return (
    <>
      <SelectField
        label={t`Pin`}
        size="large"
        options={pins.map(({ pin, note }) => pinOption(pin, note, row, rows))}
        value={row.pin === '' ? null : row.pin}
        placeholder={row.pin || t`Choose`}
        onChange={choose}
      />
      <TextField
        label={t`Connected to`}
        maxLength={40}
        placeholder={t`Pin ${{ pin: row.pin }}`}
        value={row.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <SelectField
        label={t`Mode`}
        size="large"
        options={modes.map((id) => ({ id, label: modeLabels()[id] }))}
        value={row.mode}
        onChange={(mode) => onChange({ mode })}
      />
    </>
  );
}

function pinOption(pin: string, note: string | null, row: OutputRow, rows: readonly OutputRow[]) {
  const isTaken = rows.some((other) => other.id !== row.id && other.pin === pin);
  return { id: pin, label: pin, detail: isTaken ? t`in use` : note ? t`see note` : undefined, disabled: isTaken };
}

function PinNotes({ pin, problem }: { pin: BoardPin | undefined; problem: string | undefined }) {
  return (
    <>
      {problem && (
        <p className="field-error own-note" role="alert">
          {problem}
        </p>
      )}
      {pin?.note && (
        <p className="own-note own-warning">
          <Icon of={IconAlertTriangle} size={14} />
          <span>{t`Pin ${{ pin: pin.pin }}: ${{ note: pinNoteText(pin.note) }}`}</span>
        </p>
      )}
    </>
  );
}
