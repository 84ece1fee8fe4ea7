import type { DashboardScene, SceneRun, WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../../../lib/api/api-client.ts';
import { failureText } from '../../../../../lib/api/failure-text.ts';
import { Button } from '../../../../../ui/buttons/button.tsx';
import { Receipt } from '../../../../../ui/status/receipt.tsx';
import {
  dashboardSceneQuery,
  resultName,
  resultStatus,
  runStatus,
  SceneQuestion,
  useRunDashboardScene,
} from '../../../../automation/scenes/index.ts';
import { commandReasonText } from '../../../../boards/control/index.ts';
import { useSeenDevices } from '../../../../boards/devices/index.ts';
import type { WidgetData } from '../widget-data.ts';
import { WidgetFrame } from '../widget-frame.tsx';
import './scene-widget.css';

type SceneWidgetProps = { content: Extract<WidgetContent, { type: 'scene' }>; data: WidgetData };

/** Runs a scene, and shows what became of it by the receipts of its boards. */
export function SceneWidget({ content: { title, sceneId, confirm }, data: { runsScenes } }: SceneWidgetProps) {
  const { data: scene, error } = useQuery({ ...dashboardSceneQuery(sceneId), enabled: runsScenes });
  const run = useRunDashboardScene(sceneId);
  const [isConfirming, setConfirming] = useState(false);
  const refusal = runsScenes && error ? refusalText(error) : null;
  // What the page knows of the present is nothing to a playback.
  const usable = runsScenes && !refusal ? scene : undefined;
  return (
    <WidgetFrame title={title} className="widget-control widget-scene">
      {refusal ? (
        <p className="widget-scene-note">{refusal}</p>
      ) : (
        <p className="widget-operate">
          <Button
            icon={IconPlayerPlay}
            aria-label={t`Run ${title}`}
            busy={run.isPending}
            disabled={!usable}
            onClick={() => (confirm || usable?.locked ? setConfirming(true) : run.mutate())}
          >
            {t`Run`}
          </Button>
        </p>
      )}
      {usable?.lastRun && <Outcome scene={usable} run={usable.lastRun} />}
      {isConfirming && (
        <SceneQuestion
          name={title}
          isLocked={usable?.locked ?? false}
          onRun={() => run.mutate()}
          onClose={() => setConfirming(false)}
        />
      )}
    </WidgetFrame>
  );
}

function refusalText(error: Error): string {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'not_found') return t`This scene was deleted. Ask the dashboard's owner to choose another one.`;
  if (code === 'forbidden') return t`You may not control all devices of this scene. Ask the dashboard's owner.`;
  return failureText(error);
}

/** So many of those that failed are named. */
const maxNamed = 2;

function Outcome({ scene, run }: { scene: DashboardScene; run: SceneRun }) {
  const devices = useSeenDevices();
  const deviceName = (espid: string) => devices.find((device) => device.espid === espid)?.name ?? espid;
  const failed = run.outcome === 'running' ? [] : run.results.filter((one) => resultStatus(one).tone === 'bad');
  const left = failed.length - maxNamed;
  return (
    <div className="widget-receipt" aria-live="polite">
      <Receipt {...runStatus(run)} reason={null} />
      {failed.length > 0 && (
        <ul className="widget-scene-failed" aria-label={t`Failed in ${{ name: scene.name }}`}>
          {failed.slice(0, maxNamed).map((result) => (
            <li key={`${result.espid} ${result.kind} ${result.target}`}>
              {deviceName(result.espid)}: {resultName(result, scene)},{' '}
              {commandReasonText(result) ?? resultStatus(result).text}
            </li>
          ))}
          {left > 0 && <li>{t`and ${left} more`}</li>}
        </ul>
      )}
    </div>
  );
}
