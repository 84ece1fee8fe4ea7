import { createHash } from 'node:crypto';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const xmlText = (text: string): string => text.replaceAll(/[&<>]/g, (sign) => escapes[sign] ?? '');

/** The same for the same root, so that installing it again replaces it (RFC 9562, section 5.8). */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`.toUpperCase();
}

/**
 * A configuration profile that installs a root certificate on Apple's devices:
 * https://developer.apple.com/documentation/devicemanagement/certificateroot
 */
export function profileOf({ cert, facts }: { cert: string; facts: { issuer: string; fingerprint: string } }): string {
  const name = xmlText(facts.issuer);
  const content = cert.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  const payload = (type: string, of: string) => `<key>PayloadType</key><string>${type}</string>
<key>PayloadVersion</key><integer>1</integer>
<key>PayloadIdentifier</key><string>io.cyno.root.${uuidOf(facts.fingerprint + of)}</string>
<key>PayloadUUID</key><string>${uuidOf(facts.fingerprint + of)}</string>
<key>PayloadDisplayName</key><string>${name}</string>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
${payload('Configuration', 'profile')}
<key>PayloadContent</key><array><dict>
${payload('com.apple.security.root', 'root')}
<key>PayloadCertificateFileName</key><string>cyno-root.crt</string>
<key>PayloadContent</key><data>${content}</data>
</dict></array>
</dict></plist>
`;
}
