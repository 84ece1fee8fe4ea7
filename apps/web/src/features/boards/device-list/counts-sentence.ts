import { plural } from '@lingui/core/macro';
/** How many devices there are and how many boards wait to be accepted. */
export type DeviceCounts = { online: number; offline: number; pending: number };

/** What stands under the heading: "12 devices, 11 online, 1 offline."; empty without devices. */
export function countsSentence({ online, offline }: DeviceCounts): string {
  const total = online + offline;
  if (total === 0) return '';
  if (offline === 0) return plural(total, { one: '# device, online.', other: '# devices, all online.' });
  if (online === 0) return plural(total, { one: '# device, offline.', other: '# devices, all offline.' });
  return plural(total, { other: `# devices, ${online} online, ${offline} offline.` });
}

/** What stands behind it when boards wait: "1 board is waiting for approval."; empty when none does. */
export function waitingSentence({ pending }: DeviceCounts): string {
  if (pending === 0) return '';
  return plural(pending, {
    one: '# board is waiting for approval.',
    other: '# boards are waiting for approval.',
  });
}
