import { t } from '@lingui/core/macro';
import { IconQuestionMark } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../../../../ui/buttons/button.tsx';
import { Popover } from '../../../../ui/overlays/popover.tsx';
import './keyboard-help.css';
import { isTaken } from './use-editor-keys.ts';

type Shortcut = { keys: string; text: string };

/** What the keys do in the editor, behind a button and behind the key `?`. */
export function KeyboardHelp({ layout }: { layout: 'wide' | 'phone' }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || isTaken(event.target)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <Popover
      label={t`Keyboard shortcuts`}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <IconButton
          label={t`Keyboard shortcuts`}
          title={t`Keyboard shortcuts (?)`}
          icon={IconQuestionMark}
          size="small"
        />
      }
    >
      <dl className="keyboard-help">
        {[...(layout === 'wide' ? gridShortcuts() : phoneShortcuts()), ...shortcuts()].map(({ keys, text }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Popover>
  );
}

const gridShortcuts = (): Shortcut[] => [
  { keys: '← ↑ → ↓', text: t`Move` },
  { keys: 'Shift + ← ↑ → ↓', text: t`Resize` },
  { keys: 'Delete', text: t`Remove` },
];

const phoneShortcuts = (): Shortcut[] => [
  { keys: '← ↑ → ↓', text: t`Change the order` },
  { keys: 'Shift + ← →', text: t`Half or full width` },
  { keys: 'Shift + ↑ ↓', text: t`Change the height` },
  { keys: 'Delete', text: t`Hide or show on phones` },
];

const shortcuts = (): Shortcut[] => [
  { keys: 'Enter', text: t`Edit widget` },
  { keys: t`Space, or Shift + click`, text: t`Select several` },
  { keys: 'Ctrl + A', text: t`Select all` },
  { keys: 'T', text: t`Go to the tools for the selection` },
  { keys: 'Esc', text: t`Clear selection` },
  { keys: 'Ctrl + C, X, V', text: t`Copy, cut, paste` },
  { keys: 'Ctrl + D', text: t`Duplicate` },
  { keys: 'Ctrl + Z', text: t`Undo` },
  { keys: 'Ctrl + Shift + Z', text: t`Redo` },
];
