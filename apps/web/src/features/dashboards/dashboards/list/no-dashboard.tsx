import type { Device, DeviceDashboard } from '@cyno/contract';
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
        Start with an empty one
      </Button>
      <Button variant="ghost" onClick={onImport}>
        Import from a file
      </Button>
    </>
  );
  if (device.variables.length === 0 && !offer) {
    return (
      <EmptyState
        title="No dashboard yet"
        actions={
          <>
            <ButtonLink to={devicePath(device.espid)} variant="primary">
              See whether values arrive
            </ButtonLink>
            <Button onClick={onChoose}>Choose a ready-made one</Button>
            {own}
          </>
        }
      >
        A dashboard shows values as gauges and charts next to your switches. It is made by itself when the board says
        which kit it is, or of what the board sends once values have arrived.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No dashboard yet"
      actions={
        <>
          <Button variant="primary" busy={take.isPending} onClick={() => take.mutate(offer?.template ?? fromVariables)}>
            {offer ? `Use “${offer.title}”` : 'Make one of what the board sends'}
          </Button>
          {offer && device.variables.length > 0 && (
            <Button disabled={take.isPending} onClick={() => take.mutate(fromVariables)}>
              Make one of what the board sends
            </Button>
          )}
          <Button variant="ghost" onClick={onChoose}>
            Choose another
          </Button>
          {own}
        </>
      }
    >
      {take.isError ? take.error.message : 'A dashboard shows values as gauges and charts next to your switches.'}
    </EmptyState>
  );
}
