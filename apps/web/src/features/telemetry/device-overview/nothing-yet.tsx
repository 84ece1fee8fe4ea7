import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMemo } from 'react';
import { useWatch } from '../../../lib/live/live-client.ts';
import { Card } from '../../../ui/cards/card.tsx';
import type { SeenDevice } from '../../boards/devices/index.ts';

/** What stands on the page of a board that has not sent a value: what to check. It turns into charts with the first value. */
export function NothingYet({ device }: { device: SeenDevice }) {
  const { espid, online, onlineChangedAt, owner } = device;
  useWatch(useMemo(() => [espid], [espid]));
  if (owner) return <NothingShared online={online} owner={owner} />;
  const topic = <span className="mono whole-id">{`/${espid}/data/update`}</span>;
  return (
    <Card className="state-card nothing-yet">
      <h2>{online ? t`Connected, waiting for the first value` : t`No values yet`}</h2>
      <div className="nothing-yet-text">
        {firstSteps(online, onlineChangedAt !== null)}
        <ul className="nothing-yet-list">
          {!online && <li>{t`The board has power, and its Wi-Fi name and password are correct.`}</li>}
          <li>
            <Trans>
              The sketch calls <span className="mono">handle()</span> in <span className="mono">loop()</span>, without
              long delays.
            </Trans>
          </li>
          <li>
            <Trans>
              It calls <span className="mono">update()</span> with at least one value, and the serial monitor shows what
              the sensor measures.
            </Trans>
          </li>
          <li>
            <Trans>Without the Cyno library: the board publishes a flat JSON object to {topic}.</Trans>
          </li>
        </ul>
      </div>
    </Card>
  );
}

function firstSteps(online: boolean, wasConnected: boolean): string {
  if (online) return t`The first value appears here as soon as the board sends it. If nothing comes, check:`;
  return wasConnected
    ? t`The board is offline and has sent no value. Check:`
    : t`The board has never connected. Check:`;
}

/** For somebody who cannot do anything about it. */
function NothingShared({ online, owner }: { online: boolean; owner: string }) {
  return (
    <Card className="state-card nothing-yet">
      <h2>{online ? t`Connected, waiting for the first value` : t`No values yet`}</h2>
      <p className="nothing-yet-text">
        {online
          ? t`The first value appears here as soon as the board sends it.`
          : t`The board is offline and has sent no value. Ask ${owner} to check it.`}
      </p>
    </Card>
  );
}
