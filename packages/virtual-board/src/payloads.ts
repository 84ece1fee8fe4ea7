/** Writes one value as the library does: a 32-bit float, at most three decimals, a blank before a single digit. */
export function formatValue(value: number): string {
  const float = Math.fround(value);
  if (Number.isNaN(float)) return 'nan';
  // The infinity of the ESP's printf has no sign.
  if (!Number.isFinite(float)) return 'inf';
  if (Math.abs(float) >= 1e21) return BigInt(float).toString();
  const text = float.toFixed(3).replace(/\.?0+$/, '');
  return /^\d$/.test(text) ? ` ${text}` : text;
}

/** Writes a `data/update`; names are not escaped, as in the library. */
export const formatUpdate = (values: Readonly<Record<string, number>>): string =>
  `{${Object.entries(values)
    .map(([key, value]) => `"${key}":${formatValue(value)}`)
    .join(',')}}`;

/** Writes an `info`; the SSID is not escaped, as in the library. */
export const formatInfo = (info: { ip: string; ssid: string; rssi: number }): string =>
  `{"ip":"${info.ip}","ssid":"${info.ssid}","RSSI":"${info.rssi}","v":"1.0.8"}`;

/**
 * What is left of a payload on its way through the library, which keeps the length in 8 bits: up to 254 bytes arrive, of
 * longer ones the first `((n + 1) mod 256) - 1`, and with a length of 255 modulo 256 whatever was in memory.
 */
export function throughLibrary(payload: string, random: () => number): Buffer {
  const bytes = Buffer.from(payload);
  if (bytes.length < 255) return bytes;
  const value = ((bytes.length + 1) % 256) - 1;
  if (value >= 0) return bytes.subarray(0, value);
  return Buffer.from(Array.from({ length: Math.floor(random() * 32) }, () => Math.floor(random() * 256)));
}
