import { useState } from 'react';

/** One of a few choices that this browser remembers under `key`; the first option until another is chosen. */
export function useStoredChoice<Choice extends string>(
  key: string,
  options: readonly [Choice, ...Choice[]],
): [Choice, (choice: Choice) => void] {
  const [choice, setChoice] = useState(() => options.find((option) => option === readStored(key)) ?? options[0]);
  return [
    choice,
    (next) => {
      writeStored(key, next);
      setChoice(next);
    },
  ];
}

/** Reads what this browser keeps under `key`; null when there is nothing or storage is switched off. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text in this browser; without storage it lasts as long as the page. */
export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing to do: the choice still holds on this page.
  }
}
