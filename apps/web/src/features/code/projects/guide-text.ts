import type { SketchCatalog, SketchResponse } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { formatList } from '../../../lib/format/format-list.ts';
import type { SetupForm } from './setup/setup-form.ts';

/** What to connect, one line each. */
export function wiringOf({ type, kit, board, own }: SetupForm, { kits }: SketchCatalog): string[] {
  if (type === 'own') {
    const unnamed = t`Output`;
    return own.outputs.map(({ pin, name }) => t`${{ name: name.trim() || unnamed }}: to pin ${pin}.`);
  }
  const chosen = kits.find(({ id }) => id === kit);
  return chosen?.onBoards.find((one) => one.board === board)?.wiring ?? [];
}

/** The libraries to install; one's own sketch needs those that every kit needs. */
export function librariesOf({ type, kit }: SetupForm, { kits }: SketchCatalog): string[] {
  const [first, ...others] = kits;
  if (type === 'kit') return kits.find(({ id }) => id === kit)?.libraries ?? [];
  return first?.libraries.filter((name) => others.every(({ libraries }) => libraries.includes(name))) ?? [];
}

/** Which lines of the sketch need the name and password of the Wi-Fi. */
export function editSentence(sketch: SketchResponse | undefined): string {
  const lines = sketch?.files[0]?.editLines ?? [];
  if (lines.length === 0) return t`Type the name and password of your Wi-Fi.`;
  const numbers = formatList(lines.map(String));
  return plural(lines.length, {
    one: `Type the name and password of your Wi-Fi in line ${numbers}, marked “fill in”.`,
    other: `Type the name and password of your Wi-Fi in lines ${numbers}, marked “fill in”.`,
  });
}
