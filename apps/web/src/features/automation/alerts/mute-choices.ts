import { IconBell, IconBellOff } from '@tabler/icons-react';
import { formatClock } from '../../../lib/format/format.ts';
import type { MenuEntry } from '../../../ui/overlays/menu.tsx';

const dayMinutes = 24 * 60;
const morningMinutes = 8 * 60;

/** How many minutes it is until 8:00 of the next day, on the clock of the profile. */
export function minutesUntilMorning(now: number, timeZone?: string): number {
  const [hours = 0, minutes = 0] = formatClock(now, { timeZone }).split(':').map(Number);
  return dayMinutes - (hours * 60 + minutes) + morningMinutes;
}

type MuteChoices = { now: number; isMuted: boolean; onMute: (minutes: number) => void };

/** The entries of a menu that mutes something for a while, and with which people are notified again. */
export function muteEntries({ now, isMuted, onMute }: MuteChoices): MenuEntry[] {
  const choices = [
    { id: 'hour', label: 'Mute for 1 hour', minutes: 60 },
    { id: 'hours', label: 'Mute for 4 hours', minutes: 240 },
    { id: 'morning', label: 'Mute until tomorrow, 08:00', minutes: minutesUntilMorning(now) },
    { id: 'week', label: 'Mute for a week', minutes: 7 * dayMinutes },
  ];
  const entries = choices.map(
    ({ id, label, minutes }): MenuEntry => ({ id, label, icon: IconBellOff, onAction: () => onMute(minutes) }),
  );
  return isMuted ? [{ id: 'unmute', label: 'Unmute', icon: IconBell, onAction: () => onMute(0) }, ...entries] : entries;
}
