import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { keepTold, readTold } from '../../lib/told.ts';
import { useToasts } from '../../ui/toast.tsx';
import { listOffers } from './offer-list.ts';
import { offersQuery } from './sharing-queries.ts';

const toldKey = 'toldOffers';

/**
 * Says once that somebody offers something to this account, on every page but the list of devices, which shows it itself; after a
 * reload that list is the place for it.
 */
export function OfferToasts({ onList }: { onList: boolean }) {
  const { data } = useQuery(offersQuery);
  const toasts = useToasts();
  const navigate = useNavigate();
  const [told] = useState(() => readTold(toldKey));
  const tell = useEffectEvent(() => {
    for (const { id, thing, isTransfer, owner, name, role } of data ? listOffers(data) : []) {
      if (told.has(String(id))) continue;
      told.add(String(id));
      keepTold(toldKey, told);
      if (onList) continue;
      toasts.add({
        kind: 'info',
        title: `A ${thing} is offered to you`,
        detail: isTransfer
          ? `${owner} wants to give you ${name}.`
          : `${owner} wants to share ${name} with you as ${role}.`,
        key: `offer ${id}`,
        action: { label: 'Show', onPress: () => void navigate('/device') },
      });
    }
  });
  useEffect(() => {
    if (data) tell();
  }, [data]);
  return null;
}
