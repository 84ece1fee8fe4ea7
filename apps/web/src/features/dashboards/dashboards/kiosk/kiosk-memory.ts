import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { restoreLastValues, storeLastValues } from '../../../../lib/browser/last-values.ts';

const place = 'kiosk';
const keepEveryMs = 10_000;
/** What has no room is large, and a small computer takes long to try again. */
const keepLargeEveryMs = 600_000;
/** What a dashboard is made of, also one of somebody else; the rest is none of its business. */
const kinds = new Set([
  ...['devices', 'shared', 'dashboards', 'account-dashboards', 'history', 'control', 'alerts', 'profile'],
  ...['shown-dashboard', 'shown-history', 'shown-control', 'shown-alerts'],
  ...['public-dashboard', 'public-history', 'public-control', 'public-alerts'],
]);

/**
 * Stores what this tab shows, so that a page that is loaded again while the server is away shows its last values; `owner` is who may
 * see them. True as soon as what was stored is back.
 */
export function useKioskMemory(owner: string): boolean {
  const client = useQueryClient();
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    restoreLastValues(client, { place, owner });
    setBack(true);
    const save = () => storeLastValues(client, { place, owner, kinds });
    let timer = setTimeout(saveAgain, keepEveryMs);
    function saveAgain() {
      timer = setTimeout(saveAgain, save() ? keepEveryMs : keepLargeEveryMs);
    }
    addEventListener('pagehide', save);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', save);
    };
  }, [client, owner]);
  return isBack;
}
