import type { BoardFamily } from '@cyno/device-protocol';
import { type Command, readOutputs } from '../outputs.ts';
import { Rules } from './rules.ts';
import { Timers } from './timers.ts';

export interface ActionsDeps {
  family: BoardFamily;
  /** The board's clock, ms. */
  now(): number;
  /** Reports an action to the server; the message is buffered until its echo comes. */
  report(subtopic: 'ioact' | 'eventact', payload: string): void;
}

/** What triggers a board, by command or on its own. It lives in RAM, so every boot makes a new one. */
export class Actions {
  readonly outputs = new Map<string, number>();
  readonly timers: Timers;
  readonly rules = new Rules();
  readonly #deps: ActionsDeps;

  constructor(deps: ActionsDeps) {
    this.#deps = deps;
    this.timers = new Timers(deps.family);
  }

  /** Takes a message of the server; false when its topic is none that triggers a board. */
  accept(subtopic: string, payload: string): boolean {
    if (subtopic === 'io') this.#setOutputs(payload);
    else if (subtopic === 'event') this.#acceptEvent(payload);
    else if (subtopic === 'automation') this.rules.set(payload);
    // The library compares only the start of this one.
    else if (subtopic.startsWith('timer')) this.timers.set(payload);
    else return false;
    return true;
  }

  /** Looks at the timers: one second has passed, and it is now this second of the week. */
  secondPassed(weekSecond: number): void {
    this.#run(this.timers.due(weekSecond));
  }

  /** Applies the reverts of the rules that are due. */
  revertDue(): void {
    this.#run(this.rules.reverts(this.#deps.now()));
  }

  /** Looks at the rules: the sketch has these readings. */
  measured(values: Readonly<Record<string, number>>): void {
    this.#run(this.rules.measured(values, this.#deps.now()));
  }

  #run(commands: readonly Command[]): void {
    for (const { subtopic, payload } of commands) this.accept(subtopic, payload);
  }

  #setOutputs(command: string): void {
    for (const step of readOutputs(command, this.#deps.family)) {
      if (step.kind === 'event') continue;
      if (!Number.isNaN(step.level)) this.outputs.set(step.pin, step.level);
      this.#deps.report('ioact', step.report);
    }
  }

  #acceptEvent(payload: string): void {
    const [word, name, value] = payload.split(':', 3);
    if (word === 'Event' && name && value) this.#deps.report('eventact', payload);
  }
}
