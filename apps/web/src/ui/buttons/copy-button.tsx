import { t } from '@lingui/core/macro';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import './copy-button.css';
import { Icon } from '../graphics/icon.tsx';
import { writeClipboard } from './write-clipboard.ts';

type CopyButtonProps = {
  text: string;
  /** What is copied, for the button's name: `Copy the id`. */
  label: string;
  /** Shown before the icon; with nothing the button is only the icon. */
  children?: ReactNode;
  className?: string;
};

/** Puts a text on the clipboard and shows for two seconds that it did. */
export function CopyButton({ text, label, children, className }: CopyButtonProps) {
  const [result, setResult] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(undefined), 2000);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async () => setResult((await writeClipboard(text)) ? 'copied' : 'failed');
  return (
    <button
      type="button"
      className={['copy-button', className].filter(Boolean).join(' ')}
      title={label}
      onClick={() => void copy()}
    >
      {children}
      <span className="sr-only">{label}</span>
      <Icon of={result === 'copied' ? IconCheck : IconCopy} size={14} />
      <span className="copy-button-result" role="status">
        {result === 'copied' && t`Copied`}
        {result === 'failed' && t`Not copied: select it by hand`}
      </span>
    </button>
  );
}
