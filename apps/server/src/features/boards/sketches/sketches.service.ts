import type {
  Language,
  OutputMode,
  OwnSketch,
  SketchCatalog,
  SketchKit,
  SketchRequest,
  SketchResponse,
  SketchSetup,
} from '@cyno/contract';
import { pinsOf } from '@cyno/device-protocol';
import { strToU8, zipSync } from 'fflate';
import { badRequest, because } from '../../../platform/errors.ts';
import { type Board, boards } from './boards.ts';
import { buildFile } from './build-files.ts';
import { budgetOf, type Kit } from './kit.ts';
import { kits } from './kits/index.ts';
import { cynoLibraries } from './libraries.ts';
import { ownKit } from './own-kit.ts';
import { ownProblems } from './own-problems.ts';
import { sketchName } from './sketch-name.ts';
import { kitNotes, ownNotes } from './sketch-notes.ts';
import { writeSketch } from './sketch-writer.ts';
import { textIn } from './texts/index.ts';

/** What a sketch defines that its board sends and listens to. */
export interface DeclaredSketch extends Pick<OwnSketch, 'template' | 'intervalS'> {
  readonly boardName: string;
  readonly family: Board['family'];
  readonly variables: readonly { readonly key: string }[];
  readonly outputs: readonly { readonly pin: string; readonly name: string; readonly mode: OutputMode }[];
  readonly events: readonly { readonly name: string }[];
}

/** The boards and kits to choose from, in a language; every kit runs on every board. */
export const sketchCatalog = (language: Language): SketchCatalog => ({
  boards: boards.map(({ id, name, family }) => ({
    id,
    name,
    family,
    pins: pinsOf(family).map((pin) => ({ ...pin, modes: [...pin.modes] })),
  })),
  kits: kits.map((kit) => describeKit(kit, language)),
});

function describeKit(kit: Kit, language: Language): SketchKit {
  const { id, group, intervalS } = kit;
  const text = (english: string) => textIn(english, language);
  const labelled = <Labelled extends { label: string }>(one: Labelled) => ({ ...one, label: text(one.label) });
  return {
    id,
    name: text(kit.name),
    group,
    summary: text(kit.summary),
    sensor: text(kit.sensor),
    intervalS,
    boards: boards.map((board) => board.id),
    variables: [...kit.variables, ...(kit.rest ?? [])].map(labelled),
    events: (kit.events ?? []).map((event) => ({ ...labelled(event), choices: event.choices.map(labelled) })),
    onBoards: boards.map((board) => {
      const { wiring, outputs = [] } = kit.parts(board);
      return {
        board: board.id,
        wiring: wiring.map(text),
        outputs: outputs.map((output) => ({ ...output, name: text(output.name) })),
      };
    }),
    template: kit.template ?? null,
    libraries: [...cynoLibraries, ...kit.libraries].map(({ arduino }) => arduino),
    budget: budgetOf(kit),
  };
}

/** The files of a sketch that signs in as `username`, with comments in a language. Throws a 400 for what cannot become one, with a sentence for each field. */
export function generateSketch(
  { name, setup, format }: SketchRequest,
  username: string,
  language: Language,
): SketchResponse {
  const { board, kit, notes } = planSketch(setup, name, language);
  const folder = sketchName(name);
  const sketch = writeSketch({ kit, board, title: name, username, format, notes, language });
  const build = { name: folder, board, host: setup.host, libraries: kit.libraries, language };
  return {
    name: folder,
    files: [
      { path: format === 'platformio' ? 'src/main.cpp' : `${folder}.ino`, ...sketch },
      { ...buildFile(format, build), editLines: [] },
    ],
    notes,
    budget: budgetOf(kit),
  };
}

/** What a set-up declares. Throws a 400 when there is no such board or kit. */
export function declaredBy({ board: boardId, content }: SketchSetup): DeclaredSketch {
  const board = findBoard(boardId);
  const { name: boardName, family } = board;
  if (content.type === 'own') return { boardName, family, ...content.own };
  const kit = findKit(content.kit);
  return {
    boardName,
    family,
    variables: [...kit.variables, ...(kit.rest ?? [])],
    outputs: kit.parts(board).outputs ?? [],
    events: kit.events ?? [],
    template: kit.template ?? null,
    intervalS: kit.intervalS,
  };
}

function planSketch({ board: boardId, content }: SketchSetup, name: string, language: Language) {
  const board = findBoard(boardId);
  if (content.type === 'kit') {
    const kit = findKit(content.kit);
    return { board, kit, notes: kitNotes(kit, board, language) };
  }
  const problems = ownProblems(content.own, board);
  const [first] = Object.values(problems);
  if (first !== undefined) throw badRequest(first, { fields: problems });
  return { board, kit: ownKit(content.own, name), notes: ownNotes(content.own, { board, kits, language }) };
}

function findBoard(id: string): Board {
  const board = boards.find((one) => one.id === id);
  if (!board)
    throw badRequest(`There is no board "${id}". Choose one of the list.`, {
      ...because('list_changed'),
      fields: { 'setup.board': 'Unknown board.' },
    });
  return board;
}

function findKit(id: string): Kit {
  const kit = kits.find((one) => one.id === id);
  if (!kit) {
    throw badRequest(`There is no kit "${id}". Choose one of the list.`, {
      ...because('list_changed'),
      fields: { 'setup.content.kit': 'Unknown kit.' },
    });
  }
  return kit;
}

/** The sketch as a zip with one folder of its name, as the Arduino IDE and PlatformIO want it. */
export const zipSketch = ({ name, files }: SketchResponse): Uint8Array =>
  zipSync(Object.fromEntries(files.map(({ path, text }) => [`${name}/${path}`, strToU8(text)])));
