import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { call } from '../../../../lib/api/api-client.ts';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { useServerNow } from '../../../../lib/live/use-server-now.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { ButtonLink } from '../../../../ui/buttons/button-link.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { devicePath, devicesQuery, headlineVariables, isUnnamed, Reading } from '../../devices/index.ts';

/** The boards that came, one after the other: each stays until its name is saved or skipped. */
export function ConnectedBoards({ devices }: { devices: readonly Device[] }) {
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const open = devices.filter(({ espid }) => !done.has(espid));
  const device = open[0] ?? devices.at(-1);
  if (!device) return null;
  const { espid } = device;
  const finish = () => setDone((before) => before.union(new Set([espid])));
  return (
    <ConnectedBoard device={device}>
      <NameForm
        key={espid}
        device={device}
        // The button that had the focus went with the form before.
        autoFocus={done.size > 0}
        onChange={() => setDone((before) => before.difference(new Set([espid])))}
        onSaved={finish}
        onSkip={open.length > 1 ? finish : undefined}
      />
    </ConnectedBoard>
  );
}

/** A board that just came, live; its name is given in `children`. */
function ConnectedBoard({ device, children }: { device: Device; children: ReactNode }) {
  const now = useServerNow();
  const variables = headlineVariables(device);
  return (
    <div className="connected">
      <div className="connect-waiting">
        <span className="connect-ring connect-ring-done" aria-hidden="true">
          <IconCheck size={26} stroke={2} />
        </span>
        <div className="connect-what">
          <b>{isUnnamed(device) ? t`Your board is connected` : t`${{ name: device.name }} is connected`}</b>
          <p className="mono">{device.espid}</p>
        </div>
        <ButtonLink variant="primary" to={devicePath(device.espid)}>
          {t`Open device`}
        </ButtonLink>
      </div>
      <div className={`connected-readings device-card-readings device-card-${Math.max(1, variables.length)}`}>
        {variables.length === 0 ? (
          <p className="muted">{t`Waiting for the first values…`}</p>
        ) : (
          variables.map((variable) => (
            <Reading
              key={variable.key}
              espid={device.espid}
              variable={variable}
              online={device.online}
              beside={variables}
              now={now}
            />
          ))
        )}
      </div>
      {children}
    </div>
  );
}

type NameFormProps = {
  device: Device;
  autoFocus: boolean;
  onChange: () => void;
  /** The name that the field has is saved. */
  onSaved: () => void;
  /** Undefined while no other board waits for its name. */
  onSkip: (() => void) | undefined;
};

function NameForm({ device, autoFocus, onChange, onSaved, onSkip }: NameFormProps) {
  const client = useQueryClient();
  const [name, setName] = useState(isUnnamed(device) ? '' : device.name);
  const rename = useMutation({
    mutationFn: (typed: string) =>
      call('PATCH /api/device/:espid', { params: { espid: device.espid }, body: { name: typed } }),
    onSuccess: (_, typed) => {
      if (typed === name.trim()) onSaved();
      return client.invalidateQueries(devicesQuery);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') rename.mutate(name.trim());
  };
  const saved = rename.isSuccess && rename.data.name === name.trim();
  return (
    <form className="connected-name" onSubmit={submit}>
      <TextField
        label={t`Device name`}
        placeholder={t`Greenhouse 1`}
        maxLength={64}
        value={name}
        autoFocus={autoFocus}
        onChange={(event) => {
          setName(event.target.value);
          onChange();
        }}
        error={rename.isError ? failureText(rename.error) : null}
      />
      <Button type="submit" busy={rename.isPending} icon={saved ? IconCheck : undefined}>
        {saved ? t`Saved` : t`Save`}
      </Button>
      {onSkip && (
        <Button variant="ghost" busy={rename.isPending} onClick={onSkip}>
          {t`Skip`}
        </Button>
      )}
    </form>
  );
}
