import { useEffect, useEffectEvent } from 'react';

type EditorKeys = {
  /** False while a sheet or dialog has the keyboard. */
  isOn: boolean;
  undo: () => void;
  redo: () => void;
  duplicate: (id: string) => void;
  /** The text for the clipboard of a widget; null: there is no such widget. */
  copied: (id: string) => string | null;
  paste: (text: string) => void;
};

/** Ctrl+Z, Ctrl+Shift+Z, Ctrl+D, copy and paste while a dashboard is edited; fields keep theirs. */
export function useEditorKeys({ isOn, undo, redo, duplicate, copied, paste }: EditorKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isField(event.target)) return;
    const key = event.key.toLowerCase();
    const focused = focusedWidget();
    if (key === 'z' && event.shiftKey) redo();
    else if (key === 'z') undo();
    else if (key === 'y') redo();
    else if (key === 'd' && focused) duplicate(focused);
    else return;
    event.preventDefault();
  });
  const onCopy = useEffectEvent((event: ClipboardEvent) => {
    const focused = focusedWidget();
    const text = focused && getSelection()?.isCollapsed !== false ? copied(focused) : null;
    if (text === null || isField(event.target)) return;
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (!isField(event.target)) paste(event.clipboardData?.getData('text/plain') ?? '');
  });
  useEffect(() => {
    if (!isOn) return;
    document.addEventListener('keydown', onKey);
    document.addEventListener('copy', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, [isOn]);
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

const focusedWidget = () => (document.activeElement as HTMLElement | null)?.dataset.widget;
