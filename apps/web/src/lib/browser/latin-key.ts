/** The key of a shortcut. On a layout without Latin letters, such as Thai, a letter is that which stands there on a Latin one. */
export const latinKey = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string =>
  code.startsWith('Key') && !/^[a-z]/i.test(key) ? code.slice(3).toLowerCase() : key;
