import type { Scene } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { holdFocus } from '../../../lib/browser/hold-focus.ts';
import { lazy } from '../../../lib/language/lazy.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ButtonLink } from '../../../ui/buttons/button-link.tsx';
import { Card } from '../../../ui/cards/card.tsx';
import { PageHead } from '../../../ui/cards/page-head.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/cards/states.tsx';
import { may, useSeenDevices } from '../../boards/devices/index.ts';
import { ExportSheet } from '../blueprints/index.ts';
import { scenesQuery } from '../definitions/index.ts';
import { SceneRow } from './scene-row.tsx';
import './scenes-page.css';

const SceneImport = lazy(async () => ({ default: (await import('./scene-import.tsx')).SceneImport }));
const SceneEditor = lazy(async () => ({ default: (await import('./scene-editor.tsx')).SceneEditor }));

/** What the editor is open on; `id` null: it becomes a new scene. */
type Editing = { id: number | null; start: Pick<Scene, 'name' | 'actions'> };

const newScene: Editing = { id: null, start: { name: '', actions: [] } };

/** `/scenes`: named sets of outputs and events, each run with one press. */
export function ScenesPage() {
  const [editing, setEditing] = useState<Editing | null>(null);
  const [exported, setExported] = useState<Scene | null>(null);
  const [isImporting, setImporting] = useState(false);
  const devices = useSeenDevices().filter((device) => !device.pending && may(device, 'operate'));
  return (
    <>
      <PageHead title={t`Scenes`}>
        {t`Set outputs and events of several devices with one press. Timers and rules can run scenes too.`}
      </PageHead>
      <SceneList
        hasDevices={devices.length > 0}
        onEdit={setEditing}
        onExport={setExported}
        onImport={() => setImporting(true)}
      />
      <Suspense fallback={null}>
        {editing && (
          <SceneEditor devices={devices} start={editing.start} id={editing.id} onClose={() => setEditing(null)} />
        )}
        {isImporting && <SceneImport devices={devices} onClose={() => setImporting(false)} />}
        {exported && (
          <ExportSheet
            source={{ kind: 'scene', id: exported.id }}
            name={exported.name}
            onClose={() => setExported(null)}
          />
        )}
      </Suspense>
    </>
  );
}

type SceneListProps = {
  hasDevices: boolean;
  onEdit: (editing: Editing) => void;
  onExport: (scene: Scene) => void;
  onImport: () => void;
};

function SceneList({ hasDevices, onEdit, onExport, onImport }: SceneListProps) {
  const { data, error, refetch } = useQuery(scenesQuery);
  const devices = useSeenDevices();
  const titleId = useId();
  if (!data && error) {
    return (
      <ErrorState title={t`Scenes did not load`} onRetry={() => void refetch()}>
        {failureText(error)}
      </ErrorState>
    );
  }
  if (!data) {
    return (
      <div aria-busy="true">
        <span className="sr-only">{t`Loading scenes`}</span>
        <Skeleton height={200} width="auto" className="scenes-bone" />
      </div>
    );
  }
  const { scenes, allowed } = data;
  const isFull = scenes.length >= allowed;
  const add = (
    <Button variant="primary" icon={IconPlus} disabled={isFull} onClick={() => onEdit(newScene)}>
      {t`Add scene`}
    </Button>
  );
  const importing = <Button disabled={isFull} onClick={onImport}>{t`Import a blueprint`}</Button>;
  if (scenes.length === 0) {
    return hasDevices ? (
      <EmptyState
        title={t`No scenes yet`}
        actions={
          <>
            {add}
            {importing}
          </>
        }
      >
        {t`A scene such as “Evening” turns off lamps, closes vents and sets the night mode, on as many devices as you want.`}
      </EmptyState>
    ) : (
      <EmptyState title={t`No scenes yet`} actions={<ButtonLink to="/device">{t`Show devices`}</ButtonLink>}>
        {t`A scene sets outputs and events of devices. Add a device first.`}
      </EmptyState>
    );
  }
  const deviceName = (espid: string) => devices.find((device) => device.espid === espid)?.name ?? espid;
  return (
    <Card ref={holdFocus} aria-labelledby={titleId}>
      <div className="scenes-head">
        <h2 id={titleId}>
          {t`Your scenes`}{' '}
          <span className="scenes-count num">
            {isFull ? t`${{ count: scenes.length }} of ${allowed}` : scenes.length}
          </span>
        </h2>
        {importing}
        {add}
      </div>
      {isFull && <p className="scenes-note">{t`You have reached the limit. Delete a scene to add another.`}</p>}
      <ul aria-labelledby={titleId}>
        {scenes.map((scene) => (
          <SceneRow
            key={scene.id}
            scene={scene}
            deviceName={deviceName}
            onEdit={() => onEdit({ id: scene.id, start: scene })}
            onExport={() => onExport(scene)}
            onDuplicate={isFull ? undefined : () => onEdit({ id: null, start: { ...scene, name: '' } })}
          />
        ))}
      </ul>
    </Card>
  );
}
