import type { Board } from './boards.ts';

/** `width` is the most characters that a value takes in the message. */
export interface KitVariable {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly width: number;
}

/** A library: how the Arduino IDE's library manager calls it, and its PlatformIO dependency. */
export interface Library {
  readonly arduino: string;
  readonly platformio: string;
}

/** What a kit adds to the frame that all sketches share; each text is lines of C++. */
export interface SketchParts {
  /** What to connect, one line each. */
  readonly wiring: readonly string[];
  readonly includes: readonly string[];
  /** Objects and functions of the kit. */
  readonly globals: string;
  readonly setup: string;
  /** Runs in every pass of `loop`. */
  readonly always?: string;
  /** The body of `measure`: calls `addValue` for each value. */
  readonly measure: string;
  /** The body of `onEvent(String name, String text)`, for kits that can be operated. */
  readonly onEvent?: string;
}

export interface Kit {
  /** Also the name of the sketch: a letter, then letters, digits and `_`. */
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly template?: { readonly name: string; readonly version: number };
  readonly variables: readonly KitVariable[];
  readonly libraries: readonly Library[];
  /** Seconds between two messages. */
  readonly intervalS: number;
  parts(board: Board): SketchParts;
}

/** A variable from its key, label, unit and width. */
export const variable = (key: string, label: string, unit: string, width: number): KitVariable => ({
  key,
  label,
  unit,
  width,
});

/** The library keeps the length of a message in 8 bits; with some room below that limit (device protocol, 6.4). */
export const maxMessageBytes = 240;

/** The longest message of a kit, estimated as the device protocol, 6.4, says. */
export const messageBytes = ({ variables }: Pick<Kit, 'variables'>): number =>
  variables.reduce((sum, { key, width }) => sum + key.length + 4 + width, 0);
