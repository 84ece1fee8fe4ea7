import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { deviceOf } from '../../../../../../test/devices.ts';
import { renderInApp } from '../../../../../../test/render.tsx';
import { sceneOf, sceneResultOf, sceneRunOf } from '../../../../../../test/scenes.ts';
import { callsOf, refuse, stubApi } from '../../../../../../test/stub-api.ts';
import { widgetDataOf } from '../../../../../../test/widgets.ts';
import { chooseLanguage } from '../../../../../lib/language/language.ts';
import { WidgetView } from '../widget-view.tsx';

const path = '/api/dashboard-scenes/3';
const button = page.getByRole('button', { name: 'Run Evening' });

async function show(replies: Parameters<typeof stubApi>[0], { confirm = false, runsScenes = true } = {}) {
  const calls = stubApi({ 'GET /api/device/': [deviceOf()], 'GET /api/device/shared': [], ...replies });
  const content = { type: 'scene', title: 'Evening', sceneId: 3, confirm } as const;
  await renderInApp(<WidgetView content={content} data={widgetDataOf({ runsScenes })} />);
  return { runs: () => callsOf(calls, 'POST').map((call) => call.path), calls };
}

it('runs the scene with one press, and names what failed', async () => {
  const refused = sceneResultOf({ target: '5', state: 'refused', ms: null, reason: 'This device is paused.' });
  let lastRun: ReturnType<typeof sceneRunOf> | null = null;
  const { runs } = await show({
    [`GET ${path}`]: () => sceneOf({ lastRun }),
    [`POST ${path}/run`]: () => {
      lastRun = sceneRunOf({ outcome: 'partly', results: [sceneResultOf(), refused] });
      return sceneRunOf({ outcome: 'running', results: [sceneResultOf({ state: 'sent', ms: null })] });
    },
  });
  await button.click();
  await expect.element(page.getByText('1 of 2 done')).toBeVisible();
  await expect
    .element(page.getByRole('list', { name: 'Failed in Evening' }))
    .toHaveTextContent('Greenhouse: 5 off, This device is paused.');
  expect(runs()).toEqual([`${path}/run`]);
});

it.each([
  ['its widget says so', { confirm: true }, sceneOf(), 'This button is set to ask before each run.'],
  ['something in it is locked', {}, sceneOf({ locked: true }), 'Something in this scene is locked: confirm each run.'],
])('asks first where %s', async (_, options, scene, text) => {
  const { runs } = await show({ [`GET ${path}`]: scene, [`POST ${path}/run`]: sceneRunOf() }, options);
  await button.click();
  const question = page.getByRole('alertdialog', { name: 'Run Evening?' });
  await expect.element(question).toMatchTextContent(text);
  expect(runs()).toEqual([]);
  await question.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.poll(runs).toHaveLength(1);
});

it('asks in the language of the page, and says that its one action is done', async () => {
  await chooseLanguage('th');
  await show({ [`GET ${path}`]: sceneOf({ locked: true, lastRun: sceneRunOf() }) });
  await expect.element(page.getByText('สำเร็จ', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'ใช้ Evening' }).click();
  await expect.element(page.getByRole('alertdialog', { name: 'ใช้ Evening ไหม' })).toBeVisible();
  await chooseLanguage('en');
});

it.each([
  ['is deleted', 404, 'not_found', /This scene was deleted\. Ask the dashboard's owner to choose another one\./],
  ['sets devices that one may not operate', 403, 'forbidden', /You may not control all devices of this scene/],
])('cannot be pressed when the scene %s, and says what to do', async (_, status, code, text) => {
  await show({ [`GET ${path}`]: () => refuse(status, code, 'No.') });
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(button).not.toBeInTheDocument();
});

it('requests nothing behind a public link and in a playback', async () => {
  const { calls } = await show({}, { runsScenes: false });
  await expect.element(button).toBeDisabled();
  expect(calls.filter((call) => call.path === path)).toEqual([]);
});
