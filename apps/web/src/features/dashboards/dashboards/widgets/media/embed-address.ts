/** Whether an address may be shown: `own` is a picture stored in the dashboard or one of this server. */
export type Admission = 'own' | 'allowed' | 'refused' | 'broken';

/** Judges the address of a picture. Everything of another origin must be on the operator's list. */
export function admitPicture(address: string, origins: readonly string[], here: string): Admission {
  if (/^data:image\/(png|jpeg|webp|gif);base64,/.test(address)) return 'own';
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return 'broken';
  if (url.origin === here) return 'own';
  return origins.includes(url.origin) ? 'allowed' : 'refused';
}

/** Judges the address of a page. This server's own pages are refused: inside their own frame they could leave its sandbox. */
export function admitPage(address: string, origins: readonly string[], here: string): Admission {
  const admission = admitPicture(address, origins, here);
  return admission === 'own' ? 'broken' : admission;
}

/** A link that may be followed: to a web page or a mail address; null otherwise. */
export function linkAddress(address: string | undefined): string | null {
  const url = URL.parse(address ?? '', location.origin);
  return url && /^(https?|mailto):$/.test(url.protocol) ? url.href : null;
}

/** The same address with a part that makes it new, so that no cache is used. */
export function freshAddress(address: string, mark: number): string {
  const url = new URL(address);
  url.searchParams.set('_', String(mark));
  return url.href;
}
