import { expect, it } from 'vitest';
import { latinKey } from './latin-key.ts';

it.each([
  { layout: 'Thai', key: 'ผ', code: 'KeyZ', is: 'z' },
  { layout: 'Thai with Shift', key: '(', code: 'KeyZ', is: 'z' },
  { layout: 'AZERTY', key: 'z', code: 'KeyW', is: 'z' },
  { layout: 'QWERTZ', key: 'Z', code: 'KeyY', is: 'Z' },
  { layout: 'any', key: 'Escape', code: 'Escape', is: 'Escape' },
  { layout: 'any', key: '?', code: 'Slash', is: '?' },
])('a key of a $layout layout: $key', ({ key, code, is }) => {
  expect(latinKey({ key, code })).toBe(is);
});
