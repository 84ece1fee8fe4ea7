import type { DashboardFollows } from '@cyno/contract';
import { AppError, because } from '../../../platform/errors.ts';

/** A sentence names so many devices. */
const maxNamed = 3;

/**
 * Throws a 409 that names the devices that came to a dashboard or left it, unless those that somebody saw on it are those that it has
 * now: what was tagged between looking and pressing must not be approved unseen.
 */
export function checkSeen(
  seen: readonly string[],
  now: readonly string[],
  nameOf: (espid: string) => string | undefined,
): void {
  const came = now.filter((espid) => !seen.includes(espid));
  const left = seen.filter((espid) => !now.includes(espid));
  if (came.length + left.length === 0) return;
  const list = (espids: readonly string[]) => {
    const names = espids.slice(0, maxNamed).map((espid) => nameOf(espid) ?? espid);
    const rest = espids.length - names.length;
    return [...names, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
  };
  const changes = [
    ...(came.length > 0 ? [`came: ${list(came)}`] : []),
    ...(left.length > 0 ? [`left: ${list(left)}`] : []),
  ];
  throw new AppError(
    409,
    'conflict',
    `The devices of this dashboard changed since you opened it (${changes.join('; ')}). Check them and try again.`,
    { ...because('dashboard_devices_changed'), devices: now },
  );
}

/** A dashboard without the devices that nobody has seen on it; of a list by hand all were. */
export const seenAmong = <
  Content extends { readonly follows: DashboardFollows | null; readonly espids: readonly string[] },
>(
  content: Content,
  seen: readonly string[],
): Content =>
  content.follows === null ? content : { ...content, espids: content.espids.filter((espid) => seen.includes(espid)) };
