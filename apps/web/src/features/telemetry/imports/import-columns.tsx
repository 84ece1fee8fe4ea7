import type { Device, ImportKind, ImportLayout, ImportMapping, ImportPreview, ImportTimeFormat } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { namedZones } from '../../../lib/format/time-zones.ts';
import { variableKind } from '../../../lib/format/variable-kind.ts';
import { liveNow } from '../../../lib/live/live-client.ts';
import { ComboField } from '../../../ui/fields/combo-field.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { readerZone } from './import-calls.ts';

type ImportRequest = { layout: ImportLayout; mapping: ImportMapping | null };
type ColumnsProps = {
  device: Device;
  preview: ImportPreview;
  file: string;
  /** The server is reading the file again. */
  busy: boolean;
  onPreview: (request: ImportRequest) => void;
};

const delimiters = (): readonly { id: ImportLayout['delimiter']; label: string }[] => [
  { id: ',', label: t`Comma ,` },
  { id: ';', label: t`Semicolon ;` },
  { id: '\t', label: t`Tab` },
  { id: '|', label: t`Bar |` },
];
const decimals = (): readonly { id: ImportLayout['decimal']; label: string }[] => [
  { id: '.', label: t`Point 1.5` },
  { id: ',', label: t`Comma 1,5` },
];
const formats = (): readonly { id: ImportTimeFormat; label: string }[] => [
  { id: 'iso', label: '2026-01-31 13:45 (ISO 8601)' },
  { id: 'mdy', label: t`01/31/26 13:45 (month first)` },
  { id: 'dmy', label: t`31/01/26 13:45 (day first)` },
  { id: 'seconds', label: t`Seconds since 1970` },
  { id: 'milliseconds', label: t`Milliseconds since 1970` },
];
const kinds = (): readonly { id: ImportKind; label: string }[] => [
  { id: 'number', label: t`Numbers` },
  { id: 'boolean', label: t`On/off` },
  { id: 'text', label: t`Text` },
];

/** Describes how a file is written and what becomes of its columns. */
export function ImportColumns({ device, preview, file, busy, onPreview }: ColumnsProps) {
  const { layout, mapping, columns } = preview;
  // Browsers leave UTC out of their list.
  const zones = useMemo(() => [{ id: 'UTC', label: 'UTC' }, ...namedZones(liveNow())], []);
  const time = mapping?.time ?? null;
  const setLayout = (next: Partial<ImportLayout>) => onPreview({ layout: { ...layout, ...next }, mapping: null });
  const setTime = (next: Partial<ImportMapping['time']>) => {
    const wanted = { column: 0, format: 'iso' as const, zone: readerZone(), ...time, ...next };
    if (wanted.clock === wanted.column || hasNoZone(wanted.format)) delete wanted.clock;
    const others = (mapping?.columns ?? []).filter(({ column }) => !isOfTime(column, wanted));
    const columnsLeft = others.length > 0 ? others : proposed(columns, wanted);
    onPreview({ layout, mapping: { only: null, ...mapping, time: wanted, columns: columnsLeft } });
  };
  const placed = columns.map((column, index) => ({ ...column, index }));
  return (
    <>
      <section className="import-part" aria-label={t`The file`}>
        <h3>{file}</h3>
        <div className="import-fields">
          <SelectField
            size="large"
            label={t`Column separator`}
            options={delimiters()}
            value={layout.delimiter}
            onChange={(delimiter) => setLayout({ delimiter })}
          />
          <SelectField
            size="large"
            label={t`Decimal separator`}
            options={decimals()}
            value={layout.decimal}
            onChange={(decimal) => onPreview({ layout: { ...layout, decimal }, mapping })}
          />
          <Switch
            label={t`First line contains names`}
            checked={layout.header}
            onChange={(header) => setLayout({ header })}
          />
        </div>
      </section>
      <section className="import-part" aria-label={t`Time`}>
        <h3>{t`Time`}</h3>
        {time === null && !busy && (
          <p className="field-error" role="alert">
            {t`No time column found. Choose the column and its format.`}
          </p>
        )}
        <div className="import-fields import-when">
          <SelectField
            size="large"
            label={t`Time column`}
            options={columns.map(({ name }, index) => ({ id: String(index), label: name }))}
            value={time && String(time.column)}
            onChange={(id) => setTime({ column: Number(id) })}
          />
          <SelectField
            size="large"
            label={t`Time format`}
            options={formats()}
            value={time?.format ?? null}
            onChange={(format) => setTime({ format })}
          />
          {time && !hasNoZone(time.format) && (
            <>
              <SelectField
                size="large"
                label={t`Time of day`}
                options={[
                  { id: inTimeColumn, label: t`In the time column` },
                  ...columns.flatMap(({ name }, index) =>
                    index === time.column ? [] : [{ id: String(index), label: name }],
                  ),
                ]}
                value={time.clock === undefined ? inTimeColumn : String(time.clock)}
                onChange={(id) => setTime({ clock: id === inTimeColumn ? undefined : Number(id) })}
              />
              <ComboField
                label={t`Time zone of the times`}
                options={zones}
                value={time.zone}
                onChange={(zone) => setTime({ zone })}
                nothing={t`No such time zone`}
              />
            </>
          )}
        </div>
      </section>
      {mapping && (
        <LineChoice
          preview={preview}
          mapping={mapping}
          onChange={(only) => {
            const columnsLeft = mapping.columns.filter((each) => each.column !== only?.column);
            const own = columnsLeft.length > 0 ? columnsLeft : mapping.columns;
            onPreview({ layout, mapping: { ...mapping, only, columns: own } });
          }}
        />
      )}
      {mapping && (
        <section className="import-part" aria-label={t`Columns`}>
          <h3>{t`Columns`}</h3>
          <ul className="import-columns">
            {placed.map(({ name, samples, index }) =>
              isOfTime(index, mapping.time) || index === mapping.only?.column ? null : (
                <li key={index}>
                  <div className="import-column-name">
                    <b>{name}</b>
                    <small>{samples.join(', ') || t`empty`}</small>
                  </div>
                  <ColumnTarget
                    device={device}
                    name={name}
                    mapping={mapping}
                    index={index}
                    onChange={(next) => onPreview({ layout, mapping: { ...mapping, columns: next } })}
                  />
                </li>
              ),
            )}
          </ul>
        </section>
      )}
    </>
  );
}

