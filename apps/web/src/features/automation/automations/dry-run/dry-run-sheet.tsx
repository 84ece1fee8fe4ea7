import type { Automation } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { Sheet } from '../../../../ui/overlays/dialog.tsx';
import '../automation-editor.css';
import type { Names } from '../../definitions/index.ts';
import { SentenceView, sentenceOf } from '../../definitions/index.ts';
import { DryRunView } from './dry-run-view.tsx';

type DryRunSheetProps = { automation: Automation; names: Names; timeZone: string; onClose: () => void };

/** What an automation of the list would have done. */
export function DryRunSheet({ automation, names, timeZone, onClose }: DryRunSheetProps) {
  const { espid, name, definition } = automation;
  return (
    <Sheet title={name ?? t`Test on past data`} size="wide" isOpen onClose={onClose}>
      <div className="editor">
        <p>
          <SentenceView parts={sentenceOf(definition, { espid, here: espid, names })} />
        </p>
        <DryRunView espid={espid} definition={definition} names={names} timeZone={timeZone} />
      </div>
    </Sheet>
  );
}
