import { existsSync } from 'node:fs';

/** This runs from a package, whose launcher is called `cyno`. */
const ofPackage = existsSync(new URL('../../../built.json', import.meta.url));

/** The usage of a command, given as `npm run …` of a checkout, as it is typed here. */
export const usageHere = (usage: string, isPackage = ofPackage): string =>
  isPackage ? usage.replaceAll(/^npm run (\w+)(?: --| {3})/gm, 'cyno $1') : usage;
