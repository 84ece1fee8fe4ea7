/** A pattern of LIKE for texts that contain this one, whose `%`, `_` and `\` mean themselves. */
export const partOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
