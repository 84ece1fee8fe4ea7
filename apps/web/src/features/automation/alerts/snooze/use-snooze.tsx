import { t } from '@lingui/core/macro';
import { IconBell, IconBellOff, IconCalendar } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { lazy } from '../../../../lib/language/lazy.ts';
import type { MenuEntry } from '../../../../ui/overlays/menu.tsx';
import { snoozeChoices } from './snooze-choices.ts';

const SnoozeDialog = lazy(async () => ({ default: (await import('./snooze-dialog.tsx')).SnoozeDialog }));

type Snooze = { now: number; isSnoozed: boolean; onSnooze: (minutes: number) => void };

/** The entries of a menu that snoozes something for a while or ends that, and the dialog that one of them opens. */
export function useSnooze({ now, isSnoozed, onSnooze }: Snooze): { entries: MenuEntry[]; dialog: ReactNode } {
  const [isChoosing, setChoosing] = useState(false);
  const entries = snoozeChoices(now).map(
    ({ id, label, minutes }): MenuEntry => ({ id, label, icon: IconBellOff, onAction: () => onSnooze(minutes) }),
  );
  entries.push({ id: 'until', label: t`Snooze until…`, icon: IconCalendar, onAction: () => setChoosing(true) });
  if (isSnoozed) entries.unshift({ id: 'end', label: t`End snooze`, icon: IconBell, onAction: () => onSnooze(0) });
  const dialog = isChoosing && (
    <Suspense fallback={null}>
      <SnoozeDialog onSnooze={onSnooze} onClose={() => setChoosing(false)} />
    </Suspense>
  );
  return { entries, dialog };
}
