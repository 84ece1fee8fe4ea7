import { existsSync } from 'node:fs';

const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const executablePath = process.env.CHROMIUM_PATH ?? usualPlaces.find((path) => existsSync(path));

/** How journeys and component tests start Chromium: it requests nothing from the internet. */
export const browserLaunch = {
  ...(executablePath && { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
