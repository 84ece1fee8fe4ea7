import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
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
      title={t`Copy settings`}
      description={t`Copies variables, outputs, events and tags to other boards with the same chip.`}
    >
      <div>
        {others.length === 0 ? (
          <p className="section-note">{t`You have no other board with this chip.`}</p>
        ) : (
          <Button onClick={() => setOpen(true)}>{t`Copy to other devices`}</Button>
        )}
      </div>
      {isOpen && <CopyDialog device={device} others={others} onClose={() => setOpen(false)} />}
    </SectionCard>
  );
}
