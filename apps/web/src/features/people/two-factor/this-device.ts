import { t } from '@lingui/core/macro';

// The order matters: Android also calls itself Linux, an iPhone names itself like a Mac.
const devices: readonly [RegExp, string | (() => string)][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b.*\bMobile\b/, () => t`Android phone`],
  [/\bAndroid\b/, () => t`Android tablet`],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bWindows\b/, () => t`Windows computer`],
  [/\bLinux\b/, () => t`Linux computer`],
];

/** What people call a device with such a User-Agent header, to suggest a name for its passkey. */
export function thisDevice(userAgent: string): string {
  const name = devices.find(([pattern]) => pattern.test(userAgent))?.[1] ?? t`My device`;
  return typeof name === 'string' ? name : name();
}
