// Prints the options of the add-on as lines for a shell: signup becomes SIGNUP. What is empty stays unset.
import { readFileSync } from 'node:fs';

const options = JSON.parse(readFileSync(process.argv[2], 'utf8'));
for (const [name, value] of Object.entries(options)) {
  if (!/^[a-z_]+$/.test(name) || value === null || value === '') continue;
  // In single quotes a shell reads nothing but the quote itself.
  console.log(`export ${name.toUpperCase()}='${String(value).replaceAll("'", `'\\''`)}'`);
}
