import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { readNotified, writeNotified } from '../../../lib/browser/notified.ts';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { usePairing } from './pairing-queries.ts';

const notifiedKey = 'toldBoards';

/**
 * Announces once on every page but the list itself, which shows it as a card, that a new board waits for its owner; after a
 * reload the mark in the menu shows it.
 */
export function PendingBoardToasts({ onList }: { onList: boolean }) {
  const { data } = usePairing();
  const toasts = useToasts();
  const navigate = useNavigate();
  const [notified] = useState(() => readNotified(notifiedKey));
  const waiting = data?.pending.map((board) => board.espid).join('\n') ?? '';
  const notify = useEffectEvent((espids: readonly string[]) => {
    for (const espid of espids) {
      if (notified.has(espid)) continue;
      notified.add(espid);
      writeNotified(notifiedKey, notified);
      if (onList) continue;
      toasts.add({
        kind: 'info',
        title: t`New board wants to join`,
        detail: espid,
        key: `pending ${espid}`,
        action: { label: t`Show`, onPress: () => void navigate('/device') },
      });
    }
  });
  useEffect(() => notify(waiting.split('\n').filter(Boolean)), [waiting]);
  return null;
}
