import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { keepTold, readTold } from '../../../lib/browser/told.ts';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { usePairing } from './pairing-queries.ts';

const toldKey = 'toldBoards';

/**
 * Announces once on every page but the list itself, which shows it as a card, that a new board waits for its owner; after a
 * reload the mark in the menu shows it.
 */
export function PendingBoardToasts({ onList }: { onList: boolean }) {
  const { data } = usePairing();
  const toasts = useToasts();
  const navigate = useNavigate();
  const [told] = useState(() => readTold(toldKey));
  const waiting = data?.pending.map((board) => board.espid).join('\n') ?? '';
  const tell = useEffectEvent((espids: readonly string[]) => {
    for (const espid of espids) {
      if (told.has(espid)) continue;
      told.add(espid);
      keepTold(toldKey, told);
      if (onList) continue;
      toasts.add({
        kind: 'info',
        title: 'New board wants to join',
        detail: espid,
        key: `pending ${espid}`,
        action: { label: 'Show', onPress: () => void navigate('/device') },
      });
    }
  });
  useEffect(() => tell(waiting.split('\n').filter(Boolean)), [waiting]);
  return null;
}
