import type { Language, OwnSketch } from '@cyno/contract';
import { findPin } from '@cyno/device-protocol';
import type { Board } from './boards.ts';
import type { Kit } from './kit.ts';
import { textIn } from './texts/index.ts';

/** Pins whose level at the start decides how the chip starts (device protocol, 4.3). */
const bootPins: Record<Board['family'], readonly string[]> = {
  esp8266: ['D3', 'D4', 'D8'],
  esp32: ['0', '2', '5', '12', '15'],
  'esp32-s2': ['0', '45', '46'],
  'esp32-s3': ['0', '3', '45', '46'],
  'esp32-c3': ['2', '8', '9'],
};

const pinNote = ({ family }: Board, pin: string, language: Language): string[] => {
  const note = findPin(family, pin)?.note;
  return note ? [textIn(`Pin ${pin}: ${textIn(note, language)}`, language)] : [];
};

/** What to know before a kit is used on a board. A button does no harm on a boot pin as long as nobody presses it. */
export function kitNotes(kit: Kit, board: Board, language: Language): string[] {
  const { pins, button } = kit.parts(board);
  return pins
    .filter((pin) => bootPins[board.family].includes(pin) && pin !== button)
    .flatMap((pin) => pinNote(board, pin, language));
}

/** What to know before a set-up of one's own is used on a board. */
export function ownNotes(
  own: OwnSketch,
  { board, kits, language }: { board: Board; kits: readonly Kit[]; language: Language },
): string[] {
  const notes = [
    ...templateNotes(own, kits),
    ...(own.variables.length === 0
      ? ['It sends no values. Add one, such as the time since the start, to see on the Overview tab that it lives.']
      : []),
  ];
  return [
    ...own.outputs.flatMap(({ pin }) => pinNote(board, pin, language)),
    ...notes.map((note) => textIn(note, language)),
  ];
}

function templateNotes({ template, variables }: OwnSketch, kits: readonly Kit[]): string[] {
  if (!template) return [];
  const kit = kits.find((one) => one.template?.name === template.name);
  if (!kit) return [];
  const own = new Set(variables.map(({ key }) => key));
  const missing = [...kit.variables, ...(kit.rest ?? [])].map(({ key }) => key).filter((key) => !own.has(key));
  if (missing.length === 0) return [];
  return [`The dashboard "${template.name}" also shows ${missing.join(', ')}, which this sketch does not send.`];
}
