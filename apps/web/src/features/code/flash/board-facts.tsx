import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { noValue } from '../../../lib/format/format.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { devicePath, useDevices } from '../../boards/devices/index.ts';
import { boardEspid, espidSuffix } from './loader/board-espid.ts';
import './board-facts.css';
import type { BoardFacts as Facts } from './loader/board-loader.ts';
import { flashText } from './loader/flash-plan.ts';

/** Who is at the other end of the cable, and which device of the account that is. */
export function BoardFacts({ board }: { board: Facts }) {
  const espid = boardEspid(board);
  const known = useKnownDevice(board);
  return (
    <dl className="flash-facts">
      <div>
        <dt>{t`Chip`}</dt>
        <dd>{board.description}</dd>
      </div>
      <div>
        <dt>{t`Flash memory`}</dt>
        <dd>{board.flashBytes === null ? noValue : flashText(board.flashBytes)}</dd>
      </div>
      <div>
        <dt>{t`MAC address`}</dt>
        <dd className="mono">{board.mac}</dd>
      </div>
      <div className="flash-facts-wide">
        <dt>{t`Device id`}</dt>
        <dd>
          {known || espid ? (
            <CopyButton label={t`Copy device id`} text={known?.espid ?? espid ?? ''}>
              <span className="mono">{known?.espid ?? espid}</span>
            </CopyButton>
          ) : (
            <span className="mono">…_{espidSuffix(board)}</span>
          )}
          {known && (
            <Link to={devicePath(known.espid)} className="flash-facts-device">
              {t`Open ${{ name: known.name }}`}
            </Link>
          )}
          {!known && <span className="flash-facts-note">{t`The board will use this id.`}</span>}
        </dd>
      </div>
    </dl>
  );
}

/** The same chip may have another model in its id, from an older Arduino core; what ends the id stays. */
function useKnownDevice(board: Facts): Device | undefined {
  const { data } = useDevices();
  const espid = boardEspid(board);
  const ending = `_${espidSuffix(board)}`;
  return data?.find((device) => device.espid === espid) ?? data?.find((device) => device.espid.endsWith(ending));
}
