import type { Device } from '@cyno/contract';
import { useState } from 'react';
import { Button } from '../../../../ui/buttons/button.tsx';
import { SectionCard } from '../../../../ui/cards/section-card.tsx';
import { useDevices } from '../../devices/index.ts';
import { CopyDialog } from './copy-dialog.tsx';

/** Sets other devices up as this one is. */
export function CopyCard({ device }: { device: Device }) {
  const [isOpen, setOpen] = useState(false);
  const others = (useDevices().data ?? []).filter(
    ({ espid, family, pending }) => !pending && family === device.family && espid !== device.espid,
  );
  return (
    <SectionCard
      id="copy"
      title="Copy settings"
      description="Gives other boards of the same kind what is set up here: variables, outputs, events and tags."
    >
      <div>
        {others.length === 0 ? (
          <p className="section-note">You have no other board of this kind.</p>
        ) : (
          <Button onClick={() => setOpen(true)}>Copy to other devices</Button>
        )}
      </div>
      {isOpen && <CopyDialog device={device} others={others} onClose={() => setOpen(false)} />}
    </SectionCard>
  );
}
