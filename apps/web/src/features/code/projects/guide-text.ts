import type { SketchCatalog, SketchResponse } from '@cyno/contract';
import type { SetupForm } from './setup/setup-form.ts';

/** What to connect, one line each. */
export function wiringOf({ type, kit, board, own }: SetupForm, { kits }: SketchCatalog): string[] {
  if (type === 'own') return own.outputs.map(({ pin, name }) => `${name.trim() || 'Output'}: to pin ${pin}.`);
  const chosen = kits.find(({ id }) => id === kit);
  return chosen?.onBoards.find((one) => one.board === board)?.wiring ?? [];
}

/** The libraries to install; one's own sketch needs those that every kit needs. */
export function librariesOf({ type, kit }: SetupForm, { kits }: SketchCatalog): string[] {
  const [first, ...others] = kits;
  if (type === 'kit') return kits.find(({ id }) => id === kit)?.libraries ?? [];
  return first?.libraries.filter((name) => others.every(({ libraries }) => libraries.includes(name))) ?? [];
}

/** `Fill in your Wi-Fi in lines 9 and 10 of the sketch.` */
export function editSentence(sketch: SketchResponse | undefined): string {
  const lines = sketch?.files[0]?.editLines ?? [];
  const last = lines.at(-1);
  if (last === undefined) return 'Fill in the name and password of your Wi-Fi.';
  const where = lines.length === 1 ? `line ${last}` : `lines ${lines.slice(0, -1).join(', ')} and ${last}`;
  return `Fill in the name and password of your Wi-Fi in ${where}; they are marked.`;
}
