/** True for a `template/name` payload with a version, or `0` for none, as firmware 1.0.7 and newer writes it (protocol 7.2). */
export const isTemplateOf107 = (text: string): boolean => /^0$|,\d{1,3}$/.test(text);

/** Reads a `template/name` payload, `name,version` or (firmware up to 1.0.6) a bare name; null for `0`, which means none. */
export function parseTemplate(text: string): { name: string; version: number } | null {
  const comma = text.lastIndexOf(',');
  const name = comma < 0 ? text : text.slice(0, comma);
  const version = comma < 0 ? '0' : text.slice(comma + 1);
  if (text === '0' || !/^[^\p{Cc}\p{Cs}]{1,64}$/u.test(name) || !/^\d{1,3}$/.test(version)) return null;
  return Number(version) <= 255 ? { name, version: Number(version) } : null;
}
