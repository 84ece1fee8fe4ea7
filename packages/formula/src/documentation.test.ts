import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileFormula, FormulaMachine, functionCatalogue } from './index.ts';

const page = readFileSync(new URL('../../../apps/docs/content/using/formulas.md', import.meta.url), 'utf8');
const functionTables = page.slice(page.indexOf('## Functions'), page.indexOf('## Units'));
const cellsOf = (line: string): string[] => line.split('|').map((cell) => cell.trim());
const codeIn = (text: string): string[] => Array.from(text.matchAll(/`([^`]+)`/g), ([, code = '']) => code);

/** The last column of each row of a table of functions. */
const inTables = functionTables
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => codeIn(cellsOf(line).at(-2) ?? ''));
const inBlocks = Array.from(page.matchAll(/```\n([\s\S]*?)```/g), ([, block = '']) => block.trim().split('\n')).flat();

describe('each example of the page on formulas works', () => {
  test.each([...inBlocks, ...inTables])('%s', (example) => {
    const formula = compileFormula(example, { unitOf: () => null });
    const machine = new FormulaMachine(formula);
    expect(() =>
      machine.step(
        0,
        formula.inputs.map(() => 1),
      ),
    ).not.toThrow();
  });
});

test('each function has an example there', () => {
  const called = new Set([...inTables.join(' ').matchAll(/(\w+)\(/g)].map(([, name]) => name));
  expect(functionCatalogue.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
});
