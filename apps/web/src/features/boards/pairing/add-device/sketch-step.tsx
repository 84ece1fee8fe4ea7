import { IconCheck } from '@tabler/icons-react';
import { isLoopback } from '../../../../lib/browser/board-host.ts';
import { ErrorState } from '../../../../ui/cards/states.tsx';
import { CodeFilesSkeleton } from '../../../../ui/code/code-files.tsx';
import { TextField } from '../../../../ui/fields/field.tsx';
import { Icon } from '../../../../ui/graphics/icon.tsx';
import { isHost } from '../../sketches/index.ts';
import { usePairing } from '../pairing-queries.ts';
import { useSketch } from './sketch-queries.ts';
import { SketchView } from './sketch-view.tsx';
import type { SketchChoosing } from './use-sketch-choice.ts';

/** Step 2: the sketch with everything filled in but the Wi-Fi. */
export function SketchStep({ choice, onShowKey }: { choice: SketchChoosing; onShowKey: () => void }) {
  const key = usePairing().data?.connectionKey;
  const sketch = useSketch(choice.choice, key);
  return (
    <li className="add-step add-step-done">
      <span className="add-step-mark">
        <Icon of={IconCheck} size={14} />
      </span>
      <h2>Upload this sketch</h2>
      <p className="add-step-lead">
        Your e-mail and{' '}
        <button type="button" className="add-step-inline link" onClick={onShowKey}>
          connection key
        </button>{' '}
        are filled in. {sketch.data && editSentence(sketch.data.files[0]?.editLines ?? [])}
      </p>
      <HostField choice={choice} />
      {sketch.isError ? (
        <ErrorState title="The sketch did not load" onRetry={() => void sketch.refetch()}>
          {sketch.error.message}
        </ErrorState>
      ) : sketch.data && choice.choice ? (
        <SketchView sketch={sketch.data} choice={choice.choice} />
      ) : (
        <CodeFilesSkeleton className="sketch" />
      )}
    </li>
  );
}

function HostField({ choice: { host, setHost } }: { choice: SketchChoosing }) {
  const typed = host.trim();
  return (
    <TextField
      className="add-step-host"
      label="Boards connect to"
      value={host}
      onChange={(event) => setHost(event.target.value)}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      error={isHost(typed) ? null : 'Type a host name or an IP address, without https:// and without a port.'}
      description={
        isLoopback(typed) && (
          <span className="add-step-warning">
            No board can reach {typed}: to a board that name means itself. Type the address of this server in your
            network, such as 192.168.1.10.
          </span>
        )
      }
    />
  );
}

/** "Fill in your Wi-Fi in lines 9 and 10." */
function editSentence(lines: readonly number[]): string {
  if (lines.length === 0) return '';
  const [first, last] = [lines[0], lines.at(-1)];
  if (lines.length === 1) return `Fill in your Wi-Fi in line ${first}.`;
  return `Fill in your Wi-Fi in lines ${lines.length === 2 ? `${first} and ${last}` : lines.join(', ')}.`;
}
