import { useMemo } from 'react';
import { useWatch } from '../../../lib/live/live-client.ts';
import { Card } from '../../../ui/cards/card.tsx';
import type { SeenDevice } from '../../boards/devices/index.ts';

/** What stands on the page of a board that has not sent a value: what to check. It turns into charts with the first value. */
export function NothingYet({ device }: { device: SeenDevice }) {
  const { espid, online, onlineChangedAt, owner } = device;
  useWatch(useMemo(() => [espid], [espid]));
  if (owner) return <NothingShared online={online} owner={owner} />;
  const topic = <span className="mono">{`/${espid}/data/update`}</span>;
  return (
    <Card className="state-card nothing-yet">
      <h2>{online ? 'Connected, waiting for the first value' : 'No values yet'}</h2>
      <div className="nothing-yet-text">
        {online
          ? 'The board is connected but has sent nothing so far. The first value appears here by itself. If it does not, check that:'
          : `The board ${onlineChangedAt === null ? 'was never connected' : 'is not connected'} and has sent no value. Check that:`}
        <ul className="nothing-yet-list">
          {!online && <li>it has power, and its Wi-Fi name and password are right</li>}
          <li>
            the sketch calls <span className="mono">handle()</span> in <span className="mono">loop()</span>, without
            long delays between
          </li>
          <li>
            it calls <span className="mono">update()</span> with at least one value, and the sensor answers in the
            serial monitor
          </li>
          <li>a client that is not the library publishes a flat JSON object to {topic}</li>
        </ul>
      </div>
    </Card>
  );
}

/** For somebody who cannot do anything about it. */
function NothingShared({ online, owner }: { online: boolean; owner: string }) {
  return (
    <Card className="state-card nothing-yet">
      <h2>{online ? 'Connected, waiting for the first value' : 'No values yet'}</h2>
      <p className="nothing-yet-text">
        {online
          ? 'The board is connected but has sent nothing so far. The first value appears here by itself.'
          : `The board is not connected and has sent no value. ${owner} can check it; the first value appears here by itself.`}
      </p>
    </Card>
  );
}
