import type { BoardFamily } from '@cyno/device-protocol';
import type { Command } from '../outputs.ts';

interface Timer {
  second: number;
  repeat: string;
  command: Command | null;
  /** 0 is Sunday. */
  days: string;
}

const modes: Readonly<Record<string, string>> = { d: 'digit', p: 'pwm', a: 'DAC' };
const daySeconds = 86_400;

/** The library's timers: entries `tod:rep:act:target:mode:value[:days]` that run without the server until the next boot. */
export class Timers {
  readonly #capacity: number;
  #entries: Timer[] = [];

  constructor(family: BoardFamily) {
    this.#capacity = family === 'esp8266' ? 20 : 40;
  }

  get length(): number {
    return this.#entries.length;
  }

  /** Takes the place of all earlier entries; `no` leaves none. What cannot be read is skipped without a word. */
  set(payload: string): void {
    this.#entries = payload === 'no' ? [] : payload.split(',').flatMap(readTimer).slice(0, this.#capacity);
  }

  /** What falls due in this second of the week, counted from Sunday 00:00. */
  due(weekSecond: number): Command[] {
    const second = weekSecond % daySeconds;
    const day = String(Math.floor(weekSecond / daySeconds) % 7);
    const due: Command[] = [];
    for (let index = 0; index < this.#entries.length; index++) {
      const entry = this.#entries[index];
      if (entry === undefined || entry.second !== second) continue;
      if (entry.repeat === 'w' && !entry.days.includes(day)) continue;
      if (entry.command !== null) due.push(entry.command);
      // The library removes while it walks, and so never looks at the entry behind in this second.
      if (entry.repeat === 'o') this.#entries.splice(index, 1);
    }
    return due;
  }
}

function readTimer(entry: string): Timer[] {
  const [second = '', repeat = '', action = '', target = '', mode = '', value, days] = entry.split(':');
  if (value === undefined) return [];
  return [
    {
      second: Number(/^\d{1,10}/.exec(second)?.[0] ?? 0),
      repeat,
      command: readCommand({ repeat, act: action, target, mode, value }),
      // Without its last field the library searches the whole entry for the digit of the day.
      days: days ?? entry,
    },
  ];
}

function readCommand(entry: Record<'repeat' | 'act' | 'target' | 'mode' | 'value', string>): Command | null {
  const { repeat, act: action, target, mode, value } = entry;
  if (action === 'e') return { subtopic: 'event', payload: `Event:${target}:${value}` };
  // The command of a weekly output is written without its colons, and `io` ignores that.
  if (action !== 'g' || repeat === 'w') return null;
  return { subtopic: 'io', payload: `${target}:${modes[mode] ?? mode}:${value}` };
}
