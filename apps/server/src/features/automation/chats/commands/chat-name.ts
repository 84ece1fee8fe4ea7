const maxLength = 60;

/** What a person or a group chose to be called, without what a line cannot have. */
export const chatName = (text = ''): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .replace(/[\uD800-\uDBFF]$/, '');
