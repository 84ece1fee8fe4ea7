const placeholder = /\{\{\s*([^{}\n]{1,64}?)\s*\}\}/g;

/** The variables that a text names as `{{key}}`, each once. */
export const keysOfText = (text: string): string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, key = '']) => key).filter((key) => key.length <= 32)),
];

/** Puts values in the place of `{{key}}`. */
export const filled = (text: string, write: (key: string) => string): string =>
  text.replaceAll(placeholder, (_whole, key: string) => write(key));
