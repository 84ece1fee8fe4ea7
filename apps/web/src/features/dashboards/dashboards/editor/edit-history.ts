import type { Widget } from '@cyno/contract';
import { useReducer } from 'react';
import type { Follows } from '../follow.ts';

/** A dashboard while it is edited; `espids` are the devices to choose from above it, which are those of what it `follows`. */
export type Draft = {
  name: string;
  widgets: readonly Widget[];
  espids: readonly string[];
  follows: Follows | null;
};

/** What can be undone and done again; steps with the same `step` that follow each other are one. */
export type EditHistory = { past: readonly Draft[]; present: Draft; future: readonly Draft[]; step: string | null };

export type Edit = { type: 'change'; to: Draft; step?: string } | { type: 'undo' } | { type: 'redo' };

const maxSteps = 100;

export const beginning = (present: Draft): EditHistory => ({ past: [], present, future: [], step: null });

/** The history after one edit, undo or redo; the oldest of more than 100 steps is forgotten. */
export function afterEdit({ past, present, future, step }: EditHistory, edit: Edit): EditHistory {
  switch (edit.type) {
    case 'change': {
      const isSameStep = edit.step !== undefined && edit.step === step;
      return {
        past: isSameStep ? past : [...past, present].slice(-maxSteps),
        present: edit.to,
        future: [],
        step: edit.step ?? null,
      };
    }
    case 'undo': {
      const before = past.at(-1);
      if (!before) return { past, present, future, step };
      return { past: past.slice(0, -1), present: before, future: [present, ...future], step: null };
    }
    case 'redo': {
      const [next, ...later] = future;
      if (!next) return { past, present, future, step };
      return { past: [...past, present], present: next, future: later, step: null };
    }
  }
}

/** Keeps the history of one stay in edit mode. */
export const useEditHistory = (start: Draft) => useReducer(afterEdit, start, beginning);
