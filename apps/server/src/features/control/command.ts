import type { Command } from '@cyno/contract';

/** A command under way. */
export interface OpenCommand extends Command {
  readonly deviceId: number;
  readonly expiresAt: number;
  /** Not sent again after the connection broke: done twice it would have another effect, or whoever wished it may not any more. */
  once: boolean;
}

/** What a browser sees of it. */
export function toCommand({ deviceId: _, expiresAt: __, once: ___, ...shown }: OpenCommand): Command {
  return { ...shown };
}
