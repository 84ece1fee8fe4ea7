const versionPattern = /^v?(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?/;

/** True for a library version (`info.v`) that is this one or newer; false also when it is not known or cannot be read. */
export function isFirmwareAtLeast(version: string | null, least: string): boolean {
  const known = version === null ? null : versionPattern.exec(version);
  const wanted = versionPattern.exec(least);
  if (!known || !wanted) return false;
  for (const part of [1, 2, 3]) {
    const difference = Number(known[part] ?? 0) - Number(wanted[part] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
