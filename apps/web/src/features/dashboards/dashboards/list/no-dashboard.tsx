import type { Device, DeviceDashboard } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { ButtonLink } from '../../../../ui/buttons/button-link.tsx';
import { EmptyState } from '../../../../ui/cards/states.tsx';
import { devicePath } from '../../../boards/devices/index.ts';
import { useTakeTemplate } from '../dashboard-query.ts';

/** How a dashboard of everything that the board sends is called at the server. */
export const fromVariables = 'variables';

type NoDashboardProps = {
  device: Device;
  state: DeviceDashboard;
  onChoose: () => void;
  onEdit: () => void;
  onImport: () => void;
};

/** A device without a dashboard: what fits it, everything that it sends, a choice, or an own one. */
export function NoDashboard({ device, state, onChoose, onEdit, onImport }: NoDashboardProps) {
  const take = useTakeTemplate(device.espid);
  const { offer } = state;
  const own = (
    <>
      <Button variant="ghost" onClick={onEdit}>
        {t`Start empty`}
      </Button>
      <Button variant="ghost" onClick={onImport}>
        {t`Import from a file`}
      </Button>
    </>
  );
  if (device.variables.length === 0 && !offer) {
    return (
      <EmptyState
        title={t`No dashboard yet`}
        actions={
          <>
            <ButtonLink to={devicePath(device.espid)} variant="primary">
              {t`Check for values`}
            </ButtonLink>
            <Button onClick={onChoose}>{t`Choose a ready-made one`}</Button>
            {own}
          </>
        }
      >
        {t`Once the board sends values, you can create a dashboard from them.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t`No dashboard yet`}
      actions={
        <>
          <Button variant="primary" busy={take.isPending} onClick={() => take.mutate(offer?.template ?? fromVariables)}>
            {offer ? t`Use “${{ title: offer.title }}”` : t`Create from the values of the board`}
          </Button>
          {offer && device.variables.length > 0 && (
            <Button disabled={take.isPending} onClick={() => take.mutate(fromVariables)}>
              {t`Create from the values of the board`}
            </Button>
          )}
          <Button variant="ghost" onClick={onChoose}>
            {t`Choose another`}
          </Button>
          {own}
        </>
      }
    >
      {take.isError ? failureText(take.error) : t`A dashboard shows values as gauges and charts next to your switches.`}
    </EmptyState>
  );
}
