import { t } from '@lingui/core/macro';
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react';
import './code-files.css';
import { CopyButton } from '../buttons/copy-button.tsx';
import { Skeleton } from '../cards/skeleton.tsx';
import { highlight } from './highlight.ts';

/** A file to read; `editLines` (from 1) are marked, because the reader fills them in. */
export type CodeFile = { path: string; text: string; editLines: readonly number[] };

type CodeFilesProps = {
  /** What the files are, for screen readers: `Files of the sketch`. */
  label: string;
  files: readonly CodeFile[];
  /** Buttons before *Copy*. */
  actions?: ReactNode;
  /** Newer files are on their way. */
  busy?: boolean;
  className?: string;
};

/** Source files in tabs, coloured; to copy one by one. */
export function CodeFiles({ label, files, actions, busy, className }: CodeFilesProps) {
  const id = useId();
  const [path, setPath] = useState<string>();
  const file = files.find((one) => one.path === path) ?? files[0];
  if (file === undefined) return null;
  const tabId = (index: number) => `${id}-tab-${index}`;
  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const next = (files.indexOf(file) + by + files.length) % files.length;
    setPath(files[next]?.path);
    document.getElementById(tabId(next))?.focus();
  };
  return (
    <div className={className ? `code-files ${className}` : 'code-files'} aria-busy={busy || undefined}>
      <div className="code-bar">
        <div className="code-tabs" role="tablist" aria-label={label} onKeyDown={step}>
          {files.map((one, index) => (
            <button
              key={one.path}
              id={tabId(index)}
              type="button"
              role="tab"
              className="code-tab"
              aria-selected={one === file}
              aria-controls={`${id}-panel`}
              tabIndex={one === file ? 0 : -1}
              onClick={() => setPath(one.path)}
            >
              {one.path.split('/').at(-1)}
            </button>
          ))}
        </div>
        {actions}
        <CopyButton className="code-copy" label={t`Copy ${{ path: file.path }}`} text={file.text}>
          <span aria-hidden="true">{t`Copy`}</span>
        </CopyButton>
      </div>
      <div
        id={`${id}-panel`}
        className="code-text"
        role="tabpanel"
        aria-label={file.path}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it (WCAG 2.1.1).
        tabIndex={0}
      >
        <Code file={file} />
      </div>
    </div>
  );
}

function Code({ file }: { file: CodeFile }) {
  const lines = useMemo(() => highlight(file.path, file.text.replace(/\n$/, '')), [file]);
  return (
    <pre>
      {lines.map((tokens, index) => {
        const number = index + 1;
        return (
          <span key={number} className={file.editLines.includes(number) ? 'code-line code-line-edit' : 'code-line'}>
            {tokens.map(({ kind, text }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line never move.
              <span key={place} className={`code-${kind}`}>
                {text}
              </span>
            ))}
            {'\n'}
          </span>
        );
      })}
    </pre>
  );
}

const boneWidths = ['31%', '24%', '27%', '42%', '18%', '55%', '49%', '22%', '37%'];

/** Lines of code in their final place while the files are made. */
export function CodeFilesSkeleton({ className }: { className?: string }) {
  return (
    <div className={['code-files code-files-loading', className].filter(Boolean).join(' ')} aria-busy="true">
      {boneWidths.map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}
