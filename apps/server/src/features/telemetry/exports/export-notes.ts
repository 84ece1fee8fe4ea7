import type { Annotation } from '@cyno/contract';
import type { ExportTable } from './export-table.ts';

/** A note on a time line, as a file has it. */
export type ExportNote = Pick<Annotation, 'from' | 'to' | 'text' | 'tone' | 'author'>;
/** The notes of a device, oldest first, some hundred at a time. */
export type ExportNotes = AsyncIterable<readonly ExportNote[]>;

const columns = ['to', 'device', 'kind', 'note', 'written by'].map((title) => ({ key: title, title }));

/** The notes of devices, one device after the other; `name` is what the file calls the device. */
export const tableOfNotes = (
  devices: readonly { readonly name: string; readonly notes: ExportNotes }[],
): ExportTable => ({
  instant: 'from',
  columns,
  rows: rowsOf(devices),
});

async function* rowsOf(devices: Parameters<typeof tableOfNotes>[0]) {
  for (const { name, notes } of devices) {
    for await (const some of notes) {
      yield some.map(({ from, to, tone, text, author }) => ({
        at: from,
        values: [to === null ? null : new Date(to), name, tone, text, author],
      }));
    }
  }
}
