import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useToasts } from '../../ui/toast.tsx';
import { usePairing } from './pairing-queries.ts';

/** Says on every page but the list itself, which shows it as a card, that a new board waits for its owner. */
export function PendingBoardToasts({ onList }: { onList: boolean }) {
  const { data } = usePairing();
  const toasts = useToasts();
  const navigate = useNavigate();
  const toldRef = useRef(new Set<string>());
  const waiting = data?.pending.map((board) => board.espid).join('\n') ?? '';
  const tell = useEffectEvent((espids: readonly string[]) => {
    for (const espid of espids) {
      if (toldRef.current.has(espid)) continue;
      toldRef.current.add(espid);
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
