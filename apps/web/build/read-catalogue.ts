import { formatter } from '@lingui/format-po';

/** A text of a catalogue: as it stands in the code, in English, and in the catalogue's language (empty: missing). */
export type Translation = { message: string; translation: string };

const po = formatter();

/** Reads the content of a `.po` file. */
export async function readCatalogue(content: string, filename: string): Promise<Translation[]> {
  const entries = await po.parse(content, { locale: undefined, sourceLocale: 'en', filename });
  return Object.values(entries).map(({ message = '', translation = '' }) => ({ message, translation }));
}
