import type {
  CalibrationChange,
  Device,
  DeviceVariable,
  RemovalPreview,
  VariableSettings,
  VariableSetUp,
} from '@cyno/contract';
import { expect, it } from 'vitest';
import { deviceOf, variableOf } from '../../../../../test/devices.ts';
import { pressNow } from '../../../../../test/press-now.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { type ApiCall, callsOf, stubApi } from '../../../../../test/stub-api.ts';
import { createLiveCache } from '../../../telemetry/live/index.ts';
import { useDevices } from '../../devices/index.ts';
import { VariablesCard } from './variables-card.tsx';

const path = '/api/device/ESP32-000001_AABBCC000001';
const day = 86_400_000;
const usual = { label: 'Temperature', unit: '°C', hue: 1 };

function VisibleCard() {
  const device = useDevices().data?.[0];
  return device ? <VariablesCard device={device} /> : null;
}

/** The card of a device with one variable, behind it what a server would do with the calls. */
async function openCard(change: Partial<VariableSetUp> = {}, more: Parameters<typeof stubApi>[0] = {}) {
  let setUp: VariableSetUp = {
    key: 'temp',
    settings: { label: null, unit: null, hue: null, decimals: null, range: null },
    usual,
    calibration: { offset: 0, scale: 1 },
    kept: { days: null, most: null, removesFrom: null },
    ...change,
  };
  let isForgotten = false;
  let gate: Promise<void> | undefined;
  const variable = (): DeviceVariable => {
    const { label, unit, hue, decimals, range } = setUp.settings;
    const display = { label: label ?? usual.label, unit: unit ?? usual.unit, hue: hue ?? usual.hue, decimals, range };
    return variableOf('temp', { ...display, value: 21.456 });
  };
  const device = (): Device => deviceOf({ variables: isForgotten ? [] : [variable()] });
  const list = () => ({ variables: isForgotten ? [] : [setUp] });
  const calls = stubApi({
    'GET /api/device/': () => [device()],
    [`GET ${path}/variables`]: () => (gate ? gate.then(list) : list()),
    [`GET ${path}/calibrations`]: { changes: [] },
    [`GET ${path}/computed`]: { variables: [], max: 32 },
    [`GET ${path}/variables/temp/uses`]: { uses: [{ kind: 'alert', name: 'Too hot', device: null }], hidden: 0 },
    [`PUT ${path}/variables/temp`]: ({ body }: ApiCall) => {
      setUp = { ...setUp, settings: body as VariableSettings };
      isForgotten = false;
      return list();
    },
    [`DELETE ${path}/variables/temp`]: () => {
      isForgotten = true;
      return list();
    },
    [`PUT ${path}/variables/temp/calibration`]: ({ body }: ApiCall) => {
      setUp = { ...setUp, calibration: body as VariableSetUp['calibration'] };
      return list();
    },
    [`PUT ${path}/variables/temp/retention`]: ({ body }: ApiCall) => {
      const { days } = body as { days: number | null };
      setUp = { ...setUp, kept: { days, most: null, removesFrom: days === null ? null : Date.now() + day } };
      return list();
    },
    ...more,
  });
  const { screen, client } = await renderInApp(<VisibleCard />);
  const row = screen.getByRole('list', { name: 'Variables' }).getByRole('listitem');
  return {
    screen,
    calls,
    row,
    /** From now on the set-ups come when what it returns is called. */
    holdSetUps() {
      const held = Promise.withResolvers<void>();
      gate = held.promise;
      return held.resolve;
    },
    /** Another tab changes it, of which the live connection notifies. */
    elsewhere(change: Partial<VariableSetUp>) {
      setUp = { ...setUp, ...change };
      createLiveCache(client).take({ type: 'variables', espid: device().espid });
    },
    open: async (entry: string) => {
      await screen.getByRole('button', { name: 'More for Temperature' }).click();
      await screen.getByRole('menuitem', { name: entry }).click();
    },
  };
}

