import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** An error with a sentence and nothing else. */
const bare =
  /\b(?:(?:badRequest|forbidden)\(|new AppError\(\s*\d+,\s*'\w+',)\s*(?:'(?<plain>[^']*)'|`(?<filled>[^`]*)`),?\s*\)/g;

/** What only scripts and boards can meet, or what its page does not show. */
const withoutReason = [
  'The header X-Cyno-Message holds no token of a message.',
  'The request must be a webhook of LINE.',
  'The request must be a webhook of LINE.',
  'The signature is wrong.',
  'This server has no LINE official account.',
  'This server has no authority of its own.',
  'Too much is being handled. Send it again later.',
  'A device cannot be copied to itself.',
  'A device is not the same any more.',
  'Name each device once.',
  'Name each pin once.',
  'Name what is to be changed.',
  'Name what is to be changed.',
  'Send the image as the body, of type application/octet-stream.',
  'Send the piece as the body, of type application/octet-stream.',
  'Send the piece as the body, of type application/octet-stream.',
  'The request must be an event of Stripe.',
  'There is nothing at this address.',
  'This download is for another board.',
  'its account may not operate this device any more.',
];

test('errors that people meet have a reason, which pages word in the language of their reader', () => {
  const cwd = new URL('../features', import.meta.url);
  const files = globSync('**/*.ts', { cwd, exclude: ['**/*.test.ts'] });
  const found = files.flatMap((file) =>
    [...readFileSync(`${cwd.pathname}/${file}`, 'utf8').matchAll(bare)].map(
      ({ groups }) => groups?.plain ?? groups?.filled,
    ),
  );
  expect(found.sort()).toEqual(withoutReason.sort());
});
