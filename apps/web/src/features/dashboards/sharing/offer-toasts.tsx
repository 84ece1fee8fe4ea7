import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { readNotified, writeNotified } from '../../../lib/browser/notified.ts';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { listOffers, type Offer } from './offer-list.ts';
import { offersQuery } from './sharing-queries.ts';

const notifiedKey = 'toldOffers';

/**
 * Announces once that somebody offers something to this account, on every page but the list of devices, which shows it itself;
 * after a reload that list is the place for it.
 */
export function OfferToasts({ onList }: { onList: boolean }) {
  const { data } = useQuery(offersQuery);
  const toasts = useToasts();
  const navigate = useNavigate();
  const [notified] = useState(() => readNotified(notifiedKey));
  const notify = useEffectEvent(() => {
    const fresh = (data ? listOffers(data) : []).filter(({ id }) => !notified.has(String(id)));
    const [first] = fresh;
    if (!first) return;
    for (const { id } of fresh) notified.add(String(id));
    writeNotified(notifiedKey, notified);
    if (onList) return;
    toasts.add({
      kind: 'info',
      ...(fresh.length === 1 ? textOf(first) : severalText(fresh.length)),
      key: `offer ${first.id}`,
      action: { label: t`Show`, onPress: () => void navigate('/device') },
    });
  });
  useEffect(() => {
    if (data) notify();
  }, [data]);
  return null;
}

function textOf({ isTransfer, owner, name }: Offer) {
  return {
    title: t`New offer`,
    detail: isTransfer ? t`${owner} wants to transfer ${name} to you.` : t`${owner} wants to share ${name} with you.`,
  };
}

/** One toast for all that wait at the login: a stack of them would cover a phone. */
function severalText(count: number) {
  return { title: plural(count, { other: '# new offers' }), detail: t`You find them above your devices.` };
}
