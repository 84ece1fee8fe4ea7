import type { Automation, AutomationState } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { lazy } from '../../../lib/language/lazy.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/cards/states.tsx';
import { RoleNote } from '../../../ui/status/role-note.tsx';
import { controlQuery } from '../../boards/control/index.ts';
import { may, type SeenDevice } from '../../boards/devices/index.ts';
import { ExportSheet, type ImportStart } from '../blueprints/index.ts';
import {
  type Draft,
  draftOf,
  emptyDraft,
  likelyAction,
  MessageVariables,
  type Names,
  plainSentence,
  sentenceOf,
  useNames,
  useRemoveAutomation,
} from '../definitions/index.ts';
import { RunLog } from '../runs/index.ts';
import { ZoneLine } from '../timers/index.ts';
import { AutomationGroup } from './automation-group.tsx';
import { AutomationRow, type RowActions } from './automation-row.tsx';
import { BudgetLine } from './budget-line.tsx';
import { NoAutomations } from './no-automations.tsx';
import { sortAutomations } from './order.ts';
import { PlanLimit } from './plan-limit.tsx';
import { ReaderRow } from './reader-row.tsx';

const AutomationEditor = lazy(async () => ({ default: (await import('./automation-editor.tsx')).AutomationEditor }));
const AutomationImport = lazy(async () => ({ default: (await import('./automation-import.tsx')).AutomationImport }));
const DryRunSheet = lazy(async () => ({ default: (await import('./dry-run/dry-run-sheet.tsx')).DryRunSheet }));

/** What is open over the list: the editor of an automation (`of` null: a new one), what one would have done, or a blueprint. */
type Open =
  | { editor: Draft; of: Automation | null }
  | { dryRun: Automation }
  | { exported: Automation }
  | { imported: ImportStart }
  | null;

const noReaders: AutomationState['readers'] = [];

