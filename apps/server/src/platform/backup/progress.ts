/** How far a backup or a restore is: bytes while it is copied or unpacked, tables while they are summed. */
export interface Progress {
  readonly phase: 'copying' | 'summing' | 'unpacking' | 'recovering' | 'comparing' | 'storing' | 'fetching';
  readonly done: number;
  readonly all: number;
}

export type OnProgress = (progress: Progress) => void;