it('sets up how a variable looks, with the newest value as it will be, forgets it and brings it back', async () => {
  const { screen, calls, row } = await openCard();
  await screen.getByRole('button', { name: 'Edit Temperature' }).click();
  const dialog = screen.getByRole('dialog', { name: 'temp' });
  await dialog.getByLabelText('Name').fill('Leaf warmth');
  await dialog.getByLabelText('Unit').fill('K');
  await dialog.getByRole('radio', { name: 'Teal' }).click({ force: true });
  await dialog.getByRole('button', { name: /Decimals/ }).click();
  await screen.getByRole('option', { name: '2' }).click();
  await expect.element(dialog.getByText(/^21\.46 K$/)).toBeVisible();
  await dialog.getByLabelText('Chart minimum').fill('50');
  await dialog.getByLabelText('Chart maximum').fill('10');
  await expect.element(dialog.getByText('The maximum must be above the minimum.')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByLabelText('Chart minimum').fill('-10');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(row).toMatchTextContent(/Leaf warmth21\.46 K/);
  await expect.element(row).toMatchTextContent('temp, 2 decimals, charts −10 to 10 K');
  const settings = calls.find(({ method }) => method === 'PUT')?.body;
  expect(settings).toMatchObject({ label: 'Leaf warmth', unit: 'K', decimals: 2, range: { min: -10, max: 10 } });

  const edit = screen.getByRole('button', { name: 'Edit Leaf warmth' });
  await edit.click();
  await screen.getByRole('button', { name: 'Hide' }).click();
  const question = screen.getByRole('alertdialog', { name: 'Hide Leaf warmth?' });
  await expect.element(question).toMatchTextContent('These will get no values: alert “Too hot”.');
  await question.getByRole('button', { name: 'Hide' }).click();
  await expect.element(screen.getByText('Leaf warmth hidden')).toBeVisible();
  await expect.element(edit).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(edit).toBeVisible();
  expect(calls.findLast(({ method }) => method === 'PUT')?.body).toEqual(settings);

  await edit.click();
  await screen.getByRole('button', { name: 'Reset appearance' }).click();
  await expect.element(screen.getByRole('button', { name: 'Edit Temperature' })).toBeVisible();
});

it('shows a calibration and a limit that another tab sets', async () => {
  const { row, elsewhere } = await openCard();
  await expect.element(row).toMatchTextContent(/temp/);
  elsewhere({ calibration: { offset: 0.5, scale: 1 } });
  await expect.element(row).toMatchTextContent('temp, calibrated + 0.5 °C');
  elsewhere({ kept: { days: 30, most: null, removesFrom: null } });
  await expect.element(row).toMatchTextContent('temp, calibrated + 0.5 °C, stored for 30 days');
});

it('works out a calibration from two points, and shows what is wrong with them', async () => {
  const { screen, calls, row, open } = await openCard();
  await open('Calibrate');
  const dialog = screen.getByRole('dialog', { name: 'Calibrate Temperature' });
  await dialog.getByText('Two points').click();
  await dialog.getByLabelText('Board reading 1').fill('0');
  await dialog.getByLabelText('Meter reading 1').fill('100');
  await dialog.getByLabelText('Board reading 2').fill('0');
  await dialog.getByLabelText('Meter reading 2').fill('120');
  const alert = dialog.getByRole('alert');
  await expect.element(alert).toHaveTextContent('The two board readings must differ.');
  await expect.element(dialog.getByRole('button', { name: 'Calibrate' })).toBeDisabled();
  await dialog.getByLabelText('Board reading 2').fill('10');
  await expect.element(dialog.getByRole('status')).toHaveTextContent('value = reading × 2 + 100 °C');
  await expect.element(dialog.getByRole('definition').nth(0)).toMatchTextContent('21.456 °C');
  await expect.element(dialog.getByRole('definition').nth(1)).toMatchTextContent('142.912 °C');
  await dialog.getByRole('button', { name: 'Calibrate' }).click();
  await expect.element(screen.getByText('Temperature calibrated')).toBeVisible();
  await expect.element(row).toMatchTextContent('calibrated × 2 + 100 °C');
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ offset: 100, scale: 2 });
});

