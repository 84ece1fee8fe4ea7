const left = '…';

/** What looks like an e-mail address, an address of the web or the network, a key or token, or a telephone number. */
const patterns: readonly RegExp[] = [
  /[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+/gu,
  /\b[a-z][a-z0-9+.-]*:\/\/\S+/giu,
  /\bwww\.\S+/giu,
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/gu,
  /\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b/giu,
  /\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{24,}/giu,
  /\+?\d[\d\s()./-]{7,}\d/gu,
];

/** Leaves out of texts the ids of an account's boards, and what looks like an address, a telephone number or a secret of anybody. */
export function withoutPrivate(espids: readonly string[]): (text: string) => string {
  // The longest first: an id may be a part of another one.
  const ids = espids
    .toSorted((a, b) => b.length - a.length)
    .map((espid) => new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(espid)}(?![\\p{L}\\p{N}])`, 'giu'));
  return (text) => {
    const open = [...ids, ...patterns].reduce((rest, pattern) => rest.replaceAll(pattern, left), text);
    // No blueprint with markup is read.
    return open.replaceAll(/<(?=[a-z!/?])/giu, '‹').trim();
  };
}
