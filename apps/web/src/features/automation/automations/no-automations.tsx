import type { ControlState, Device } from '@cyno/contract';
import { IconPlus } from '@tabler/icons-react';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/cards/states.tsx';
import type { Names } from '../definitions/index.ts';
import { type Draft, definitionOf, exampleDrafts } from '../definitions/index.ts';
import './no-automations.css';
import { SentenceView, sentenceOf } from '../definitions/index.ts';

type NoAutomationsProps = {
  device: Device;
  control: ControlState | undefined;
  names: Names;
  onBegin: (draft: Draft | null) => void;
};

/** What stands where there is no automation yet: what one is, and sentences to begin with. */
export function NoAutomations({ device, control, names, onBegin }: NoAutomationsProps) {
  const { espid } = device;
  const examples = (control ? exampleDrafts(device, control) : []).flatMap((draft) => {
    const { definition } = definitionOf(draft);
    return definition ? [{ draft, parts: sentenceOf(definition, { espid, here: espid, names }) }] : [];
  });
  return (
    <EmptyState
      title="Nothing happens by itself yet"
      actions={
        <div className="no-automations">
          {examples.length > 0 && (
            <ul aria-label="Examples">
              {examples.map(({ draft, parts }) => (
                <li key={`${draft.kind} ${draft.moment}`}>
                  <button type="button" className="no-automations-example" onClick={() => onBegin(draft)}>
                    <SentenceView parts={parts} />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <Button variant="primary" icon={IconPlus} onClick={() => onBegin(null)}>
            Add automation
          </Button>
        </div>
      }
    >
      A timer switches something at a time of the day. A rule watches values and acts when they pass a limit.{' '}
      {examples.length > 0 && 'Start from one of these, and change what you like before it is saved:'}
    </EmptyState>
  );
}
