/** What a board reports about itself after each SUBSCRIBE; `rssi` is in dBm. The SSID is text that anybody could have chosen. */
export interface BoardInfo {
  ip: string | null;
  ssid: string | null;
  rssi: number | null;
  version: string | null;
}

const anchor = '","RSSI":"';
const headPattern = /^\s*\{"ip":"([^"]*)","ssid":"(.*)$/s;
const tailPattern = /^(-?\d{1,3})"(?:,"v":"([^"]*)")?\}/;

/**
 * Reads an `info` payload. The library does not escape the SSID, so its own form is read first, from the right; anything
 * else is taken as JSON. Never throws; what cannot be read is null.
 */
export function parseInfo(text: string): BoardInfo {
  const at = text.lastIndexOf(anchor);
  const head = at < 0 ? null : headPattern.exec(text.slice(0, at));
  const tail = at < 0 ? null : tailPattern.exec(text.slice(at + anchor.length));
  if (head && tail) return cleanInfo({ ip: head[1], ssid: head[2], rssi: tail[1], version: tail[2] });
  try {
    const info = JSON.parse(text);
    if (typeof info !== 'object' || info === null) return cleanInfo({});
    return cleanInfo({ ip: info.ip, ssid: info.ssid, rssi: info.RSSI ?? info.rssi, version: info.v });
  } catch {
    return cleanInfo({});
  }
}

function cleanInfo(raw: { ip?: unknown; ssid?: unknown; rssi?: unknown; version?: unknown }): BoardInfo {
  const { ip, ssid, version } = raw;
  const rssi = typeof raw.rssi === 'string' && raw.rssi !== '' ? Number(raw.rssi) : raw.rssi;
  return {
    ip: typeof ip === 'string' && /^[0-9A-Fa-f.:]{2,45}$/.test(ip) ? ip : null,
    // An SSID has at most 32 bytes (IEEE 802.11); U+0000 cannot be stored.
    ssid: typeof ssid === 'string' && ssid !== '' ? ssid.replaceAll('\0', '').toWellFormed().slice(0, 32) : null,
    rssi: typeof rssi === 'number' && Number.isInteger(rssi) && rssi >= -150 && rssi <= 50 ? rssi : null,
    version: typeof version === 'string' && /^[A-Za-z0-9._+-]{1,32}$/.test(version) ? version : null,
  };
}
