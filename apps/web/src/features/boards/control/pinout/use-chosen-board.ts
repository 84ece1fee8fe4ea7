import { useState } from 'react';
import type { BoardDrawing } from './board-drawings.ts';

const keyOf = (espid: string) => `board ${espid}`;

/** Which of the boards with the same chip is drawn; the choice is stored in this browser. */
export function useChosenBoard(
  espid: string,
  drawings: readonly BoardDrawing[],
): [BoardDrawing | undefined, (id: string) => void] {
  const [chosen, setChosen] = useState(() => readStored(espid));
  const choose = (id: string) => {
    setChosen(id);
    try {
      localStorage.setItem(keyOf(espid), id);
    } catch {
      // Storage is switched off: the choice lives as long as the page.
    }
  };
  return [drawings.find(({ id }) => id === chosen) ?? drawings[0], choose];
}

function readStored(espid: string): string | null {
  try {
    return localStorage.getItem(keyOf(espid));
  } catch {
    return null;
  }
}
