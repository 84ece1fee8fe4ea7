import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The site's own rules, in the order in which they count; narrow screens and print come last. */
const ownFiles = ['base', 'bar', 'frame', 'text', 'search', 'screens'];

/** One style sheet out of the product's tokens and fonts, from the folder `theme`, and the rules in the folder `own`. */
export async function styles(theme: string, own: string): Promise<string> {
  const files = [
    join(theme, 'tokens.css'),
    join(theme, 'fonts.css'),
    ...ownFiles.map((name) => join(own, `${name}.css`)),
  ];
  const [tokens = '', ...rules] = await Promise.all(files.map((path) => readFile(path, 'utf8')));
  return [tokens, darkWithoutScript(tokens), ...rules].join('\n');
}

/** The app chooses dark by an attribute; where no script sets it, the system's preference counts. */
function darkWithoutScript(tokens: string): string {
  const dark = /\[data-theme="dark"\]\s*(\{[^}]*\})/.exec(tokens)?.[1];
  if (!dark) throw new Error('tokens.css has no dark theme.');
  return `@media (prefers-color-scheme: dark) {\n:root:not([data-theme]) ${dark}\n}\n`;
}
