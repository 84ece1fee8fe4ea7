import type { HistoryResponse, WidgetContent } from '@cyno/contract';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { variableOf } from '../../../../../../test/devices.ts';
import { renderInApp } from '../../../../../../test/render.tsx';
import { controlOf, historyOf, widgetDataOf } from '../../../../../../test/widgets.ts';
import type { WidgetData } from '../widget-data.ts';
import { WidgetView } from '../widget-view.tsx';

const terminalOf = (key: string): WidgetContent => ({
  type: 'terminal',
  title: 'Log',
  target: { kind: 'event', name: 'line' },
  keys: [key],
});

/** What is drawn at a time; of the variable `key`. */
type Frame = { data: WidgetData; key?: string };

function Frames({ frames }: { frames: readonly Frame[] }) {
  const [index, setIndex] = useState(0);
  const { data, key = 'out' } = frames[index] as Frame;
  return (
    <>
      <button type="button" onClick={() => setIndex(index + 1)}>
        Next
      </button>
      <WidgetView content={terminalOf(key)} data={data} />
    </>
  );
}

/** Draws one frame after the other; `next` resolves to the lines of the next one. */
async function draw(frames: readonly Frame[]) {
  const { screen } = await renderInApp(<Frames frames={frames} />);
  const lines = screen.getByRole('listitem');
  await expect.element(lines.first()).toBeVisible();
  const texts = () => lines.elements().map((line) => line.querySelector('span')?.textContent);
  return { texts, next: () => screen.getByRole('button', { name: 'Next' }).click() };
}

it('shows of the past the lines that there were, each once', async () => {
  const now = Date.now();
  const frameOf = (moment: number, history: HistoryResponse, value: string): Frame => {
    // Within the width of a bucket the age of a value is not known, and its time is the moment that is shown.
    const variables = [variableOf('out', { value, at: moment })];
    return { data: widgetDataOf({ moment, history, control: controlOf({}), variables }) };
  };
  const both = historyOf({ out: ['boot', 'ready'] }, { agoMs: 60_000 });
  const first = historyOf({ out: ['boot'] }, { agoMs: 660_000 });
  const { texts, next } = await draw([
    frameOf(now, both, 'ready'),
    frameOf(now + 1_000, both, 'ready'),
    frameOf(now - 500_000, first, 'boot'),
  ]);
  expect(texts()).toEqual(['boot', 'ready']);
  await next();
  expect(texts()).toEqual(['boot', 'ready']);
  await next();
  expect(texts()).toEqual(['boot']);
});

it('shows a line of the past that is older than the history', async () => {
  const moment = Date.now();
  const variables = [variableOf('out', { value: 'boot', at: moment - 7_200_000 })];
  const { texts } = await draw([{ data: widgetDataOf({ moment, control: controlOf({}), variables }) }]);
  expect(texts()).toEqual(['boot']);
});

it('shows no lines of a variable that was chosen before', async () => {
  const now = Date.now();
  const frameOf = (key: string, value: string, at: number): Frame => {
    const variables = [variableOf(key, { value, at })];
    return { data: widgetDataOf({ variables, control: controlOf({}) }), key };
  };
  const { texts, next } = await draw([
    frameOf('out', 'one', now - 2_000),
    frameOf('out', 'two', now - 1_000),
    frameOf('err', 'three', now),
  ]);
  await next();
  expect(texts()).toEqual(['one', 'two']);
  await next();
  expect(texts()).toEqual(['three']);
});
