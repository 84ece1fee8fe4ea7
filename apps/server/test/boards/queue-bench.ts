import { vi } from 'vitest';
import type { OpenCommand } from '../../src/features/boards/control/command.ts';
import { CommandQueue } from '../../src/features/boards/control/command-queue.ts';

/** The command queue of a board that has just come, and what it does; its time is that of the fake timers of a test. */
export class QueueBench {
  readonly startedAt = Date.now();
  sent: { at: number; subtopic: string; payload: string }[] = [];
  /** How much waited and how much had been sent when commands were announced. */
  readonly atAdded: { size: number; sent: number }[] = [];
  changes: Pick<OpenCommand, 'id' | 'state' | 'notBefore'>[] = [];
  /** Whether the board can be sent something. */
  reachable = true;
  /** Whether its firmware reports what it is sent. */
  confirms = true;
  /** What the database makes of changes. */
  stored: Promise<void> = Promise.resolve();
  #serial = 0;
  readonly queue: CommandQueue = new CommandQueue({
    clock: { now: () => Date.now() },
    maxIoBytes: () => 40,
    confirms: () => this.confirms,
    send: (subtopic, payload) => {
      if (this.reachable) this.sent.push({ at: Date.now() - this.startedAt, subtopic, payload });
      return this.reachable;
    },
    added: () => this.atAdded.push({ size: this.queue.size, sent: this.sent.length }),
    changed: (commands) => {
      this.changes.push(...commands.map(({ id, state, notBefore }) => ({ id, state, notBefore })));
    },
    stored: () => this.stored,
  });

  constructor() {
    this.queue.connected();
    vi.advanceTimersByTime(300);
  }

  output(pin: string, value: string, more?: Partial<OpenCommand>): OpenCommand {
    return this.command('output', pin, value, more);
  }

  event(name: string, value: string, more?: Partial<OpenCommand>): OpenCommand {
    return this.command('event', name, value, more);
  }

  command(kind: OpenCommand['kind'], target: string, value: string, more: Partial<OpenCommand> = {}): OpenCommand {
    this.#serial += 1;
    return {
      id: this.#serial,
      deviceId: 1,
      kind,
      target,
      mode: kind === 'output' ? 'digit' : null,
      value,
      state: 'queued',
      actor: { kind: 'person', name: 'ann@example.com' },
      createdAt: Date.now(),
      notBefore: null,
      expiresAt: Date.now() + 60_000,
      sentAt: null,
      answeredAt: null,
      reason: null,
      once: false,
      owed: false,
      ...more,
    };
  }

  /** The board reports a target. */
  confirm(kind: OpenCommand['kind'], target: string, value = '1'): OpenCommand | undefined {
    return this.queue.confirmed({ kind, target, value });
  }

  payloads(): string[] {
    return this.sent.map(({ payload }) => payload);
  }
}
