import type { WidgetContent } from '@cyno/contract';
import { beforeEach, expect, it } from 'vitest';
import { publicConfigOf } from '../../../../../test/config.ts';
import { deviceOf, variableOf } from '../../../../../test/devices.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { knowConfig } from '../../../../../test/shell.ts';
import { stubApi } from '../../../../../test/stub-api.ts';
import { commandOf, controlOf, historyOf, widgetDataOf } from '../../../../../test/widgets.ts';
import { WidgetView } from './widget-view.tsx';

const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const foreign = 'http://127.0.0.1:9';
const attack = '<img src=x onerror="window.hit=1"><script>window.hit=1</script><svg onload="window.hit=1">';
const day = { minutes: 1_440 };

async function show(content: WidgetContent, data = widgetDataOf()) {
  const { screen } = await renderInApp(<WidgetView content={content} data={data} />);
  return screen.getByRole('region', { name: content.title, exact: true });
}

const expectNothingRan = () => expect('hit' in window).toBe(false);

beforeEach(async () => {
  const config = publicConfigOf();
  stubApi({ 'GET /api/config': config });
  await knowConfig(config);
});

it('shows notes without their scripts, frames, foreign pictures and links that run', async () => {
  const text = [
    attack,
    '[one](javascript:window.hit=1) [two](data:text/html,<script>alert(1)</script>) [three](https://example.com "t")',
    `![spy](${foreign}/markdown) ![own](${dot})`,
    `<iframe src="${foreign}/page"></iframe>`,
  ].join('\n\n');
  const notes = await show({ type: 'text', title: 'Notes', text, keys: [] });
  const link = notes.getByRole('link');
  await expect.element(link).toHaveTextContent('three');
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expect.element(link).toHaveAttribute('target', '_blank');
  await expect.element(notes.getByRole('img')).toHaveAttribute('src', dot);
  await expect.element(notes).toMatchTextContent('one two three');
  await expect.element(notes.getByText('spy')).toBeVisible();
  expect(notes.element().querySelector('script, iframe, svg, [onerror], [onload]')).toBeNull();
  expectNothingRan();
});

it('takes a value that is put into notes for text, not for markup', async () => {
  const variables = [variableOf('temp', { value: `**bold** [x](https://example.com) ${attack}` })];
  const notes = await show(
    { type: 'text', title: 'Notes', text: 'It is {{temp}}', keys: ['temp'] },
    widgetDataOf({ variables }),
  );
  await expect.element(notes).toMatchTextContent('It is **bold** [x](https://example.com) <img src=x');
  expect(notes.element().querySelector('strong, a, img, script')).toBeNull();
});

it.each<WidgetContent>([
  { type: 'image', title: 'Picture', url: `${foreign}/image`, fit: 'cover', alt: '' },
  { type: 'camera', title: 'Camera', url: `${foreign}/camera`, seconds: 1 },
  { type: 'frame', title: 'Page', url: `${foreign}/page` },
])('loads no $type of a server that the operator did not admit', async (content) => {
  const card = await show(content);
  await expect.element(card).toMatchTextContent(`Not loaded: ask the operator of this server to add ${foreign}`);
  await expect.element(card).toMatchTextContent('EMBED_ORIGINS');
  expect(card.element().querySelector('iframe, img')).toBeNull();
});

it('frames none of its own pages, which could leave their sandbox', async () => {
  const card = await show({ type: 'frame', title: 'Own page', url: `${location.origin}/device` });
  await expect.element(card).toMatchTextContent('This address cannot be shown here.');
  expect(card.element().querySelector('iframe')).toBeNull();
});

it.each<WidgetContent>([
  { type: 'value', title: attack.slice(0, 40), key: 'temp', zones: [] },
  { type: 'table', title: 'Table', keys: ['temp'] },
  { type: 'states', title: 'States', keys: ['temp'], zones: [], ...day },
  { type: 'pie', title: 'Shares', keys: ['temp'], zones: [], shares: 'time', ...day },
  { type: 'warnings', title: 'Warnings' },
  { type: 'devices', title: 'Devices' },
  { type: 'message', title: 'Text', target: { kind: 'event', name: 'pump' } },
  { type: 'terminal', title: 'Terminal', target: { kind: 'event', name: 'pump' }, keys: ['temp'] },
])('a $type shows what a board calls itself and sends as it is', async (content) => {
  const variables = [variableOf('temp', { label: attack, unit: attack, value: attack })];
  const device = deviceOf({ name: attack, variables, online: false });
  const data = widgetDataOf({
    device,
    variables,
    places: [{ device, contents: [content] }],
    history: historyOf({ temp: [attack, attack] }),
    control: controlOf({ pump: { reported: attack } }, [commandOf({ value: attack })]),
  });
  const card = await show(content, data);
  await expect.element(card).toMatchTextContent('<img src=x onerror=');
  expect(card.element().querySelector('script, img, [onerror], [onload]')).toBeNull();
  expectNothingRan();
});
