import type { Device, DeviceVariable, VariableSetUp } from '@cyno/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { formatAge } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { isStale } from '../../lib/variable-kind.ts';
import { Button } from '../../ui/button.tsx';
import { Row, RowList } from '../../ui/row-list.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../ui/section-card.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { setUpsQuery, useSetUpVariable } from './variable-calls.ts';
import { VariableDialog } from './variable-dialog.tsx';
import { VariableLook } from './variable-look.tsx';

/** What the device measures, and how it is shown on every page. */
export function VariablesCard({ device }: { device: Device }) {
  const { espid, variables } = device;
  const setUps = useQuery(setUpsQuery(device));
  const [openKey, setOpenKey] = useState<string | null>(null);
  const forget = useForget(espid);
  const variable = variables.find(({ key }) => key === openKey);
  const setUp = setUps.data?.find(({ key }) => key === openKey);
  return (
    <SectionCard
      id="variables"
      title="Variables"
      description="What the board sends. Name, unit, colour and decimals count on every page."
    >
      <VariableRows device={device} setUps={setUps} onEdit={setOpenKey} />
      {variable && setUp && (
        <VariableDialog
          key={variable.key}
          espid={espid}
          variable={variable}
          setUp={setUp}
          onClose={() => setOpenKey(null)}
          onForget={() => {
            setOpenKey(null);
            forget(variable, setUp);
          }}
        />
      )}
    </SectionCard>
  );
}

type VariableRowsProps = {
  device: Device;
  setUps: { data: VariableSetUp[] | undefined; error: Error | null; refetch: () => unknown };
  onEdit: (key: string) => void;
};

function VariableRows({ device: { variables }, setUps, onEdit }: VariableRowsProps) {
  if (variables.length === 0) {
    return (
      <p className="section-note">
        The board has not sent a value yet. Each variable is listed here as soon as it has.
      </p>
    );
  }
  if (setUps.error && !setUps.data) {
    return <SectionError onRetry={() => void setUps.refetch()}>{failureText(setUps.error)}</SectionError>;
  }
  if (!setUps.data) return <SectionSkeleton rows={variables.length} />;
  return (
    <RowList label="Variables">
      {variables.map((variable) => (
        <Row
          key={variable.key}
          title={<VariableLook variable={variable} />}
          detail={<Detail variable={variable} />}
          actions={
            // As part of an address these two lead elsewhere, however they are encoded.
            variable.key !== '.' &&
            variable.key !== '..' && (
              <Button size="small" aria-label={`Edit ${variable.label}`} onClick={() => onEdit(variable.key)}>
                Edit
              </Button>
            )
          }
        />
      ))}
    </RowList>
  );
}

function Detail({ variable }: { variable: DeviceVariable }) {
  const now = useNow(10_000);
  const { key, decimals, range, unit, at } = variable;
  const facts = [
    decimals !== null && `${decimals} ${decimals === 1 ? 'decimal' : 'decimals'}`,
    range && `charts from ${range.min} to ${range.max} ${unit}`.trim(),
    at !== null && isStale(variable, now) && `last sent ${formatAge(now - at)}`,
  ].filter(Boolean);
  return (
    <>
      <span className="mono">{key}</span>
      {facts.map((fact) => `, ${fact}`)}
    </>
  );
}

/** Shows a variable no more, with the way back. */
function useForget(espid: string): (variable: DeviceVariable, setUp: VariableSetUp) => void {
  const toasts = useToasts();
  const { mutate } = useSetUpVariable(espid);
  const tellFailure = (title: string) => (error: Error) =>
    toasts.add({ kind: 'error', title, detail: failureText(error) });
  return ({ key, label }, { settings }) =>
    mutate(
      { key, settings: null },
      {
        onError: tellFailure(`${label} was not forgotten`),
        onSuccess: () =>
          toasts.add({
            kind: 'info',
            title: `${label} is forgotten`,
            detail: 'It comes back when the board sends it again. Its history stays.',
            action: {
              label: 'Undo',
              onPress: () => mutate({ key, settings }, { onError: tellFailure(`${label} did not come back`) }),
            },
          }),
      },
    );
}
