import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const line = /^\s*([a-z_]+)\s*=?\s*(?:'([^']*)'|([^\s#']+))\s*(?:#.*)?$/i;
const textSettings =
  /^(?:timezone|log_timezone|datestyle|lc_(?:messages|monetary|numeric|time)|default_text_search_config|dynamic_shared_memory_type)$/;
const text = /^[\w ,./+-]*$/;
/** A switch, or an amount with its unit. */
const amount = /^(?:on|off|true|false|yes|no|-?\d+(?:\.\d+)?\s*(?:B|kB|MB|GB|TB|us|ms|s|min|h|d)?)$/i;
/** A number may be the name of a file. */
const namesFile = /^include|_(?:command|library|libraries|file|path|directory|directories)$/;

/**
 * Leaves of the settings in a cluster from elsewhere only switches, amounts and what the language is: others name commands and libraries that
 * PostgreSQL would run.
 */
export async function keepHarmlessSettings(cluster: string): Promise<void> {
  for (const name of ['postgresql.conf', 'postgresql.auto.conf']) {
    const path = join(cluster, name);
    const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return '';
    });
    await writeFile(path, content.split('\n').filter(isHarmless).join('\n'));
  }
}

function isHarmless(given: string): boolean {
  const [, name = '', quoted, bare] = line.exec(given) ?? [];
  const setting = name.toLowerCase();
  const value = quoted ?? bare ?? '';
  if (textSettings.test(setting)) return text.test(value);
  return name !== '' && !namesFile.test(setting) && amount.test(value);
}
