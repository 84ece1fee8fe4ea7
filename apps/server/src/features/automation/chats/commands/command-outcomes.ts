import type { Command, CommandState } from '@cyno/contract';
import type { EventBus } from '../../../../platform/bus/index.ts';
import { commandChanged } from '../../../boards/control/index.ts';

/** Commands that are followed at a time; of further ones only the first reply is sent. */
const maxFollowed = 2_000;
const endStates: readonly CommandState[] = ['acknowledged', 'unconfirmed', 'failed', 'expired', 'superseded'];

/** Follows commands until it is known what became of them. */
export class CommandOutcomes {
  readonly #followed = new Map<number, (ended: Command) => void>();

  constructor(bus: EventBus) {
    bus.subscribe(commandChanged, 'chats', ({ commands }) => {
      for (const command of commands) if (hasEnded(command)) this.#end(command);
    });
  }

  /** Calls `then` once, when the command has ended; at once when it has already. */
  follow(command: Command, then: (ended: Command) => void): void {
    if (hasEnded(command)) then(command);
    else if (this.#followed.size < maxFollowed) this.#followed.set(command.id, then);
  }

  #end(command: Command): void {
    const then = this.#followed.get(command.id);
    this.#followed.delete(command.id);
    then?.(command);
  }
}

const hasEnded = ({ state }: Command): boolean => endStates.includes(state);
