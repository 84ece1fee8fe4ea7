import type { Tile } from './grid.ts';

/** A ready-made dashboard; boards announce it as `name,version` on `template/name` (device protocol, 2.2.2). */
export interface Template {
  readonly name: string;
  readonly version: number;
  readonly title: string;
  readonly tiles: readonly Tile[];
}
