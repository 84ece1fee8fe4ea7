import type { SketchFile, SketchResponse } from '@cyno/contract';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { highlight } from './highlight.ts';
import { downloadSketch, type SketchChoice } from './sketch-queries.ts';
import './sketch-view.css';

/** The files of a sketch in tabs, coloured, with the lines to fill in marked; to copy one by one or as a zip. */
export function SketchView({ sketch, choice }: { sketch: SketchResponse; choice: SketchChoice }) {
  const id = useId();
  const [path, setPath] = useState<string>();
  const toasts = useToasts();
  const zip = useMutation({
    mutationFn: () => downloadSketch(choice, sketch.name),
    onError: (error) => toasts.add({ kind: 'error', title: 'The zip was not made', detail: error.message }),
  });
  const file = sketch.files.find((one) => one.path === path) ?? sketch.files[0];
  if (file === undefined) return null;
  const tabId = (index: number) => `${id}-tab-${index}`;
  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const next = (sketch.files.indexOf(file) + by + sketch.files.length) % sketch.files.length;
    setPath(sketch.files[next]?.path);
    document.getElementById(tabId(next))?.focus();
  };
  return (
    <div className="sketch">
      <div className="sketch-bar">
        <div className="sketch-tabs" role="tablist" aria-label="Files of the sketch" onKeyDown={step}>
          {sketch.files.map((one, index) => (
            <button
              key={one.path}
              id={tabId(index)}
              type="button"
              role="tab"
              className="sketch-tab"
              aria-selected={one === file}
              aria-controls={`${id}-panel`}
              tabIndex={one === file ? 0 : -1}
              onClick={() => setPath(one.path)}
            >
              {one.path.split('/').at(-1)}
            </button>
          ))}
        </div>
        <Button size="small" variant="ghost" icon={IconDownload} busy={zip.isPending} onClick={() => zip.mutate()}>
          Zip
        </Button>
        <CopyButton className="sketch-copy" label={`Copy ${file.path}`} text={file.text}>
          <span aria-hidden="true">Copy</span>
        </CopyButton>
      </div>
      <div
        id={`${id}-panel`}
        className="sketch-code"
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

function Code({ file }: { file: SketchFile }) {
  const lines = useMemo(() => highlight(file.path, file.text.replace(/\n$/, '')), [file]);
  return (
    <pre>
      {lines.map((tokens, index) => {
        const number = index + 1;
        return (
          <span
            key={number}
            className={file.editLines.includes(number) ? 'sketch-line sketch-line-edit' : 'sketch-line'}
          >
            {tokens.map(({ kind, text }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line never move.
              <span key={place} className={`sketch-${kind}`}>
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
