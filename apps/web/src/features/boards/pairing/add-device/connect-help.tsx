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
    <section ref={helpRef} className="connect-help" aria-label="Nothing happens">
      <h3>Nothing happens?</h3>
      <ul>
        <li>
          <b>Wi-Fi.</b> The boards know only 2.4 GHz networks. Name and password in the marked lines count every capital
          letter.
        </li>
        <li>
          <b>Address.</b>{' '}
          {isLoopback(host.trim())
            ? 'The sketch holds an address that no board can reach. Change it above and upload again.'
            : `The board must reach ${address}: the same network, or that port open in the firewall and the router.`}
        </li>
        <li>
          <b>Build files.</b> Without the files next to the sketch the library calls its own server instead of this one.
          Use the zip, and keep its folder together.
        </li>
        <li>
          <b>Serial monitor.</b> At 115200 baud the board says what it is doing. It tries again every 15 seconds.
        </li>
        <li>
          <b>Another account.</b> A board belongs to one account at a time. If another one has it, its card on All
          devices says so and lets you claim it.
        </li>
        {blocked > 0 && (
          <li>
            <b>Blocked boards.</b> You blocked {blocked === 1 ? 'one board' : `${blocked} boards`}; see Connection key
            on the list of devices.
          </li>
        )}
      </ul>
    </section>
  );
}
