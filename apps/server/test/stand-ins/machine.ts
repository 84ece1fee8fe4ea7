/** Where a program runs. */
export interface Machine {
  /** Its address for others. */
  readonly host: string;
  /** The command that runs another one there; empty: none is needed. */
  readonly through: readonly string[];
}

export const thisMachine: Machine = { host: '127.0.0.1', through: [] };
