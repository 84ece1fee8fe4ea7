import { expect, test } from 'vitest';
import { usageHere } from './usage.ts';

const usage = `npm run backup             makes one
npm run backup -- list     lists them
`;

test('a usage has the commands of a checkout, or those of a package', () => {
  expect(usageHere(usage)).toBe(usage);
  expect(usageHere(usage, true)).toBe(`cyno backup          makes one
cyno backup list     lists them
`);
});
