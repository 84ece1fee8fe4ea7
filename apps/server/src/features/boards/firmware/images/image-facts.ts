import type { BoardFamily } from '@cyno/contract';

/** What a firmware image holds about itself; `version` is empty when it has none. */
export interface ImageFacts {
  readonly family: BoardFamily;
  /** The flash memory that it was built for, in bytes; null: not known. */
  readonly flashBytes: number | null;
  readonly version: string;
}