it('moves a calibration by one point from what the board sends now, and lists what held before', async () => {
  const changes: CalibrationChange[] = [
    { key: 'temp', since: Date.now() - day, offset: 100, scale: 2 },
    { key: 'humid', since: Date.now() - day, offset: 1, scale: 1 },
    { key: 'temp', since: Date.now() - 2 * day, offset: 0, scale: 1 },
  ].toReversed();
  const { screen, calls, row, open } = await openCard(
    { calibration: { offset: 100, scale: 2 } },
    { [`GET ${path}/calibrations`]: { changes } },
  );
  await open('Calibrate');
  const dialog = screen.getByRole('dialog', { name: 'Calibrate Temperature' });
  const lines = dialog.getByRole('region', { name: 'Changes' }).getByRole('listitem');
  await expect
    .poll(() => lines.elements().map((line) => line.textContent))
    .toEqual([expect.stringMatching(/× 2 \+ 100 °C$/), expect.stringMatching(/Not calibrated$/)]);
  await dialog.getByRole('button', { name: 'Use current board reading' }).click();
  // The value was measured under the calibration × 2 + 100.
  await expect.element(dialog.getByLabelText('Board reading')).toHaveValue('-39.272');
  await dialog.getByLabelText('Meter reading').fill(String(2 * -39.272 + 101));
  await expect.element(dialog.getByRole('status')).toHaveTextContent('value = reading × 2 + 101 °C');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.element(row).not.toMatchTextContent('calibrated');
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ offset: 0, scale: 1 });
});

it('asks before a variable is stored for a shorter time, and lets that be undone', async () => {
  const { screen, calls, row, open } = await openCard(
    {},
    { [`GET ${path}/variables/temp/retention`]: { values: 192, oldest: Date.now() - 11 * day } },
  );
  await open('Storage time');
  const dialog = screen.getByRole('dialog', { name: 'Storage time of Temperature' });
  const days = dialog.getByLabelText('Days');
  await days.fill('0');
  await expect.element(dialog.getByText('Enter a whole number of days, or leave it empty.')).toBeVisible();
  await days.fill('3');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const question = /^Hides about 192 values that are older than this limit. The oldest is from .*\.$/;
  await expect.element(dialog.getByText(question)).toBeVisible();
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
  await dialog.getByRole('button', { name: 'Keep only 3 days' }).click();
  await expect.element(row).toMatchTextContent('stored for 3 days');
  await open('Storage time');
  await expect
    .element(dialog.getByText(/^Nothing is deleted yet\. Enter more days before .* to get everything back\.$/))
    .toBeVisible();
  await days.fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(row).not.toMatchTextContent('stored for');
  const saved = calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(saved).toEqual([{ days: 3 }, { days: null }]);
});

it('opens the settings again only when those that were saved are there', async () => {
  const { screen, holdSetUps } = await openCard();
  await screen.getByRole('button', { name: 'Edit Temperature' }).click();
  const dialog = screen.getByRole('dialog', { name: 'temp' });
  await dialog.getByLabelText('Name').fill('Leaf warmth');
  const release = holdSetUps();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const edit = screen.getByRole('button', { name: 'Edit Leaf warmth' });
  await expect.element(edit).toHaveAttribute('aria-busy', 'true');
  await pressNow(edit);
  expect(dialog.query()).toBeNull();
  release();
  await edit.click();
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Leaf warmth');
});

it.each([192, 0])('drops the count of %i values for a number of days that is typed no more', async (values) => {
  const late = Promise.withResolvers<RemovalPreview>();
  const { screen, calls, open } = await openCard(
    {},
    {
      [`GET ${path}/variables/temp/retention`]: ({ query }: ApiCall) =>
        query.get('days') === '300' ? late.promise : { values: 5, oldest: null },
    },
  );
  await open('Storage time');
  const dialog = screen.getByRole('dialog', { name: 'Storage time of Temperature' });
  const days = dialog.getByLabelText('Days');
  const save = dialog.getByRole('button', { name: 'Save' });
  await days.fill('300');
  await save.click();
  await days.fill('30');
  late.resolve({ values, oldest: null });
  await save.click();
  await expect.element(dialog.getByText(/^Hides about 5 values/)).toBeVisible();
  expect(callsOf(calls, 'PUT')).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep only 30 days' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(callsOf(calls, 'PUT').map(({ body }) => body)).toEqual([{ days: 30 }]);
});
