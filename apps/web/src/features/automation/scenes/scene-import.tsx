import type { SceneAction } from '@cyno/contract';
import { useQueries } from '@tanstack/react-query';
import { controlQuery } from '../../boards/control/index.ts';
import type { SeenDevice } from '../../boards/devices/index.ts';
import { ImportSheet } from '../blueprints/index.ts';
import { SentenceView } from '../definitions/index.ts';
import { useSaveScene } from './scene-calls.ts';
import { sceneSentence } from './scene-text.ts';

type SceneImportProps = { devices: readonly SeenDevice[]; onClose: () => void };

/** Makes a scene from a blueprint. */
export function SceneImport({ devices, onClose }: SceneImportProps) {
  const { mutateAsync } = useSaveScene();
  return (
    <ImportSheet
      kind="scene"
      start={null}
      device={null}
      devices={devices}
      timeZone={null}
      preview={(filled) => filled.kind === 'scene' && <Sentence actions={filled.actions} devices={devices} />}
      save={async ({ name, filled }) => {
        if (filled.kind === 'scene') await mutateAsync({ id: null, request: { name, actions: filled.actions } });
      }}
      onClose={onClose}
    />
  );
}

/** What the scene would set, by the names that its outputs have. */
function Sentence({ actions, devices }: { actions: SceneAction[]; devices: readonly SeenDevice[] }) {
  const espids = [...new Set(actions.map(({ espid }) => espid))];
  const controls = useQueries({ queries: espids.map((espid) => controlQuery(espid)) });
  const labels = actions.map((action) => {
    const control = controls[espids.indexOf(action.espid)]?.data;
    return action.kind === 'output'
      ? (control?.outputs.find(({ pin }) => pin === action.pin)?.name ?? null)
      : (control?.events.find(({ name }) => name === action.name)?.label ?? null);
  });
  const deviceName = (espid: string) => devices.find((device) => device.espid === espid)?.name ?? espid;
  return (
    <p>
      <SentenceView parts={sceneSentence({ actions, labels }, deviceName)} />
    </p>
  );
}
