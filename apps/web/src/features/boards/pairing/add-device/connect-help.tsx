import { plural, t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { isLoopback } from '../../../../lib/browser/board-host.ts';
import { usePairing } from '../pairing-queries.ts';
import type { SketchChoosing } from './use-sketch-choice.ts';

/** What usually keeps a board from turning up, the commonest first. */
export function ConnectHelp({ choice: { host, port } }: { choice: SketchChoosing }) {
  const helpRef = useRef<HTMLElement>(null);
  const blocked = usePairing().data?.blocked.length ?? 0;
  useEffect(() => {
    helpRef.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const address = `${host.trim()}:${port}`;
  return (
    <section ref={helpRef} className="connect-help" aria-label={t`Board not connecting`}>
      <h3>{t`Board not connecting?`}</h3>
      <ul>
        <li>
          <b>{t`Wi-Fi`}</b>{' '}
          {t`Boards only use 2.4 GHz networks. Check capital letters in the network name and password.`}
        </li>
        <li>
          <b>{t`Address`}</b>{' '}
          {isLoopback(host.trim())
            ? t`Boards cannot reach the address in the sketch. Change it above and upload again.`
            : t`The board must reach ${address}. Use the same network, or open this port in the firewall and router.`}
        </li>
        <li>
          <b>{t`Build files`}</b>{' '}
          {t`Download the zip and keep its files in one folder. Without them the library connects to another server.`}
        </li>
        <li>
          <b>{t`Serial monitor`}</b>{' '}
          {t`Open it at 115200 baud to see what the board is doing. The board retries every 15 seconds.`}
        </li>
        <li>
          <b>{t`Another account`}</b>{' '}
          {t`A board belongs to one account at a time. If another account has it, claim it on its card in All devices.`}
        </li>
        {blocked > 0 && (
          <li>
            <b>{t`Blocked boards`}</b>{' '}
            {plural(blocked, {
              one: 'You blocked # board. To unblock it, open Connection key in All devices.',
              other: 'You blocked # boards. To unblock them, open Connection key in All devices.',
            })}
          </li>
        )}
      </ul>
    </section>
  );
}
