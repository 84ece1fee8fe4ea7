import type { Calibration, DeviceVariable, VariableSetUp } from '@cyno/contract';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { formatExact } from '../../../../lib/format/format.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { Segmented } from '../../../../ui/fields/segmented.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { calibrationsQuery, calibrationText } from './calibrations.ts';
import './calibration-dialog.css';
import { CalibrationHistory } from './calibration-history.tsx';
import {
  calibrationThen,
  displayedFor,
  fromNumbers,
  fromOnePoint,
  fromTwoPoints,
  rawOf,
  type TypedPoint,
  type Worked,
} from './calibration-points.ts';
import { useCalibrate } from './variable-calls.ts';

type Way = 'one' | 'two' | 'numbers';
const ways = [
  { id: 'one', label: 'One point' },
  { id: 'two', label: 'Two points' },
  { id: 'numbers', label: 'Numbers' },
] as const;
const explained: Record<Way, string> = {
  one: 'Hold a good instrument next to the probe, and type what both say. The offset follows.',
  two: 'Measure at two points far apart, such as ice water and boiling water. Offset and scale follow.',
  numbers: 'As the data sheet or certificate of the probe says: value = what the board sends × scale + offset.',
};
const emptyPoint: TypedPoint = { reading: '', truly: '' };

type CalibrationDialogProps = {
  espid: string;
  variable: DeviceVariable;
  setUp: VariableSetUp;
  onClose: () => void;
};

/** Calibrates a probe: by one point, by two, or by offset and scale, with the live value as it would be shown. */
export function CalibrationDialog({ espid, variable, setUp, onClose }: CalibrationDialogProps) {
  const formId = useId();
  const changes = useQuery(calibrationsQuery(espid));
  const { calibration: present } = setUp;
  const [way, setWay] = useState<Way>('one');
  const [points, setPoints] = useState([emptyPoint, emptyPoint] as const);
  const [numbers, setNumbers] = useState({ offset: String(present.offset), scale: String(present.scale) });
  const worked: Record<Way, () => Worked> = {
    one: () => fromOnePoint(points[0], present.scale),
    two: () => fromTwoPoints(...points),
    numbers: () => fromNumbers(numbers.offset, numbers.scale),
  };
  const { calibration, problem } = worked[way]();
  const { unit, decimals, label, value, at } = variable;
  const reading =
    typeof value === 'number' && at !== null && changes.data
      ? rawOf(value, calibrationThen(changes.data, variable.key, at))
      : null;
  const { save, isPending, error } = useSave({ espid, variable, onClose });
  const setPoint = (index: 0 | 1, part: Partial<TypedPoint>) =>
    setPoints(([first, second]) => (index === 0 ? [{ ...first, ...part }, second] : [first, { ...second, ...part }]));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (calibration) save(calibration);
  };
  const isCalibrated = calibrationText(present, unit) !== null;

  return (
    <Dialog
      title={`Calibrate ${label}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          {isCalibrated && (
            <Button variant="ghost" disabled={isPending} onClick={() => save({ offset: 0, scale: 1 })}>
              Remove
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={isPending} disabled={calibration === null}>
            Calibrate
          </Button>
        </>
      }
    >
      <form id={formId} className="calibration" onSubmit={submit}>
        <dl className="calibration-values">
          <Figure label="The board says" value={reading} unit={unit} decimals={decimals} />
          <Figure
            label={calibration ? 'Shown from then on' : 'Shown now'}
            value={reading === null ? null : displayedFor(reading, calibration ?? present)}
            unit={unit}
            decimals={decimals}
          />
        </dl>
        <Segmented label="How it is calibrated" options={ways} value={way} onChange={setWay} />
        <p className="calibration-note">{explained[way]}</p>
        {way === 'numbers' ? (
          <div className="calibration-pair">
            <NumberField label="Scale" value={numbers.scale} onChange={(scale) => setNumbers({ ...numbers, scale })} />
            <NumberField
              label={`Offset${unit && `, ${unit}`}`}
              value={numbers.offset}
              onChange={(offset) => setNumbers({ ...numbers, offset })}
            />
          </div>
        ) : (
          points
            .slice(0, way === 'two' ? 2 : 1)
            .map((point, index) => (
              <PointFields
                key={index === 0 ? 'first' : 'second'}
                name={way === 'one' ? '' : index === 0 ? 'First: ' : 'Second: '}
                point={point}
                reading={reading}
                onChange={(part) => setPoint(index === 0 ? 0 : 1, part)}
              />
            ))
        )}
        {(problem ?? error) && (
          <p className="device-settings-error" role="alert">
            {problem ?? failureText(error)}
          </p>
        )}
        {calibration && (
          <p className="calibration-result" role="status">
            value = what the board says {calibrationText(calibration, unit, true) ?? 'as it is'}
          </p>
        )}
        <p className="calibration-note">
          It holds from now on; what was measured before stays as it was. Rules on this variable run on the server,
          because the board compares what it measures itself.
        </p>
        <CalibrationHistory changes={changes} of={variable} />
      </form>
    </Dialog>
  );
}

function useSave({ espid, variable, onClose }: Omit<CalibrationDialogProps, 'setUp'>) {
  const toasts = useToasts();
  const { mutate, isPending, error } = useCalibrate(espid);
  const save = ({ offset, scale }: Calibration) =>
    mutate(
      { key: variable.key, offset, scale },
      {
        onSuccess() {
          const isRemoved = calibrationText({ offset, scale }, '') === null;
          toasts.add({
            kind: 'success',
            title: isRemoved ? `${variable.label} is no longer calibrated` : `${variable.label} is calibrated`,
            detail: 'The next value is the first that it counts for.',
          });
          onClose();
        },
      },
    );
  return { save, isPending, error };
}

type FigureProps = { label: string; value: number | null; unit: string; decimals: number | null };

function Figure({ label, value, unit, decimals }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {formatExact(value, decimals)}
        {unit !== '' && value !== null && <small> {unit}</small>}
      </dd>
    </div>
  );
}

type PointFieldsProps = {
  name: string;
  point: TypedPoint;
  /** What the board reports now. */
  reading: number | null;
  onChange: (part: Partial<TypedPoint>) => void;
};

function PointFields({ name, point, reading, onChange }: PointFieldsProps) {
  const word = (text: string) => (name === '' ? text[0]?.toUpperCase() + text.slice(1) : `${name}${text}`);
  return (
    <div className="calibration-point">
      <div className="calibration-pair">
        <NumberField
          label={word('the board says')}
          value={point.reading}
          onChange={(typed) => onChange({ reading: typed })}
        />
        <NumberField label={word('it truly is')} value={point.truly} onChange={(truly) => onChange({ truly })} />
      </div>
      <Button size="small" disabled={reading === null} onClick={() => onChange({ reading: String(reading) })}>
        Take what the board says now
      </Button>
    </div>
  );
}

function NumberField({ label, value, onChange }: { label: string; value: string; onChange: (typed: string) => void }) {
  return (
    <TextField
      label={label}
      inputMode="text"
      autoComplete="off"
      maxLength={24}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
