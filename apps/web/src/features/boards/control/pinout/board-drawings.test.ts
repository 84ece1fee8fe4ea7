import { expect, test } from 'vitest';
import { boardDrawings } from './board-drawings.ts';

const drawings = Object.values(boardDrawings).flat();

test.each(drawings.map((drawing) => [drawing.name, drawing] as const))(
  '%s shows each pin once, in even columns',
  (_, drawing) => {
    const columns = [...drawing.left, ...drawing.right];
    const pins = columns.flat().flatMap(({ pin }) => pin ?? []);
    expect(new Set(pins).size).toBe(pins.length);
    expect(new Set(columns.map((column) => column.length)).size).toBe(1);
  },
);

test('a board of the ESP8266 shows the nine pins that have a name on the wire', () => {
  for (const drawing of boardDrawings.esp8266 ?? []) {
    const pins = [...drawing.left, ...drawing.right].flat().flatMap(({ pin }) => pin ?? []);
    expect(pins.sort(), drawing.name).toEqual(['D0', 'D1', 'D2', 'D3', 'D4', 'D5', 'D6', 'D7', 'D8']);
  }
});
