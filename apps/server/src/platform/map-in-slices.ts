import { setImmediate as turn } from 'node:timers/promises';

/** Then whatever else waits comes first. */
const sliceMs = 5;

/** What `map` makes of each item, in their order; the event loop is free for others in between when it takes long. */
export async function mapInSlices<Item, Made>(
  items: readonly Item[],
  map: (item: Item, index: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  let began = performance.now();
  for (const [index, item] of items.entries()) {
    made.push(map(item, index));
    if (performance.now() - began < sliceMs) continue;
    await turn();
    began = performance.now();
  }
  return made;
}
