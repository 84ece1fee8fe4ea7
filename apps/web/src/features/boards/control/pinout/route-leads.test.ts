import { expect, test } from 'vitest';
import { type Place, routeLeads } from './route-leads.ts';

const place = (pin: string, from: number, to: number): Place => ({
  pin,
  from: { x: 100, y: from },
  to: { x: 180, y: to },
});

test('lines that go the same way turn one after another and do not cross', () => {
  expect(routeLeads([place('D0', 40, 20), place('D1', 60, 55), place('D2', 80, 90), place('D3', 100, 140)])).toEqual([
    { pin: 'D0', path: 'M100 40H162V20H180' },
    { pin: 'D1', path: 'M100 60H168V55H180' },
    { pin: 'D2', path: 'M100 80H168V90H180' },
    { pin: 'D3', path: 'M100 100H162V140H180' },
  ]);
});

test('many lines share what room there is', () => {
  const places = Array.from({ length: 20 }, (_, index) => place(`${index}`, index * 10, 5 + index * 20));
  const turns = routeLeads(places).map(({ path }) => Number(/H([\d.]+)V/.exec(path)?.[1]));
  expect(Math.min(...turns)).toBeGreaterThanOrEqual(112);
  expect(Math.max(...turns)).toBeLessThanOrEqual(168);
});
