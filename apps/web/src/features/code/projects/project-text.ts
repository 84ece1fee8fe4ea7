import type { SketchCatalog, SketchSetup } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';

/** What a sketch is made of, briefly: the kit's name, or `Own setup: 2 variables, 1 output`. */
export function contentText({ content }: SketchSetup, catalog: SketchCatalog | undefined): string {
  if (content.type === 'kit') return catalog?.kits.find(({ id }) => id === content.kit)?.name ?? content.kit;
  const { variables, outputs, events } = content.own;
  const parts = [
    variables.length > 0 && plural(variables.length, { one: '# variable', other: '# variables' }),
    outputs.length > 0 && plural(outputs.length, { one: '# output', other: '# outputs' }),
    events.length > 0 && plural(events.length, { one: '# event', other: '# events' }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? t`Own setup: nothing yet` : t`Own setup: ${{ parts: parts.join(', ') }}`;
}

/** The board's name, or its id while the list of boards is not there. */
export function boardText({ board }: SketchSetup, catalog: SketchCatalog | undefined): string {
  return catalog?.boards.find(({ id }) => id === board)?.name ?? board;
}

/** `Not linked to a device`, `Greenhouse 1`, or `Greenhouse 1 and 2 more`. */
export function deviceText(espids: readonly string[], nameOf: (espid: string) => string): string {
  const [first, ...rest] = espids;
  if (first === undefined) return t`Not linked to a device`;
  if (rest.length === 0) return nameOf(first);
  const name = nameOf(first);
  return plural(rest.length, { one: `${name} and # more`, other: `${name} and # more` });
}
