import { expect, it } from 'vitest';
import { type Chunk, planChunks } from './plan-chunks.ts';

const chunk = (fileName: string, imports: string[] = [], size = 100): Chunk => ({
  fileName,
  imports,
  moduleIds: [`${fileName}.ts`],
  size,
});
const plan = (chunks: Chunk[], pages: Record<string, string[]>, maxFiles: number, often: string[] = []) =>
  planChunks(chunks, new Map(Object.entries(pages).map(([page, files]) => [page, new Set(files)])), {
    start: 'login',
    often: new Set(often),
    maxFiles,
  });

it('makes one file of what a page needs, and leaves out what no page needs', () => {
  const chunks = [chunk('main', ['react']), chunk('react'), chunk('dialog', ['react'])];
  expect(plan(chunks, { login: ['main', 'react'] }, 9)).toEqual([['main.ts', 'react.ts']]);
});

it('makes two files of what the first page needs: for most pages, and for few', () => {
  const chunks = [chunk('main'), chunk('button'), chunk('login'), chunk('field'), chunk('table')];
  const pages = { login: ['main', 'button', 'login', 'field'], users: ['main', 'button', 'table'], plan: ['main'] };
  const many = { ...pages, profile: ['main', 'button', 'field'] };
  expect(plan(chunks, many, 9)).toEqual([['main.ts', 'button.ts'], ['login.ts', 'field.ts'], ['table.ts']]);
});

it('makes one file of what the same pages need, in the order of loading', () => {
  const chunks = [chunk('main'), chunk('list', ['table', 'main']), chunk('table', ['main']), chunk('chart')];
  const pages = { login: ['main'], devices: ['main', 'list', 'table'], history: ['main', 'list', 'table', 'chart'] };
  expect(plan(chunks, pages, 9)).toEqual([['main.ts'], ['list.ts', 'table.ts'], ['chart.ts']]);
});

it('joins what costs the fewest bytes in vain, until the pages have few enough files', () => {
  const chunks = [chunk('main'), chunk('both'), chunk('large', [], 9_000), chunk('small', [], 10)];
  const pages = { login: ['main'], one: ['main', 'both', 'large', 'small'], other: ['main', 'both'] };
  const third = { ...pages, third: ['main', 'large'] };
  expect(plan(chunks, third, 3)).toEqual([['main.ts'], ['large.ts'], ['both.ts', 'small.ts']]);
});

it('makes pages that are visited often fetch the least in vain', () => {
  const chunks = [chunk('main'), chunk('shared'), chunk('big', [], 500), chunk('own')];
  const pages = {
    login: ['main'],
    rare: ['main', 'shared', 'big', 'own'],
    daily: ['main', 'shared'],
    other: ['main', 'own'],
  };
  expect(plan(chunks, pages, 3)).toContainEqual(['shared.ts', 'own.ts']);
  expect(plan(chunks, pages, 3, ['daily'])).toContainEqual(['big.ts', 'own.ts']);
});

it('counts what a file imports among what is fetched in vain', () => {
  const chunks = [
    chunk('main'),
    chunk('shared', [], 10),
    chunk('mine', ['large'], 400),
    chunk('large', [], 9_000),
    chunk('own', [], 500),
  ];
  const pages = {
    login: ['main'],
    light: ['main', 'shared'],
    heavy: ['main', 'shared', 'mine', 'large', 'own'],
    another: ['main', 'own'],
    third: ['main', 'mine', 'large'],
    ...Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`page ${index}`, ['main', 'large']])),
  };
  // Joined with "mine", "shared" would weigh less, but the light page would fetch "large".
  expect(plan(chunks, pages, 4)).toEqual([['main.ts'], ['large.ts'], ['mine.ts'], ['shared.ts', 'own.ts']]);
});

it('joins no files that would import each other', () => {
  const chunks = [chunk('main'), chunk('page', ['between']), chunk('between', ['base'], 9_000), chunk('base')];
  const pages = {
    login: ['main'],
    one: ['main', 'page', 'between', 'base'],
    two: ['main', 'between', 'base'],
    three: ['main', 'base'],
  };
  for (const parts of [plan(chunks, pages, 3), plan(chunks, pages, 2)]) {
    const at = (name: string) => parts.findIndex((part) => part.includes(name));
    expect(at('base.ts')).toBeLessThanOrEqual(at('between.ts'));
    expect(at('between.ts')).toBeLessThanOrEqual(at('page.ts'));
  }
});
