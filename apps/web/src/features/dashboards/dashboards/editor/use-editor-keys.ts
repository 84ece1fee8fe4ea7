import { useEffect, useEffectEvent } from 'react';
import { latinKey } from '../../../../lib/browser/latin-key.ts';

type EditorKeys = {
  /** False while a sheet or dialog has the keyboard. */
  isOn: boolean;
  undo: () => void;
  redo: () => void;
  selectAll: () => void;
  /** Escape; false: nothing was selected. */
  unselect: () => boolean;
  /** What is selected around the widget that has the keyboard, or at all. */
  subject: (focused: string | undefined) => readonly string[];
  duplicate: (ids: readonly string[]) => void;
  remove: (ids: readonly string[]) => void;
  /** The text for the clipboard of some widgets. */
  copied: (ids: readonly string[]) => string;
  paste: (text: string) => void;
};

/** Undo and redo, select all and none, duplicate, copy, cut and paste while a dashboard is edited; fields keep theirs. */
export function useEditorKeys(keys: EditorKeys): void {
  const { isOn } = keys;
  const subject = () => keys.subject((document.activeElement as HTMLElement | null)?.dataset.widget);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.defaultPrevented || isTaken(event.target)) return;
    const key = latinKey(event).toLowerCase();
    if (key === 'escape' && keys.unselect()) event.preventDefault();
    if (!(event.ctrlKey || event.metaKey)) return;
    if (key === 'z' && event.shiftKey) keys.redo();
    else if (key === 'z') keys.undo();
    else if (key === 'y') keys.redo();
    else if (key === 'a') keys.selectAll();
    else if (key === 'd' && subject().length > 0) keys.duplicate(subject());
    else return;
    event.preventDefault();
  });
  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    const ids = subject();
    if (ids.length === 0 || getSelection()?.isCollapsed === false || isTaken(event.target)) return;
    event.clipboardData?.setData('text/plain', keys.copied(ids));
    event.preventDefault();
    if (event.type === 'cut') keys.remove(ids);
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (!isTaken(event.target)) keys.paste(event.clipboardData?.getData('text/plain') ?? '');
  });
  useEffect(() => {
    if (!isOn) return;
    document.addEventListener('keydown', onKey);
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, [isOn]);
}

/** Fields and what is open over the page use these keys themselves. */
export const isTaken = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.matches('input, textarea, select, [contenteditable]') || target.closest('[role="menu"], [role="dialog"]'));
