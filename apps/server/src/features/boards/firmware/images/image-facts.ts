import type { BoardFamily } from '@cyno/contract';

/** What a firmware image says about itself; `version` is empty when it says none. */
export interface ImageFacts {
  readonly family: BoardFamily;
  /** The flash memory that it was built for, in bytes; null: not told. */
  readonly flashBytes: number | null;
  readonly version: string;
}
