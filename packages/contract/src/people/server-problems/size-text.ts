/** `340 MB`, `17.0 GB`: in steps of 1000, at least in MB. */
export const sizeText = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.floor(bytes / 1e6)} MB`;

/** The same for what is never nothing: at least 1 MB. */
export const sizeAbove = (bytes: number): string => sizeText(Math.max(bytes, 1e6));
