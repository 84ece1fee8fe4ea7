// The order matters: Android also calls itself Linux, an iPhone names itself like a Mac.
const devices: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b.*\bMobile\b/, 'Android phone'],
  [/\bAndroid\b/, 'Android tablet'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bWindows\b/, 'Windows computer'],
  [/\bLinux\b/, 'Linux computer'],
];

/** What people call a device with such a User-Agent header, to suggest a name for its passkey. */
export const thisDevice = (userAgent: string): string =>
  devices.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'My device';
