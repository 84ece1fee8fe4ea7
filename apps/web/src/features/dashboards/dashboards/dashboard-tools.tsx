import { t } from '@lingui/core/macro';
import { IconMaximize, IconRewindBackward15 } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import type { DashboardRef } from './dashboard-ref.ts';
import { KioskDialog } from './lazy-dialogs.ts';
import { startPlayback, usePlayback } from './playback/use-playback.ts';
import { useDashboardSource } from './source/use-dashboard-source.ts';

/** What everybody who sees a dashboard can do with it: look at what it was, and give it a screen of its own. */
export function DashboardTools({ reference }: { reference: DashboardRef }) {
  const [playback, setPlayback] = usePlayback();
  const [isOpen, setOpen] = useState(false);
  const hasPast = useDashboardSource().past !== null;
  return (
    <>
      {!playback && hasPast && (
        <Button icon={IconRewindBackward15} onClick={() => setPlayback(startPlayback())}>
          {t`Playback`}
        </Button>
      )}
      <IconButton label={t`Full screen`} icon={IconMaximize} onClick={() => setOpen(true)} />
      {isOpen && (
        <Suspense fallback={null}>
          <KioskDialog reference={reference} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
