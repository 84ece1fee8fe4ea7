import { describe, expect, it } from 'vitest';
import { highlight } from './highlight.ts';

describe('highlight', () => {
  const kinds = (path: string, text: string) =>
    highlight(path, text).map((line) =>
      line.filter(({ kind }) => kind !== 'plain').map(({ kind, text }) => `${kind} ${text}`),
    );

  it('colours C++', () => {
    expect(kinds('a.ino', '#include <DHT.h>\nDHT dht(D7, 22);  // pin 7\nconst char* s = "a \\" 1";')).toEqual([
      ['key #include', 'str <DHT.h>'],
      ['num 22', 'com // pin 7'],
      ['key const', 'key char', 'str "a \\" 1"'],
    ]);
  });

  it('keeps a comment over several lines and does not look into texts', () => {
    expect(kinds('a.h', '/* if 1\n"x" */ if')).toEqual([['com /* if 1'], ['com "x" */', 'key if']]);
    expect(kinds('a.h', '"// no" 0xFFul 1.5e3')).toEqual([['str "// no"', 'num 0xFFul', 'num 1.5e3']]);
  });

  it('colours ini files', () => {
    expect(kinds('platformio.ini', '[env:d1]\n; note\nboard = d1_mini\nspeed = 115200')).toEqual([
      ['key [env:d1]'],
      ['com ; note'],
      ['str d1_mini'],
      ['num 115200'],
    ]);
  });

  it.each(['a.ino', 'platformio.ini', 'README.txt'])('loses no character of %s', (path) => {
    const text = 'x = 1;\n\n  "open /* [a]\n# b = c ; d\n';
    const joined = highlight(path, text)
      .map((line) => line.map((token) => token.text).join(''))
      .join('\n');
    expect(joined).toBe(text);
  });
});
