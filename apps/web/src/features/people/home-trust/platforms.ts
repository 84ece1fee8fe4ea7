import { t } from '@lingui/core/macro';
import { withBase } from '../../../lib/router/base-path.ts';

export const platforms = ['android', 'ios', 'windows', 'macos', 'linux', 'firefox'] as const;
export type Platform = (typeof platforms)[number];

export const platformLabel = (platform: Platform): string =>
  ({
    android: 'Android',
    ios: 'iPhone, iPad',
    windows: 'Windows',
    macos: 'Mac',
    linux: 'Linux',
    firefox: t`Firefox on a computer`,
  })[platform];

/** What this page is read on, as far as the browser reports. */
export function currentPlatform({ userAgent, maxTouchPoints } = navigator): Platform {
  // An iPad calls itself a Mac.
  if (/iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'ios';
  if (/Android/.test(userAgent)) return 'android';
  if (/Firefox/.test(userAgent)) return 'firefox';
  if (/Windows/.test(userAgent)) return 'windows';
  return /Macintosh/.test(userAgent) ? 'macos' : 'linux';
}

/** The file that a platform wants. */
export const rootFile = (platform: Platform): string =>
  withBase(platform === 'ios' ? '/api/trust/root.mobileconfig' : '/api/trust/root.crt');

/** What to do with the file, one step each. Names of menus are those of the systems. */
export function installSteps(platform: Platform): string[] {
  switch (platform) {
    case 'android':
      return [
        t`Download the certificate.`,
        t`Open Settings and search for “CA certificate”. It is below Security, More security settings, Install from storage.`,
        t`Accept the warning of the system and choose the file cyno-root.crt.`,
      ];
    case 'ios':
      return [
        t`Download the profile in Safari and allow it.`,
        t`Open Settings, press “Profile Downloaded” and install it.`,
        t`Open Settings, General, About, Certificate Trust Settings, and switch the certificate on.`,
      ];
    case 'windows':
      return [
        t`Download the certificate and open the file.`,
        t`Press “Install Certificate…” and choose “Current User”.`,
        t`Choose “Place all certificates in the following store”, then “Trusted Root Certification Authorities”.`,
        t`Compare the fingerprint, confirm, and restart the browser.`,
      ];
    case 'macos':
      return [
        t`Download the certificate and open the file: Keychain Access adds it to “login”.`,
        t`Open it there, and set “When using this certificate” below Trust to “Always Trust”.`,
        t`Restart the browser.`,
      ];
    case 'linux':
      return [
        t`Download the certificate.`,
        t`In Chrome or Chromium, open chrome://certificate-manager, “Custom”, and import it below “Trusted Certificates”.`,
        t`For other programs, copy it to /usr/local/share/ca-certificates and run sudo update-ca-certificates.`,
      ];
    case 'firefox':
      return [
        t`Download the certificate.`,
        t`Open Settings, Privacy & Security, Certificates, View Certificates, Authorities, and import the file.`,
        t`Tick “Trust this CA to identify websites”.`,
      ];
  }
}
