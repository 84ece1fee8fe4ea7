import { type Dispatch, type SetStateAction, useLayoutEffect, useState } from 'react';
import { currentLanguage } from './language.ts';

const lasting = new Map<string, unknown>();

/** State of a component that another language draws again; `key` is its own on the page. Not for passwords: it leaves the component. */
export function useLastingState<Value>(key: string, initial: Value): [Value, Dispatch<SetStateAction<Value>>] {
  const state = useState<Value>(() => (lasting.has(key) ? (lasting.get(key) as Value) : initial));
  const [value] = state;
  useLayoutEffect(() => {
    const language = currentLanguage();
    lasting.set(key, value);
    return () => {
      if (currentLanguage() === language) lasting.delete(key);
    };
  }, [key, value]);
  return state;
}
