import type { Device, DeviceDashboard } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { SelectField } from '../../../../ui/fields/select-field.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { FormNote } from '../../../../ui/status/form-note.tsx';
import { useTakeTemplate } from '../dashboard-query.ts';
import { fromVariables } from './no-dashboard.tsx';

type TemplateDialogProps = { device: Device; state: DeviceDashboard; initial: string; onClose: () => void };

/** Chooses a ready-made dashboard; those that fit what the board sends stand first. */
export function TemplateDialog({ device, state, initial, onClose }: TemplateDialogProps) {
  const take = useTakeTemplate(device.espid);
  const own = device.variables.length > 0 ? [{ id: fromVariables, label: t`All values of the board` }] : [];
  const options = [...own, ...state.templates.map(({ template, title }) => ({ id: template, label: title }))];
  const [chosen, setChosen] = useState(options.some(({ id }) => id === initial) ? initial : (options[0]?.id ?? null));
  return (
    <Dialog
      title={t`Ready-made dashboards`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            variant="primary"
            busy={take.isPending}
            disabled={chosen === null}
            onClick={() => chosen !== null && take.mutate(chosen, { onSuccess: onClose })}
          >
            {t`Use dashboard`}
          </Button>
        </>
      }
    >
      <div className="dialog-form">
        <p>
          {state.dashboard
            ? t`Replaces the current dashboard. You can restore that from its earlier versions.`
            : t`The best match for this board comes first.`}
        </p>
        <SelectField label={t`Dashboard`} size="large" options={options} value={chosen} onChange={setChosen} />
        {take.isError && <FormNote kind="error">{failureText(take.error)}</FormNote>}
      </div>
    </Dialog>
  );
}
