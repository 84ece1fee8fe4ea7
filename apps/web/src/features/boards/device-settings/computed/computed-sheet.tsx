import type { ComputedVariable, Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type SubmitEvent, useEffect, useId, useMemo, useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { useUnsavedChanges } from '../../../../lib/browser/unsaved-changes.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { CloseQuestion } from '../../../../ui/overlays/close-question.tsx';
import { Sheet } from '../../../../ui/overlays/dialog.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { useSeenDevices } from '../../devices/index.ts';
import { checkFormula, keyFromName } from './check-formula.ts';
import { useSaveComputed } from './computed-calls.ts';
import './computed-sheet.css';
import { FormulaField } from './formula-field.tsx';
import { FormulaPreview } from './formula-preview.tsx';

/** A preview is fetched when nobody has typed for so long. */
const settleMs = 400;

type ComputedSheetProps = {
  device: Device;
  /** The variable whose formula is changed; null: a new one. */
  computed: ComputedVariable | null;
  onClose: () => void;
};

/** Writes the formula of a variable, with what it would have made of the last day. */
export function ComputedSheet({ device, computed, onClose }: ComputedSheetProps) {
  const { espid, variables } = device;
  const formId = useId();
  const toasts = useToasts();
  const { mutate, isPending, isSuccess, error } = useSaveComputed(espid);
  const [name, setName] = useState('');
  const [start] = useState({ formula: computed?.formula ?? '', unit: computed?.unit ?? '' });
  const [formula, setFormula] = useState(start.formula);
  const [unit, setUnit] = useState(start.unit);
  const [isConfirming, setConfirming] = useState(false);
  const isChanged = name !== '' || formula !== start.formula || unit !== start.unit;
  useUnsavedChanges(isChanged && !isSuccess);
  const key = computed?.key ?? keyFromName(name);
  const label = computed ? (variables.find((one) => one.key === key)?.label ?? key) : name.trim();
  const isTaken = computed === null && key !== '' && variables.some((one) => one.key === key);
  const ownUnit = unit.trim() === '' ? null : unit.trim();
  const others = useOtherDevices(device);
  const checked = checkFormula(formula, { device, others, key: computed?.key ?? null, unit: ownUnit });
  const isRight = checked.problem === null;
  const tried = useSettled(isRight ? formula.trim() : null);

  const leave = () => (isChanged ? setConfirming(true) : onClose());
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isRight || isTaken || key === '') return;
    const request = { formula: formula.trim(), unit: ownUnit, label: computed ? null : label };
    mutate(
      { key, request },
      {
        onSuccess() {
          toasts.add({ kind: 'success', title: t`${label} saved`, detail: t`Calculating its history…` });
          onClose();
        },
      },
    );
  };
  return (
    <Sheet
      title={computed ? t`Formula of ${label}` : t`New computed variable`}
      isOpen
      onClose={leave}
      footer={
        <>
          <Button onClick={leave}>{t`Cancel`}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={isPending}
            disabled={!isRight || isTaken || key === ''}
          >
            {t`Save`}
          </Button>
        </>
      }
    >
      <form id={formId} className="computed-form" onSubmit={submit}>
        {computed === null && (
          <TextField
            label={t`Name`}
            autoComplete="off"
            maxLength={40}
            value={name}
            error={isTaken ? t`This device already has a variable “${key}”. Choose another name.` : null}
            description={key !== '' && !isTaken && t`Name in files and formulas: ${key}`}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <FormulaField
          value={formula}
          onChange={setFormula}
          variables={variables.filter((one) => one.key !== computed?.key)}
          devices={others}
          checked={checked}
        />
        <TextField
          label={t`Unit`}
          className="computed-unit"
          autoComplete="off"
          maxLength={12}
          value={unit}
          placeholder={isRight ? (checked.unit ?? '') : ''}
          description={t`Empty: the unit of the formula.`}
          onChange={(event) => setUnit(event.currentTarget.value)}
        />
        <FormulaPreview espid={espid} formula={tried} unit={ownUnit} variableKey={computed?.key ?? null} />
        {error && (
          <p className="device-settings-error" role="alert">
            {failureText(error)}
          </p>
        )}
      </form>
      {isConfirming && (
        <CloseQuestion onStay={() => setConfirming(false)} onClose={onClose}>
          {t`Your changes to this formula will be lost.`}
        </CloseQuestion>
      )}
    </Sheet>
  );
}

/** The other devices of the same owner that one may view. */
function useOtherDevices(device: Device): readonly Device[] {
  const seen = useSeenDevices();
  return useMemo(() => {
    const here = seen.find(({ espid }) => espid === device.espid);
    return seen.filter((other) => other !== here && !other.pending && other.owner === here?.owner);
  }, [seen, device.espid]);
}

/** A value as it was when it last stood still. */
function useSettled(value: string | null): string | null {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
