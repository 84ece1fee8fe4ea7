import type { Command } from '../outputs.ts';

interface Rule {
  variable: string;
  holds(value: number): boolean;
  command: Command;
  /** What follows after so many seconds. */
  revert: { afterS: number; command: Command } | null;
}

const comparisons: Readonly<Record<string, (value: number, threshold: number) => boolean>> = {
  '>': (value, threshold) => value > threshold,
  '<': (value, threshold) => value < threshold,
  '>=': (value, threshold) => value >= threshold,
  '<=': (value, threshold) => value <= threshold,
  '==': (value, threshold) => value === threshold,
};
const revertSlots = 10;

/**
 * The library's automation: rules `act:var:op:threshold:target:mode:value[:limit:revert]`, evaluated with every reading. They
 * know no edges, so a rule fires again and again while it holds.
 */
export class Rules {
  #rules: Rule[] = [];
  #reverts: { at: number; command: Command }[] = [];

  get length(): number {
    return this.#rules.length;
  }

  /** Takes the place of all earlier rules; `no` leaves none. Reverts that are booked stay booked. */
  set(payload: string): void {
    this.#rules = payload === 'no' ? [] : payload.split(',').flatMap(readRule);
  }

  /** What the rules do about these values at the instant `now`, ms. */
  measured(values: Readonly<Record<string, number>>, now: number): Command[] {
    const commands: Command[] = [];
    for (const [key, value] of Object.entries(values)) {
      for (const { variable, holds, command, revert } of this.#rules) {
        if (variable !== key || !holds(Math.fround(value))) continue;
        commands.push(command);
        // With all slots taken the library switches all the same, and never reverts it.
        if (revert && this.#reverts.length < revertSlots) {
          this.#reverts.push({ at: now + revert.afterS * 1000, command: revert.command });
        }
      }
    }
    return commands;
  }

  /** The reverts whose time has come at the instant `now`, ms; each is returned once. */
  reverts(now: number): Command[] {
    const due = this.#reverts.filter(({ at }) => at <= now);
    this.#reverts = this.#reverts.filter(({ at }) => at > now);
    return due.map(({ command }) => command);
  }
}

function readRule(text: string): Rule[] {
  const parts = text.split(':').map((part) => part.trim());
  const [action = '', variable = '', operator = '', threshold = '', target = '', mode = '', value, limit, revert] =
    parts;
  const compare = comparisons[operator];
  const event = action === 'e' || action === 'event';
  if (value === undefined || compare === undefined || !(event || action === 'g' || action === 'gpio')) return [];
  const command = (to: string): Command =>
    event
      ? { subtopic: 'event', payload: `Event:${target}:${to}` }
      : { subtopic: 'io', payload: `${target}:${mode}:${to}` };
  const limitS = Number(/^\d{1,10}/.exec(limit ?? '')?.[0] ?? 0);
  const number = Math.fround(Number(/^-?\d*\.?\d*/.exec(threshold)?.[0]) || 0);
  return [
    {
      variable,
      holds: (measured) => compare(measured, number),
      command: command(value),
      revert: limitS > 0 && revert ? { afterS: limitS, command: command(revert) } : null,
    },
  ];
}
