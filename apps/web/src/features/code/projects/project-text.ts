import type { SketchCatalog, SketchSetup } from '@cyno/contract';

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;

/** What a sketch is made of, briefly: the kit's name, or `Own: 2 variables, 1 output`. */
export function contentText({ content }: SketchSetup, catalog: SketchCatalog | undefined): string {
  if (content.type === 'kit') return catalog?.kits.find(({ id }) => id === content.kit)?.name ?? content.kit;
  const { variables, outputs, events } = content.own;
  const parts = [
    variables.length > 0 && count(variables.length, 'variable'),
    outputs.length > 0 && count(outputs.length, 'output'),
    events.length > 0 && count(events.length, 'event'),
  ].filter(Boolean);
  return `Own: ${parts.length > 0 ? parts.join(', ') : 'nothing yet'}`;
}

/** The board's name, or its id while the list of boards is not there. */
export function boardText({ board }: SketchSetup, catalog: SketchCatalog | undefined): string {
  return catalog?.boards.find(({ id }) => id === board)?.name ?? board;
}

/** `Not linked to a device`, `Greenhouse 1`, or `Greenhouse 1 and 2 more`. */
export function deviceText(espids: readonly string[], nameOf: (espid: string) => string): string {
  const [first, ...rest] = espids;
  if (first === undefined) return 'Not linked to a device';
  return rest.length === 0 ? nameOf(first) : `${nameOf(first)} and ${rest.length} more`;
}
