import { describe, expect, it } from 'vitest';
import { csvLine, harmlessText, textOfCsv } from './csv.ts';

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/** Cells as a program sees them that separates at `separator`, knows quotes only at the beginning of a cell, and takes blanks away. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let [cell, isQuoted] = ['', false];
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? '';
    if (isQuoted && sign === '"' && line[at + 1] === '"') {
      cell += sign;
      at += 1;
    } else if (isQuoted && sign === '"') isQuoted = false;
    else if (!isQuoted && cell === '' && sign === '"') isQuoted = true;
    else if (!isQuoted && (sign === separator || sign === '\r' || sign === '\n')) {
      cells.push(cell);
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell];
}

const attacks = signs.flatMap((sign) => [
  `${sign}cmd|' /C calc'!A0`,
  `\t${sign}1+1`,
  `\r${sign}1+1`,
  `\n${sign}1+1`,
  `\0${sign}1+1`,
  `a;${sign}1+1;b`,
  `a\t${sign}1+1\tb`,
  `a\n${sign}1+1\nb`,
  `a,${sign}1+1,b`,
  `a;"${sign}1+1";b`,
  `a";${sign}1+1`,
  `"${sign}1+1`,
  `'${sign}1+1`,
  `''\t'${sign}1`,
]);

describe('text in a CSV file', () => {
  it.each(attacks)('%j begins no formula, whatever separates the cells', (text) => {
    const line = csvLine(['2026-11-22T00:00:00.000Z', 20.5, text, 'end']);
    for (const separator of [',', ';', '\t']) {
      const formulas = cellsOf(line, separator).filter((cell) => /^[\s\0]*["]*[\s\0]*[=+\-@＝＋－＠]/.test(cell));
      expect(formulas, `separated by ${JSON.stringify(separator)}`).toEqual([]);
    }
  });

  it.each(attacks)('%j comes back as it was', (text) => {
    const [, cell = ''] = cellsOf(csvLine([1, text]), ',');
    if (!/[\r\n]/.test(text)) expect(cell).toBe(harmlessText(text));
    expect(textOfCsv(harmlessText(text))).toBe(text);
  });

  it.each([
    ['a;b', '"a;b"'],
    ['a\tb', '"a\tb"'],
    ['say "a"', '"say ""a"""'],
    ['a,b', '"a,b"'],
    ['=1+1', `"'=1+1"`],
    ['＝1+1', `"'＝1+1"`],
    ['a-b', 'a-b'],
    ["it's", "it's"],
  ])('%j is written %j', (text, written) => {
    expect(csvLine([text])).toBe(written);
  });
});

it('numbers stay numbers, also as text', () => {
  expect(csvLine([-5, 1e21, '-5', '+1.5e-7', true, null])).toBe('-5,1e+21,-5,+1.5e-7,true,');
});
