import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useToasts } from '../../ui/toast.tsx';
import { listOffers } from './offer-list.ts';
import { offersQuery } from './sharing-queries.ts';

/** Says once, on every page but the list of devices, which shows it itself, that somebody offers something to this account. */
export function OfferToasts({ onList }: { onList: boolean }) {
  const { data } = useQuery(offersQuery);
  const toasts = useToasts();
  const navigate = useNavigate();
  const [told] = useState(() => new Set<number>());
  const tell = useEffectEvent(() => {
    for (const { id, isTransfer, owner, name } of data ? listOffers(data) : []) {
      if (told.has(id)) continue;
      told.add(id);
      if (onList) continue;
      toasts.add({
        kind: 'info',
        title: isTransfer ? `${owner} wants to give you ${name}` : `${owner} wants to share ${name} with you`,
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
