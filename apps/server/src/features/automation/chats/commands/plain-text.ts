/**
 * Text without anything that a chat service would make a link of: they mark up addresses by themselves. A space without width keeps each
 * from being one.
 */
export const withoutLinks = (text: string): string =>
  text.replaceAll('://', ':\u200B//').replaceAll(/(?<=[\p{L}\p{N}-])\.(?=\p{L})/gu, '.\u200B');
