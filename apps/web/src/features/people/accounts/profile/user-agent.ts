import { t } from '@lingui/core/macro';
/** What a session runs on, for people: `Firefox on Windows`. */
export type BrowserName = { name: string; kind: 'computer' | 'phone' | 'tablet' };

// The order matters: most browsers also name those that they descend from.
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bLine\//, 'LINE'],
  [/\bFxiOS\/|\bFirefox\//, 'Firefox'],
  [/\bCriOS\/|\bChrome\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const systems: readonly [RegExp, string, BrowserName['kind']][] = [
  [/\biPad\b/, 'iPadOS', 'tablet'],
  [/\biPhone\b|\biPod\b/, 'iOS', 'phone'],
  [/\bAndroid\b(?!.*\bMobile\b)/, 'Android', 'tablet'],
  [/\bAndroid\b/, 'Android', 'phone'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS', 'computer'],
  [/\bLinux\b|\bX11\b/, 'Linux', 'computer'],
];

/** Reads the browser and the system out of a User-Agent header as well as that can be done. */
export function readUserAgent(userAgent: string | null): BrowserName {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [, system, kind = 'computer'] = systems.find(([pattern]) => pattern.test(userAgent ?? '')) ?? [];
  if (browser && system) return { name: t`${browser} on ${system}`, kind };
  return { name: browser ?? (system ? t`A browser on ${system}` : t`An unknown browser`), kind };
}
