import type { Command } from '@cyno/contract';

/** A command under way. */
export interface OpenCommand extends Command {
  readonly deviceId: number;
  readonly expiresAt: number;
  /** Done twice it would have another effect, so it is not sent again after the connection broke. */
  readonly once: boolean;
}

/** What a browser sees of it. */
export function toCommand({ deviceId: _, expiresAt: __, once: ___, ...shown }: OpenCommand): Command {
  return { ...shown };
}
