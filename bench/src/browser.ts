import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright';

/** Headless Chromium of this machine, or Playwright's own. */
export function launchBrowser(): Promise<Browser> {
  const paths = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const executablePath = paths.find((path) => path && existsSync(path));
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
}
