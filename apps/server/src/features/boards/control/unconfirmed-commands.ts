import type { CommandReason } from '@cyno/contract';
import { isConfirmedBy, type OpenCommand, type ReportedAction } from './command.ts';
import { cannotConfirm } from './command-queue.ts';

const stoppedBefore: CommandReason = 'The server stopped before the board answered.';

/**
 * Commands that a former run of the server sent, and that must not be sent again: what boards reported until then may still confirm them.
 */
export class UnconfirmedCommands {
  #commands: OpenCommand[] = [];

  add(command: OpenCommand): void {
    this.#commands.push(command);
  }

  /** The board reported a target at `at`, ms since the epoch: takes out and ends the command that it confirms. */
  confirmed(deviceId: number, action: ReportedAction, at: number): OpenCommand | undefined {
    const isIt = (one: OpenCommand) => one.deviceId === deviceId && isConfirmedBy(one, action);
    const found = this.#commands.find((one) => isIt(one) && one.sentAt !== null && one.sentAt <= at);
    if (!found) return undefined;
    this.#commands = this.#commands.filter((one) => one !== found);
    return Object.assign(found, { state: 'acknowledged' as const, answeredAt: at });
  }

  /** Ends those that are left, and returns them; `confirms` returns whether a board reports what it is sent. */
  end(confirms: (deviceId: number) => boolean): OpenCommand[] {
    const left = this.#commands;
    this.#commands = [];
    for (const one of left) {
      const isUnconfirmed = !one.once && !confirms(one.deviceId);
      one.state = isUnconfirmed ? 'unconfirmed' : 'failed';
      one.reason = isUnconfirmed ? cannotConfirm : stoppedBefore;
    }
    return left;
  }
}
