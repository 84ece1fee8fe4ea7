import type { Calibration, DeviceVariable, VariableSetUp } from '@cyno/contract';
import { t } from '@lingui/core/macro';
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
const explanations: Record<Way, () => string> = {
  one: () => t`Compare with a trusted meter; enter both readings.`,
  two: () => t`Compare with a trusted meter at two values far apart, such as ice water and boiling water.`,
  numbers: () => t`From the probe’s data sheet: value = reading × scale + offset.`,
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
      title={t`Calibrate ${label}`}
      isOpen
      onClose={onClose}
      actions={
        <>
          {isCalibrated && (
            <Button variant="ghost" disabled={isPending} onClick={() => save({ offset: 0, scale: 1 })}>
              {t`Remove`}
            </Button>
          )}
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} variant="primary" busy={isPending} disabled={calibration === null}>
            {t`Calibrate`}
          </Button>
        </>
      }
    >
      <form id={formId} className="calibration" onSubmit={submit}>
        <dl className="calibration-values">
          <Figure label={t`Board reading`} value={reading} unit={unit} decimals={decimals} />
          <Figure
            label={calibration ? t`Value after calibration` : t`Value now`}
            value={reading === null ? null : displayedFor(reading, calibration ?? present)}
            unit={unit}
            decimals={decimals}
          />
        </dl>
        <Segmented
          label={t`Calibration method`}
          options={[
            { id: 'one', label: t`One point` },
            { id: 'two', label: t`Two points` },
            { id: 'numbers', label: t`Numbers` },
          ]}
          value={way}
          onChange={setWay}
        />
        <p className="calibration-note">{explanations[way]()}</p>
        {way === 'numbers' ? (
          <div className="calibration-pair">
            <NumberField
              label={t`Scale`}
              value={numbers.scale}
              onChange={(scale) => setNumbers({ ...numbers, scale })}
            />
            <NumberField
              label={unit ? t`Offset, ${unit}` : t`Offset`}
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
                number={way === 'one' ? null : index + 1}
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
            {t`value = reading ${{ calibration: calibrationText(calibration, unit, true) ?? '' }}`}
          </p>
        )}
        <p className="calibration-note">
          {t`Applies to new values; earlier ones stay as they are. Rules on this variable then run on the server, not on the board.`}
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
            title: isRemoved
              ? t`Calibration of ${{ label: variable.label }} removed`
              : t`${{ label: variable.label }} calibrated`,
            detail: t`Applies from the next value.`,
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
  /** Of two points; null: there is one only. */
  number: number | null;
  point: TypedPoint;
  /** What the board reports now. */
  reading: number | null;
  onChange: (part: Partial<TypedPoint>) => void;
};

function PointFields({ number, point, reading, onChange }: PointFieldsProps) {
  return (
    <div className="calibration-point">
      <div className="calibration-pair">
        <NumberField
          label={number === null ? t`Board reading` : t`Board reading ${number}`}
          value={point.reading}
          onChange={(typed) => onChange({ reading: typed })}
        />
        <NumberField
          label={number === null ? t`Meter reading` : t`Meter reading ${number}`}
          value={point.truly}
          onChange={(truly) => onChange({ truly })}
        />
      </div>
      <Button size="small" disabled={reading === null} onClick={() => onChange({ reading: String(reading) })}>
        {t`Use current board reading`}
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
