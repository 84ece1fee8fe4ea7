import type { SketchCatalog, SketchResponse } from '@cyno/contract';
import { strToU8, zipSync } from 'fflate';
import { badRequest } from '../../platform/errors.ts';
import { boards } from './boards.ts';
import { buildFiles } from './build-files.ts';
import { kits } from './kits/index.ts';
import { writeSketch } from './sketch-writer.ts';

/** The boards and kits to choose from; every kit runs on every board. */
export function sketchCatalog(): SketchCatalog {
  return {
    boards: boards.map(({ id, name }) => ({ id, name })),
    kits: kits.map(({ id, name, summary, variables }) => ({
      id,
      name,
      summary,
      boards: boards.map((board) => board.id),
      variables: variables.map(({ key, label, unit }) => ({ key, label, unit })),
    })),
  };
}

/** The files of a sketch that signs in as `username` at `host`. Throws a 400 for a board or kit that does not exist. */
export function generateSketch(choice: { board: string; kit: string; host: string; username: string }): SketchResponse {
  const board = boards.find(({ id }) => id === choice.board);
  const kit = kits.find(({ id }) => id === choice.kit);
  if (!board)
    throw badRequest(`There is no board "${choice.board}". Choose one of the list.`, { board: 'Unknown board.' });
  if (!kit) throw badRequest(`There is no kit "${choice.kit}". Choose one of the list.`, { kit: 'Unknown kit.' });
  const sketch = writeSketch(kit, board, choice.username);
  return {
    name: kit.id,
    files: [
      { path: `${kit.id}.ino`, ...sketch },
      ...buildFiles(kit, board, choice.host).map((file) => ({ ...file, editLines: [] })),
    ],
  };
}

/** The sketch as a zip with one folder of its name, as the Arduino IDE wants it. */
export const zipSketch = ({ name, files }: SketchResponse): Uint8Array =>
  zipSync(Object.fromEntries(files.map(({ path, text }) => [`${name}/${path}`, strToU8(text)])));
