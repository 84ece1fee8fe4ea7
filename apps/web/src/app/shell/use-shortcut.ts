import { useEffect, useEffectEvent } from 'react';
import { latinKey } from '../../lib/browser/latin-key.ts';

/** Calls back on Ctrl or Cmd with a letter. */
export function useShortcut(letter: string, onPress: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const alone = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!alone || latinKey(event).toLowerCase() !== letter) return;
    event.preventDefault();
    onPress();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
