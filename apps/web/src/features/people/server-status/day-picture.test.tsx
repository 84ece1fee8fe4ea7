import { expect, it } from 'vitest';
import { renderInApp } from '../../../../test/render.tsx';
import { DayPicture } from './day-picture.tsx';

const now = Date.now();

/** Draws a figure that was measured each minute until now; `line` is the height (0 at the top … 30) of each value. */
async function draw(...values: number[]) {
  const points = values.map((value, index) => ({ at: now - (values.length - 1 - index) * 60_000, value }));
  const { screen } = await renderInApp(<DayPicture title="Boards" points={points} now={now} format={String} hue={1} />);
  const figure = screen.getByRole('figure');
  await expect.element(figure).toBeVisible();
  const path = figure.element().querySelector('.day-picture-line')?.getAttribute('d') ?? '';
  const places = path.match(/[\d.]+ [\d.]+/g)?.map((place) => place.split(' ').map(Number)) ?? [];
  return { figure, x: places.map(([x]) => x), y: places.map(([, y]) => y) };
}

it('begins at the first value', async () => {
  expect((await draw(1, 2, 3)).x).toEqual([0, 50, 100]);
});

it.each([
  [0, 0, [27, 27]],
  [0, 4, [27, 3]],
])('has zero at the bottom: %d, %d', async (first, second, heights) => {
  expect((await draw(first, second)).y).toEqual(heights);
});

it('draws a change of less than a tenth as a small one', async () => {
  expect((await draw(100, 99)).y).toEqual([13.8, 16.2]);
});

it('names one number where it did not change', async () => {
  const { figure } = await draw(5, 5);
  await expect.element(figure.getByText('5', { exact: true }).last()).toBeVisible();
  await expect.element(figure.getByRole('img', { name: 'Boards, last 24 hours: 5', exact: true })).toBeVisible();
});
