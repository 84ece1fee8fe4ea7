import type { Device, DeviceVariable, VariableSetUp } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { IconAdjustments, IconDots, IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { formatAge, formatExact } from '../../../../lib/format/format.ts';
import { isStale, variableKind } from '../../../../lib/format/variable-kind.ts';
import { useLiveNow, useWatch } from '../../../../lib/live/live-client.ts';
import { Button, IconButton } from '../../../../ui/buttons/button.tsx';
import { Row, RowList } from '../../../../ui/cards/row-list.tsx';
import { SectionCard, SectionError, SectionSkeleton } from '../../../../ui/cards/section-card.tsx';
import { ConfirmDialog } from '../../../../ui/overlays/confirm-dialog.tsx';
import { Menu } from '../../../../ui/overlays/menu.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { computedQuery } from '../computed/computed-calls.ts';
import { CalibrationDialog } from './calibration-dialog.tsx';
import { calibrationText } from './calibrations.ts';
import { RetentionDialog } from './retention-dialog.tsx';
import { VariableAppearance } from './variable-appearance.tsx';
import { setUpsQuery, useSetUpVariable } from './variable-calls.ts';
import { VariableDialog } from './variable-dialog.tsx';
import { usesQuery, usesText } from './variable-uses.ts';

type VariablePart = 'display' | 'calibration' | 'retention' | 'forget';

/** What the device measures, and how it is shown on every page. */
export function VariablesCard({ device }: { device: Device }) {
  const { espid, variables } = device;
  useWatch([espid]);
  const setUps = useQuery(setUpsQuery(device));
  const computed = useQuery(computedQuery(espid));
  const formulas = new Map(computed.data?.variables.map(({ key, formula }) => [key, formula]));
  const [open, setOpen] = useState<{ key: string; part: VariablePart } | null>(null);
  const close = () => setOpen(null);
  const forget = useForget(espid);
  const variable = variables.find(({ key }) => key === open?.key);
  const setUp = setUps.data?.find(({ key }) => key === open?.key);
  return (
    <SectionCard
      id="variables"
      title={t`Variables`}
      description={t`The values that the board sends, and how every page shows them.`}
    >
      <VariableRows
        device={device}
        setUps={setUps}
        formulas={formulas}
        onOpen={(key, part) => setOpen({ key, part })}
      />
      {variable && setUp && open?.part === 'display' && (
        <VariableDialog
          key={variable.key}
          espid={espid}
          variable={variable}
          setUp={setUp}
          onClose={close}
          onForget={formulas.has(variable.key) ? null : () => setOpen({ key: variable.key, part: 'forget' })}
        />
      )}
      {variable && setUp && open?.part === 'forget' && (
        <ForgetQuestion
          espid={espid}
          variable={variable}
          onClose={close}
          onForget={() => {
            close();
            forget(variable, setUp);
          }}
        />
      )}
      {variable && setUp && open?.part === 'calibration' && (
        <CalibrationDialog key={variable.key} espid={espid} variable={variable} setUp={setUp} onClose={close} />
      )}
      {variable && setUp && open?.part === 'retention' && (
        <RetentionDialog key={variable.key} espid={espid} variable={variable} setUp={setUp} onClose={close} />
      )}
    </SectionCard>
  );
}

type VariableRowsProps = {
  device: Device;
  setUps: {
    data: VariableSetUp[] | undefined;
    isPlaceholderData: boolean;
    error: Error | null;
    refetch: () => unknown;
  };
  /** Those of computed variables, by key. */
  formulas: ReadonlyMap<string, string>;
  onOpen: (key: string, part: VariablePart) => void;
};

function VariableRows({ device: { variables }, setUps, formulas, onOpen }: VariableRowsProps) {
  if (variables.length === 0) {
    return <p className="section-note">{t`No values yet. Variables appear here when the board sends them.`}</p>;
  }
  if (setUps.error && !setUps.data) {
    return <SectionError onRetry={() => void setUps.refetch()}>{failureText(setUps.error)}</SectionError>;
  }
  if (!setUps.data) return <SectionSkeleton rows={variables.length} />;
  return (
    <RowList label={t`Variables`}>
      {variables.map((variable) => (
        <Row
          key={variable.key}
          title={<VariableAppearance variable={variable} />}
          detail={
            <Detail
              variable={variable}
              setUp={setUps.data?.find(({ key }) => key === variable.key)}
              isComputed={formulas.has(variable.key)}
            />
          }
          actions={
            // As part of an address these two lead elsewhere, however they are encoded.
            variable.key !== '.' &&
            variable.key !== '..' && (
              <>
                <Button
                  size="small"
                  // Placeholder data has the settings from before the last change.
                  busy={setUps.isPlaceholderData}
                  aria-label={t`Edit ${{ label: variable.label }}`}
                  onClick={() => onOpen(variable.key, 'display')}
                >
                  {t`Edit`}
                </Button>
                <Menu
                  trigger={<IconButton label={t`More for ${{ label: variable.label }}`} icon={IconDots} size="small" />}
                  label={t`More for ${{ label: variable.label }}`}
                  entries={[
                    {
                      id: 'calibration',
                      label: t`Calibrate`,
                      icon: IconAdjustments,
                      disabled: variableKind(variable) !== 'number' || formulas.has(variable.key),
                      onAction: () => onOpen(variable.key, 'calibration'),
                    },
                    {
                      id: 'retention',
                      label: t`Storage time`,
                      icon: IconHourglass,
                      onAction: () => onOpen(variable.key, 'retention'),
                    },
                  ]}
                />
              </>
            )
          }
        />
      ))}
    </RowList>
  );
}

type DetailProps = { variable: DeviceVariable; setUp: VariableSetUp | undefined; isComputed: boolean };

function Detail({ variable, setUp, isComputed }: DetailProps) {
  const now = useLiveNow(10_000);
  const { key, decimals, range, unit, at } = variable;
  const calibration = setUp && calibrationText(setUp.calibration, unit);
  const days = setUp?.kept.days ?? null;
  const facts = [
    isComputed && t`computed`,
    calibration && t`calibrated ${calibration}`,
    days !== null && plural(days, { one: 'stored for # day', other: 'stored for # days' }),
    decimals !== null && plural(decimals, { one: '# decimal', other: '# decimals' }),
    range && t`charts ${{ min: formatExact(range.min) }} to ${{ max: `${formatExact(range.max)} ${unit}`.trim() }}`,
    at !== null && isStale(variable, now) && t`last sent ${{ age: formatAge(now - at) }}`,
  ].filter(Boolean);
  return (
    <>
      <span className="mono">{key}</span>
      {facts.map((fact) => `, ${fact}`)}
    </>
  );
}

type ForgetQuestionProps = { espid: string; variable: DeviceVariable; onClose: () => void; onForget: () => void };

/** Names what uses the variable before it is forgotten. */
function ForgetQuestion({ espid, variable: { key, label }, onClose, onForget }: ForgetQuestionProps) {
  const { data, error, isPending } = useQuery(usesQuery(espid, key));
  const text = data ? usesText(data) : null;
  return (
    <ConfirmDialog
      title={t`Hide ${label}?`}
      cancelLabel={t`Cancel`}
      confirmLabel={t`Hide`}
      busy={isPending}
      onClose={onClose}
      onConfirm={onForget}
    >
      {t`Hides it until the board sends it again. Its history stays.`}
      {error ? ` ${failureText(error)}` : text && ` ${text}`}
    </ConfirmDialog>
  );
}

function useForget(espid: string): (variable: DeviceVariable, setUp: VariableSetUp) => void {
  const toasts = useToasts();
  const { mutateAsync } = useSetUpVariable(espid);
  const showFailure = (title: string) => (error: Error) =>
    toasts.add({ kind: 'error', title, detail: failureText(error) });
  // Callbacks of `mutate` are not called where the page was left meanwhile.
  return ({ key, label }, { settings }) =>
    void mutateAsync({ key, settings: null }).then(
      () =>
        toasts.add({
          kind: 'info',
          title: t`${label} hidden`,
          detail: t`It appears again when the board sends it.`,
          action: {
            label: t`Undo`,
            onPress: () => void mutateAsync({ key, settings }).catch(showFailure(t`${label} was not restored`)),
          },
        }),
      showFailure(t`${label} was not hidden`),
    );
}
