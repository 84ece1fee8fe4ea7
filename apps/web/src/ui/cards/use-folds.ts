import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useFirstData } from '../../lib/api/use-first-data.ts';
import { useMedia } from '../../lib/browser/use-media.ts';

/**
 * Which groups of a long page are open: all of them where there is room; on a phone those that somebody opened or followed a link to. Goes to
 * what the address names, for which all of them are `isNeeded`, once the page `isThere` with what its parts request: until then it `isWaiting`,
 * and keeps them hidden.
 */
export function useFolds(isThere = true) {
  const isPhone = useMedia('(max-width: 767px)');
  const { hash, key } = useLocation();
  const hasData = useFirstData(isThere);
  const isWaiting = hash !== '' && !hasData;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const note = (id: string, isOpen: boolean) => {
    if (!isPhone || open.has(id) === isOpen) return;
    setOpen(new Set(isOpen ? [...open, id] : [...open].filter((other) => other !== id)));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link may be followed again after the group was closed
  useEffect(() => {
    const target = document.getElementById(hash.slice(1));
    const group = target?.closest('details');
    if (!isThere || isWaiting || !target) return;
    if (isPhone && group) group.open = true;
    target.scrollIntoView();
  }, [hash, key, isPhone, isThere, isWaiting]);
  return { isPhone, isWaiting, isNeeded: hash !== '', isOpen: (id: string) => !isPhone || open.has(id), note };
}
