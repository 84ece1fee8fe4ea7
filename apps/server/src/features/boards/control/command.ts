import type { Actor, Command } from '@cyno/contract';

/** Who requested a command. Names are for people and may be shared by several; `id` is that of the account, guest pass or public link. */
export interface Requester extends Actor {
  readonly id?: number;
}

/** A command under way. */
export interface OpenCommand extends Command {
  readonly deviceId: number;
  readonly expiresAt: number;
  readonly actor: Requester;
  /** Not sent again after the connection broke: done twice it would have another effect, or anyone who requested it may not any more. */
  once: boolean;
}

/** What a browser sees of it. */
export function toCommand({ deviceId: _, expiresAt: __, once: ___, actor, ...rest }: OpenCommand): Command {
  return { ...rest, actor: toActor(actor) };
}

/** What people see of a requester. */
export const toActor = ({ kind, name }: Requester): Actor => ({ kind, name });
