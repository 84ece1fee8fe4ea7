import type { KitEvent, KitOutput, KitVariable, MessageBudget, SketchKit } from '@cyno/contract';
import type { Board } from './boards.ts';

/** A library: how the Arduino IDE's library manager calls it, and its PlatformIO dependency. */
export interface Library {
  readonly arduino: string;
  readonly platformio: string;
}

/** What a kit adds to the frame that all sketches share; each text is lines of C++. */
export interface SketchParts {
  /** What to connect, one line each. */
  readonly wiring: readonly string[];
  /** Every pin that it uses. */
  readonly pins: readonly string[];
  /** The one of them that is a button: it is read only. */
  readonly button?: string;
  /** Those of them that the library switches on command of the page. */
  readonly outputs?: readonly KitOutput[];
  readonly includes: readonly string[];
  /** Objects and functions of the kit. */
  readonly globals: string;
  readonly setup: string;
  /** Runs in every pass of `loop`. */
  readonly always?: string;
  /** The body of `measure`: calls `addValue` for each value. */
  readonly measure: string;
  /** The body of `measureRest`, for values that travel in a second message a second later. */
  readonly measureRest?: string;
  /** The body of `onEvent(String name, String text)`, for kits that can be operated. */
  readonly onEvent?: string;
}

export interface Kit {
  readonly id: string;
  readonly name: string;
  readonly group: SketchKit['group'];
  readonly summary: string;
  /** What it measures with. */
  readonly sensor: string;
  /** What the board announces as its dashboard. */
  readonly template?: { readonly name: string; readonly version: number };
  readonly variables: readonly KitVariable[];
  /** Further values, sent in a second message because all of them together would be too long. */
  readonly rest?: readonly KitVariable[];
  readonly events?: readonly KitEvent[];
  readonly libraries: readonly Library[];
  /** Seconds between two messages. */
  readonly intervalS: number;
  parts(board: Board): SketchParts;
}

/** The library keeps the length of a message in 8 bits; with some room below that limit (device protocol, 6.4). */
const maxMessageBytes = 240;

/**
 * The characters that a value takes: as many decimals as it is rounded to, and two for a single digit, before which the library
 * puts a blank (device protocol, 2.2.1). From 8192 on a 32-bit float may not hold one or two decimals exactly, and all three are sent.
 */
function widthOf({ min, max, decimals }: KitVariable): number {
  const sent = decimals > 0 && [min, max].some((limit) => Math.abs(limit) >= 8192) ? 3 : decimals;
  return Math.max(2, ...[min, max].map((value) => value.toFixed(sent).length));
}

const messageBytes = (variables: readonly KitVariable[]): number =>
  variables.reduce((sum, variable) => sum + variable.key.length + 4 + widthOf(variable), 0);

/** The longer of a kit's messages, estimated by the device protocol, 6.4. */
export const budgetOf = ({ variables, rest = [] }: Pick<Kit, 'variables' | 'rest'>): MessageBudget => ({
  bytes: Math.max(messageBytes(variables), messageBytes(rest)),
  maxBytes: maxMessageBytes,
});
