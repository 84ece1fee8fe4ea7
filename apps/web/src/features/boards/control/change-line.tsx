import type { Actor } from '@cyno/contract';
import { Trans } from '@lingui/react/macro';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatDateTime, formatSince } from '../../../lib/format/format.ts';
import { liveNow } from '../../../lib/live/live-client.ts';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { ActorText } from './actor-text.tsx';
import './change-line.css';
import { ChangeList } from './change-list.tsx';
import { RunReason } from './run-reason.tsx';

type ChangeLineProps = {
  espid: string;
  kind: 'output' | 'event';
  target: string;
  /** For people: `Exhaust fan`. */
  name: string;
  /** What it is: `On`, `65 %`, `auto`. */
  text: string;
  /** Since when it is so, and who made it so; null: the board has not reported yet. */
  at: number | null;
  by: Actor | null;
};

/** Why an output or event is what it is, as a sentence, and what it was before, on demand. */
export function ChangeLine({ espid, kind, target, name, text, at, by }: ChangeLineProps) {
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  if (at === null) return null;
  return (
    <div className="change">
      <p className="change-line">
        <span>
          {by ? (
            <Trans>
              {text} <Since at={at} />, <ActorText actor={by} espid={espid} />
            </Trans>
          ) : (
            <>
              {text} <Since at={at} />
            </>
          )}
        </span>
        <button
          type="button"
          className="change-toggle"
          aria-expanded={isOpen}
          aria-controls={isOpen ? list : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Trans>
            Changes<span className="sr-only"> of {name}</span>
          </Trans>
          <Icon of={IconChevronDown} size={14} />
        </button>
      </p>
      {by?.run && <RunReason espid={espid} run={by.run} />}
      {isOpen && <ChangeList id={list} espid={espid} kind={kind} target={target} name={name} />}
    </div>
  );
}

function Since({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at, { seconds: true })}>
      {formatSince(at, liveNow())}
    </time>
  );
}
