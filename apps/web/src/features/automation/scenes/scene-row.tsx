import type { Scene, SceneRun } from '@cyno/contract';
import { automationNameIn } from '@cyno/contract/automation-names';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  IconClipboardText,
  IconCopy,
  IconDots,
  IconFileExport,
  IconPencil,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { Fragment, useId, useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../../lib/api/session.ts';
import { formatAge, formatDateTime } from '../../../lib/format/format.ts';
import { currentLanguage } from '../../../lib/language/language.ts';
import { useLiveNow } from '../../../lib/live/live-client.ts';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import { Menu, type MenuEntry } from '../../../ui/overlays/menu.tsx';
import { Receipt } from '../../../ui/status/receipt.tsx';
import { actorPhrase, commandReasonText } from '../../boards/control/index.ts';
import { devicePath } from '../../boards/devices/index.ts';
import { useCopyText } from '../blueprints/index.ts';
import { plainSentence, SentenceView } from '../definitions/index.ts';
import { useRemoveScene, useRunScene } from './scene-calls.ts';
import { SceneQuestion } from './scene-question.tsx';
import './scene-row.css';
import { type DeviceName, resultName, resultStatus, runStatus, sceneSentence } from './scene-text.ts';

type SceneRowProps = {
  scene: Scene;
  deviceName: DeviceName;
  onEdit: () => void;
  /** Undefined: there is no room for another scene. */
  onDuplicate: (() => void) | undefined;
  onExport: () => void;
};

/** A scene as a sentence, with the button that runs it and what became of its newest run. */
export function SceneRow({ scene, deviceName, onEdit, onDuplicate, onExport }: SceneRowProps) {
  const { name, locked, usedBy, lastRun } = scene;
  const [isConfirming, setConfirming] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const resultsId = useId();
  const run = useRunScene();
  const remove = useRemoveScene().mutate;
  const copy = useCopyText();
  const start = () => {
    setOpen(true);
    run.mutate(scene);
  };
  const entries: MenuEntry[] = [
    { id: 'edit', label: t`Edit`, icon: IconPencil, onAction: onEdit },
    ...(onDuplicate ? [{ id: 'duplicate', label: t`Duplicate`, icon: IconCopy, onAction: onDuplicate }] : []),
    {
      id: 'copy',
      label: t`Copy as text`,
      icon: IconClipboardText,
      onAction: () => void copy(`${name}: ${plainSentence(sceneSentence(scene, deviceName))}`, t`Sentence copied`),
    },
    { id: 'export', label: t`Export as a blueprint`, icon: IconFileExport, onAction: onExport },
    'separator',
    { id: 'delete', label: t`Delete`, icon: IconTrash, tone: 'danger', onAction: () => remove(scene) },
  ];
  return (
    <li className="scene-row">
      <div className="scene-row-text">
        <h3>{name}</h3>
        <p className="scene-row-sentence">
          <SentenceView parts={sceneSentence(scene, deviceName)} />
        </p>
        {usedBy.length > 0 && <UsedBy usedBy={usedBy} />}
        {lastRun && (
          <RunLine run={lastRun} isOpen={isOpen} listId={resultsId} name={name} onToggle={() => setOpen(!isOpen)} />
        )}
        {lastRun && isOpen && <Results id={resultsId} scene={scene} run={lastRun} deviceName={deviceName} />}
      </div>
      <div className="scene-row-actions">
        <Button
          icon={IconPlayerPlay}
          aria-label={t`Run ${name}`}
          busy={run.isPending}
          onClick={() => (locked ? setConfirming(true) : start())}
        >
          {t`Run`}
        </Button>
        <Menu
          label={t`Actions for ${name}`}
          trigger={<IconButton label={t`Actions for ${name}`} title={t`Actions`} icon={IconDots} />}
          entries={entries}
        />
      </div>
      {isConfirming && (
        <SceneQuestion name={name} isLocked={locked} onRun={start} onClose={() => setConfirming(false)} />
      )}
    </li>
  );
}

function UsedBy({ usedBy }: Pick<Scene, 'usedBy'>) {
  return (
    <p className="scene-row-facts">
      <Trans>
        Run by <Automations usedBy={usedBy} />
      </Trans>
    </p>
  );
}

const Automations = ({ usedBy }: Pick<Scene, 'usedBy'>) =>
  usedBy.map(({ automationId, espid, name }, index) => (
    <Fragment key={automationId}>
      {index > 0 && ', '}
      <Link className="link" to={devicePath(espid, 'Automation')}>
        {automationNameIn(name, currentLanguage())}
      </Link>
    </Fragment>
  ));

type RunLineProps = { run: SceneRun; isOpen: boolean; listId: string; name: string; onToggle: () => void };

/** What became of the newest run, and a way to read what each board did. */
function RunLine({ run, isOpen, listId, name, onToggle }: RunLineProps) {
  const now = useLiveNow(10_000);
  const me = useSession()?.userId ?? null;
  const { scene: _, ...by } = run.by;
  return (
    <div className="scene-row-run">
      <span className="scene-row-outcome" aria-live="polite">
        <Receipt {...runStatus(run)} reason={null} />
      </span>
      <span className="scene-row-facts">
        <time dateTime={new Date(run.at).toISOString()} title={formatDateTime(run.at, { seconds: true })}>
          {formatAge(now - run.at)}
        </time>{' '}
        {actorPhrase(by, me)}
      </span>
      <button
        type="button"
        className="scene-row-more"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={onToggle}
      >
        {isOpen ? t`Hide` : t`Details`}
        <span className="sr-only">: {t`last run of ${name}`}</span>
      </button>
    </div>
  );
}

type ResultsProps = { id: string; scene: Scene; run: SceneRun; deviceName: DeviceName };

/** What each board did. */
function Results({ id, scene, run, deviceName }: ResultsProps) {
  return (
    <ul className="scene-results" id={id} aria-label={t`Results of ${{ name: scene.name }}`}>
      {run.results.map((result) => (
        <li key={`${result.espid} ${result.kind} ${result.target}`}>
          <span className="scene-result-name">
            {deviceName(result.espid)}: <b>{resultName(result, scene)}</b>
          </span>
          <Receipt {...resultStatus(result)} reason={null} />
          {result.reason !== null && <p className="scene-result-reason">{commandReasonText(result)}</p>}
        </li>
      ))}
    </ul>
  );
}
