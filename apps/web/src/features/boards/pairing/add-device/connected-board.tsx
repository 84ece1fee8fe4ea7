import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../../lib/api/api-client.ts';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { useServerNow } from '../../../../lib/live/use-server-now.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { ButtonLink } from '../../../../ui/buttons/button-link.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { devicePath, devicesQuery, headlineVariables, isUnnamed, Reading } from '../../devices/index.ts';

/** The board that just came, live. */
export function ConnectedBoard({ device }: { device: Device }) {
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
              columns={variables.length}
              now={now}
            />
          ))
        )}
      </div>
      <NameForm device={device} />
    </div>
  );
}

function NameForm({ device }: { device: Device }) {
  const client = useQueryClient();
  const [name, setName] = useState(isUnnamed(device) ? '' : device.name);
  const rename = useMutation({
    mutationFn: () =>
      call('PATCH /api/device/:espid', { params: { espid: device.espid }, body: { name: name.trim() } }),
    onSuccess: () => client.invalidateQueries(devicesQuery),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') rename.mutate();
  };
  const saved = rename.isSuccess && rename.data.name === name.trim();
  return (
    <form className="connected-name" onSubmit={submit}>
      <TextField
        label={t`Device name`}
        placeholder={t`Greenhouse 1`}
        maxLength={64}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={rename.isError ? failureText(rename.error) : null}
      />
      <Button type="submit" busy={rename.isPending} icon={saved ? IconCheck : undefined}>
        {saved ? t`Saved` : t`Save`}
      </Button>
    </form>
  );
}