/** Timers, rules and the rules of others that read this device, with what can be done with them. */
export function AutomationList({ device, state }: { device: SeenDevice; state: AutomationState }) {
  const { espid } = device;
  const { automations, timeZone, allowed } = state;
  // Those of other devices are their owner's, whom one may not know.
  const readers = device.owner ? noReaders : state.readers;
  const canChange = may(device, 'manage');
  const operated = useMemo(() => [...new Set([espid, ...readers.map((reader) => reader.espid)])], [espid, readers]);
  const names = useNames(operated);
  const { timers, rules } = useMemo(() => sortAutomations(automations, names), [automations, names]);
  const [open, setOpen] = useState<Open>(null);
  const [openRuns, setOpenRuns] = useState<number | null>(null);
  const remove = useRemoveAutomation(espid).mutate;
  const actions = useMemo<RowActions>(
    () => ({
      edit: (automation) => setOpen({ editor: draftOf(automation.definition, automation.name), of: automation }),
      duplicate: ({ definition, name }) => setOpen({ editor: draftOf(definition, name), of: null }),
      exportIt: (automation) => setOpen({ exported: automation }),
      tryOut: (automation) => setOpen({ dryRun: automation }),
      showRuns(automation) {
        setOpenRuns(automation.id);
        document.getElementById('runs')?.scrollIntoView({ block: 'start' });
      },
      remove: (removed, sentence) => remove({ removed, sentence }),
    }),
    [remove],
  );
  // What was opened while the outputs were fetched stays open.
  const { begin, isBeginning } = useNewDraft(espid, (editor) => setOpen((now) => now ?? { editor, of: null }));
  const titleOf = ({ name, definition }: Automation) =>
    name ?? plainSentence(sentenceOf(definition, { espid, here: espid, names }));
  const row = (automation: Automation) => (
    <AutomationRow
      key={automation.id}
      automation={automation}
      names={names}
      timeZone={timeZone}
      actions={actions}
      canChange={canChange}
    />
  );
  const isFull = allowed !== null && automations.length >= allowed;
  const isEmpty = automations.length === 0;
  return (
    <div className="automation">
      <div className="automation-head">
        <ZoneLine timeZone={timeZone} allowed={allowed} used={automations.length} />
        {!isEmpty && canChange && (
          <div className="automation-head-buttons">
            <Button disabled={isFull} onClick={() => setOpen({ imported: null })}>
              {t`Start from a blueprint`}
            </Button>
            <Button variant="primary" icon={IconPlus} disabled={isFull} busy={isBeginning} onClick={() => void begin()}>
              {t`Add automation`}
            </Button>
          </div>
        )}
      </div>
      {!canChange && (
        <RoleNote>{t`You can view the automations. To change them, ask ${{ owner: device.owner ?? '' }} to make you a manager.`}</RoleNote>
      )}
      {isFull && !device.owner && <PlanLimit device={device.name} used={automations.length} allowed={allowed} />}
      {isEmpty && !canChange && (
        <EmptyState title={t`No automations yet`}>
          {t`Timers and rules that ${{ owner: device.owner ?? '' }} creates for this device appear here.`}
        </EmptyState>
      )}
      {isEmpty && !isFull && canChange && (
        <NoAutomations
          isBeginning={isBeginning}
          onBegin={() => void begin()}
          onImport={(imported) => setOpen({ imported })}
        />
      )}
      {!isEmpty && (
        <>
          <AutomationGroup
            title={t`Timers`}
            count={timers.length}
            detail={<BudgetLine what="timers" budget={state.timers} timeZone={timeZone} />}
            nothing={t`Timers do something at a time of the day, at sunrise or at sunset.`}
          >
            {timers.map(row)}
          </AutomationGroup>
          <AutomationGroup
            title={t`Rules`}
            count={rules.length}
            detail={<BudgetLine what="rules" budget={state.rules} timeZone={timeZone} />}
            nothing={t`Rules watch values and do something when they pass a limit.`}
          >
            {rules.map(row)}
          </AutomationGroup>
        </>
      )}
      {readers.length > 0 && (
        <AutomationGroup title={t`Rules of other devices that use this one`} count={readers.length}>
          {readers.map((automation) => (
            <ReaderRow key={automation.id} here={espid} automation={automation} names={names} timeZone={timeZone} />
          ))}
        </AutomationGroup>
      )}
      {!isEmpty && (
        <RunLog
          espid={espid}
          titleOf={titleOf}
          timeZone={timeZone}
          automations={[...timers, ...rules]}
          chosen={automations.some(({ id }) => id === openRuns) ? openRuns : null}
          onChoose={setOpenRuns}
        />
      )}
      {open && (
        <OpenSheet
          open={open}
          device={device}
          state={state}
          names={names}
          titleOf={titleOf}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

type OpenSheetProps = {
  open: NonNullable<Open>;
  device: SeenDevice;
  state: AutomationState;
  names: Names;
  titleOf: (automation: Automation) => string;
  onClose: () => void;
};

function OpenSheet({ open, device, state, names, titleOf, onClose }: OpenSheetProps) {
  const canChange = may(device, 'manage');
  const control = useQuery(controlQuery(device.espid)).data;
  return (
    <Suspense fallback={null}>
      {canChange && 'editor' in open && (
        <MessageVariables value={device.variables}>
          <AutomationEditor
            device={device}
            control={control}
            names={names}
            timeZone={state.timeZone}
            start={open.editor}
            automation={open.of}
            onClose={onClose}
          />
        </MessageVariables>
      )}
      {canChange && 'imported' in open && (
        <AutomationImport device={device} names={names} state={state} start={open.imported} onClose={onClose} />
      )}
      {'exported' in open && (
        <ExportSheet
          source={{ kind: 'automation', espid: device.espid, id: open.exported.id }}
          name={titleOf(open.exported)}
          onClose={onClose}
        />
      )}
      {canChange && 'dryRun' in open && (
        <DryRunSheet names={names} timeZone={state.timeZone} automation={open.dryRun} onClose={onClose} />
      )}
    </Suspense>
  );
}

/** Opens a draft with the output that is likely meant, also for anyone who is quicker than the network. */
function useNewDraft(espid: string, open: (draft: Draft) => void) {
  const client = useQueryClient();
  const [isBeginning, setBeginning] = useState(false);
  const begin = async () => {
    setBeginning(true);
    const control = await client.ensureQueryData(controlQuery(espid)).catch(() => null);
    setBeginning(false);
    open({ ...emptyDraft, action: control && likelyAction(control) });
  };
  return { begin, isBeginning };
}
