/** How many devices there are and how many boards wait to be accepted. */
export type DeviceCounts = { online: number; offline: number; pending: number };

/** What stands under the heading: "12 devices, 11 online, 1 offline."; empty without devices. */
export function countsSentence({ online, offline }: DeviceCounts): string {
  const total = online + offline;
  if (total === 0) return '';
  if (total === 1) return `1 device, ${online === 1 ? 'online' : 'offline'}.`;
  if (offline === 0) return `${total} devices, all online.`;
  if (online === 0) return `${total} devices, all offline.`;
  return `${total} devices, ${online} online, ${offline} offline.`;
}

/** What stands behind it when boards wait: "1 board is waiting for you."; empty when none does. */
export function waitingSentence({ pending }: DeviceCounts): string {
  if (pending === 0) return '';
  return pending === 1 ? '1 board is waiting for you.' : `${pending} boards are waiting for you.`;
}