type LineProps = {
  preview: ImportPreview;
  mapping: ImportMapping;
  onChange: (only: ImportMapping['only']) => void;
};

/** Chooses between all lines and those that have a text in a column, as a file of several devices needs it. */
function LineChoice({ preview: { columns, choices }, mapping: { time, only }, onChange }: LineProps) {
  const others = columns.flatMap(({ name }, index) =>
    isOfTime(index, time) ? [] : [{ id: String(index), label: t`Only where ${name} is` }],
  );
  // What was chosen stays in sight also where the file has it no more.
  const values = only === null || choices.includes(only.value) ? choices : [only.value, ...choices];
  return (
    <section className="import-part" aria-label={t`Lines`}>
      <h3>{t`Lines`}</h3>
      <div className="import-fields">
        <SelectField
          size="large"
          label={t`Lines to import`}
          options={[{ id: allLines, label: t`All lines` }, ...others]}
          value={only === null ? allLines : String(only.column)}
          onChange={(id) => onChange(id === allLines ? null : { column: Number(id), value: '' })}
        />
        {only && (
          <SelectField
            size="large"
            label={columns[only.column]?.name ?? t`Text`}
            options={values.map((value) => ({ id: value, label: value }))}
            value={only.value}
            onChange={(value) => onChange({ column: only.column, value })}
          />
        )}
      </div>
    </section>
  );
}

const allLines = 'all';

type TargetProps = {
  device: Device;
  name: string;
  index: number;
  mapping: ImportMapping;
  onChange: (columns: ImportMapping['columns']) => void;
};

const leftOut = ' left out';
const isNew = ' new';
const kindOf = { number: 'number', switch: 'boolean', text: 'text' } as const;

function ColumnTarget({ device, name, index, mapping, onChange }: TargetProps) {
  const own = mapping.columns.find(({ column }) => column === index);
  const known = device.variables.find(({ key }) => key === own?.key);
  const others = mapping.columns.filter(({ column }) => column !== index);
  const set = (key: string, kind: ImportKind) =>
    onChange([...others, { column: index, key, kind }].sort((a, b) => a.column - b.column));
  const choose = (id: string) => {
    if (id === leftOut) return others.length > 0 && onChange(others);
    if (id === isNew) return set(newKey(name, index), own?.kind ?? 'number');
    const variable = device.variables.find(({ key }) => key === id);
    if (variable) set(id, kindOf[variableKind(variable)]);
  };
  return (
    <div className="import-target">
      <SelectField
        size="large"
        label={t`Import ${name} as`}
        hideLabel
        options={[
          { id: leftOut, label: t`Skip`, disabled: others.length === 0 },
          { id: isNew, label: t`New variable` },
          ...device.variables.map(({ key, label, unit }) => ({ id: key, label, detail: unit })),
        ]}
        value={own ? (known ? own.key : isNew) : leftOut}
        onChange={choose}
      />
      {own && !known && (
        <>
          <TextField
            key={own.key}
            label={t`Variable name for ${name}`}
            hideLabel
            maxLength={32}
            defaultValue={own.key}
            onBlur={({ currentTarget }) => {
              const key = currentTarget.value.trim();
              if (key !== '' && key !== own.key) set(key, own.kind);
            }}
          />
          <SelectField
            size="large"
            label={t`Type of ${name}`}
            hideLabel
            options={kinds()}
            value={own.kind}
            onChange={(kind) => set(own.key, kind)}
          />
        </>
      )}
    </div>
  );
}

const newKey = (name: string, index: number): string =>
  [...name.replace(/\s*\([^()]*\)\s*$/, '')].slice(0, 32).join('').trim() || `column${index + 1}`;

const inTimeColumn = 'time column';

const hasNoZone = (format: ImportTimeFormat): boolean => format === 'seconds' || format === 'milliseconds';

const isOfTime = (index: number, { column, clock }: ImportMapping['time']): boolean =>
  index === column || index === clock;

/** Every column but those of the time, as a variable of its own. */
const proposed = (columns: ImportPreview['columns'], time: ImportMapping['time']): ImportMapping['columns'] =>
  columns.flatMap(({ name, samples }, column) =>
    isOfTime(column, time) || samples.length === 0
      ? []
      : [{ column, key: newKey(name, column), kind: 'number' as const }],
  );
