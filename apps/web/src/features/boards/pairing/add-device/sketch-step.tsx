import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { IconCheck } from '@tabler/icons-react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { isLoopback } from '../../../../lib/browser/board-host.ts';
import { formatList } from '../../../../lib/format/format-list.ts';
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
      <h2>{t`Upload this sketch`}</h2>
      <p className="add-step-lead">
        <Trans>
          Your e-mail and{' '}
          <button type="button" className="add-step-inline link" onClick={onShowKey}>
            connection key
          </button>{' '}
          are filled in.
        </Trans>{' '}
        {sketch.data && editSentence(sketch.data.files[0]?.editLines ?? [])}
      </p>
      <HostField choice={choice} />
      {sketch.isError ? (
        <ErrorState title={t`Could not load the sketch`} onRetry={() => void sketch.refetch()}>
          {failureText(sketch.error)}
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
      label={t`Server address for boards`}
      value={host}
      onChange={(event) => setHost(event.target.value)}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      error={isHost(typed) ? null : t`Enter a host name or IP address, without https:// or a port.`}
      description={
        isLoopback(typed) && (
          <span className="add-step-warning">
            {t`Boards cannot reach ${typed}. Enter this server’s address in your network, such as 192.168.1.10.`}
          </span>
        )
      }
    />
  );
}

/** "Enter your Wi-Fi name and password in lines 9 and 10." */
function editSentence(lines: readonly number[]): string {
  if (lines.length === 0) return '';
  const lineNumbers = formatList(lines.map(String));
  return plural(
    { count: lines.length },
    {
      one: `Enter your Wi-Fi name and password in line ${lineNumbers}.`,
      other: `Enter your Wi-Fi name and password in lines ${lineNumbers}.`,
    },
  );
}
