import type { NewDashboard } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { ComboField } from '../../../../ui/fields/combo-field.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { FormNote } from '../../../../ui/status/form-note.tsx';
import { useDeviceGroups } from '../../../boards/device-groups/index.ts';
import type { SeenDevice } from '../../../boards/devices/index.ts';
import { useDevices, useSeenDevices } from '../../../boards/devices/index.ts';
import { dashboardTemplatesQuery } from '../account-dashboard-query.ts';
import { dashboardQuery } from '../dashboard-query.ts';
import type { Draft } from '../editor/edit-history.ts';
import { toDashboardFollows } from '../follow.ts';
import { type Choice, type Choosable, deviceChoices, devicesOfChoice } from './device-choices.ts';
import { useDashboardActions } from './use-dashboard-actions.ts';
import { useDashboardImport } from './use-dashboard-import.tsx';

type Beginning = 'empty' | 'device' | 'template';

const beginnings = (): readonly { id: Beginning; label: string }[] => [
  { id: 'empty', label: t`An empty dashboard` },
  { id: 'device', label: t`The dashboard of a device` },
  { id: 'template', label: t`A ready-made dashboard` },
];

/** Makes a dashboard: empty, from a device's own, from a ready-made one or from a file. */
export function NewDashboardDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const actions = useDashboardActions();
  const seen = useSeenDevices().filter(({ pending }) => !pending);
  const templates = useQuery(dashboardTemplatesQuery);
  const [name, setName] = useState('');
  const [beginning, setBeginning] = useState<Beginning>('empty');
  const [espid, setEspid] = useState(seen[0]?.espid ?? '');
  const [template, setTemplate] = useState('');
  const [choice, setChoice] = useState<Choice>('none');
  const [problem, setProblem] = useState<string | null>(null);
  const choosable = {
    seen,
    own: (useDevices().data ?? []).filter(({ pending }) => !pending),
    groups: useDeviceGroups(),
  };
  const file = useDashboardImport((draft) => actions.make(async () => toRequest(draft)));
  const device = seen.find((each) => each.espid === espid);
  const ready = templates.data?.find((each) => each.name === template) ?? templates.data?.[0];
  const begins = (wanted: Beginning) => {
    setBeginning(wanted);
    const [first, other] = wanted === 'empty' ? (['none', 'one'] as const) : (['one', 'none'] as const);
    if (choice === other) setChoice(first);
  };
  const refuse = (text: string) => {
    setProblem(text);
    return null;
  };
  const prepare = async (): Promise<NewDashboard | null> => {
    const given = name.trim();
    const isEmpty = beginning === 'empty';
    const devices = devicesOfChoice(choice, isEmpty ? undefined : device, choosable);
    if (isEmpty) return toRequest({ name: given || t`Dashboard`, widgets: [], ...devices });
    if (beginning === 'template' && ready) {
      return toRequest({ name: given || ready.title, widgets: ready.widgets, ...devices });
    }
    if (!device) return refuse(t`Choose a device.`);
    try {
      const { dashboard } = await client.fetchQuery({ ...dashboardQuery(device.espid), networkMode: 'always' });
      if (!dashboard) return refuse(t`${{ name: device.name }} has no dashboard yet. Choose another device.`);
      return toRequest({ name: given || dashboard.name, widgets: dashboard.widgets, ...devices });
    } catch (error) {
      return refuse(error instanceof Error ? failureText(error) : t`The dashboard of the device did not load.`);
    }
  };
  return (
    <Dialog
      title={t`New dashboard`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button variant="ghost" onClick={file.choose}>
            {t`Import from a file`}
          </Button>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" busy={actions.isMaking} onClick={() => actions.make(prepare)}>
            {t`Create`}
          </Button>
        </>
      }
    >
      <div className="dialog-form">
        <TextField
          label={t`Name`}
          maxLength={60}
          autoComplete="off"
          placeholder={t`Greenhouse`}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <SelectField label={t`Start with`} size="large" options={beginnings()} value={beginning} onChange={begins} />
        {beginning === 'template' && (
          <SelectField
            label={t`Ready-made dashboard`}
            size="large"
            options={(templates.data ?? []).map(({ name: id, title }) => ({ id, label: title }))}
            value={ready?.name ?? null}
            onChange={setTemplate}
          />
        )}
        <DeviceChoice
          choosable={choosable}
          device={device}
          choice={choice}
          first={beginning !== 'empty'}
          onDevice={setEspid}
          onChoice={setChoice}
        />
        {problem && <FormNote kind="error">{problem}</FormNote>}
      </div>
      {file.input}
    </Dialog>
  );
}

type DeviceChoiceProps = {
  choosable: Choosable;
  /** It begins with what a device or a template has. */
  first: boolean;
  device: SeenDevice | undefined;
  choice: Choice;
  onDevice: (espid: string) => void;
  onChoice: (choice: Choice) => void;
};

function DeviceChoice({ choosable, first, device, choice, onDevice, onChoice }: DeviceChoiceProps) {
  return (
    <>
      {first && (
        <ComboField
          label={t`Device`}
          options={choosable.seen.map(({ espid, name }) => ({ id: espid, label: name }))}
          value={device?.espid ?? ''}
          nothing={t`No device has this name.`}
          onChange={onDevice}
        />
      )}
      <SelectField
        label={t`Device picker`}
        size="large"
        options={deviceChoices(choosable, first)}
        value={choice}
        onChange={onChoice}
      />
      {choice.includes(':') && (
        <FormNote kind="info">{t`The list follows by itself when devices join or leave.`}</FormNote>
      )}
    </>
  );
}

const toRequest = ({ name, widgets, espids, follows }: Draft) => ({
  name,
  widgets: [...widgets],
  espids: [...espids],
  follows: toDashboardFollows(follows),
});
