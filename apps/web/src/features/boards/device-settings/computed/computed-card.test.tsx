import type { ComputedList, ComputedRequest, DeviceVariable } from '@cyno/contract';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deviceOf, variableOf } from '../../../../../test/devices.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { type ApiCall, refuse, stubApi } from '../../../../../test/stub-api.ts';
import { useDevices } from '../../devices/index.ts';
import { ComputedCard } from './computed-card.tsx';

const path = '/api/device/ESP32-000001_AABBCC000001/computed';
const now = Date.now();

function VisibleCard() {
  const device = useDevices().data?.[0];
  return device ? <ComputedCard device={device} /> : null;
}

/** The card of a device with temperature and humidity, behind it what a server would do with the calls. */
async function openCard(before: ComputedList['variables'] = [], more: Parameters<typeof stubApi>[0] = {}) {
  let computed = before;
  const measured: DeviceVariable[] = [
    variableOf('temp', { label: 'Temperature', unit: '°C', value: 21 }),
    variableOf('humid', { label: 'Humidity', unit: '%', value: 60 }),
  ];
  const list = () => ({ variables: computed, max: 32 });
  const calls = stubApi({
    'GET /api/device/': () => [
      deviceOf({ variables: [...measured, ...computed.map(({ key }) => variableOf(key, { label: 'Dew point' }))] }),
      deviceOf({
        espid: 'TANK-2',
        name: 'Rain tank',
        variables: [variableOf('level', { label: 'Level', unit: 'cm', value: 80 })],
      }),
    ],
    'GET /api/device/shared': [{ ...deviceOf({ espid: 'SHED-1', name: 'Rain gauge' }), owner: 'other@example.com' }],
    [`GET ${path}`]: list,
    [`GET ${path.replace('computed', 'variables')}/dew_point/uses`]: {
      uses: [{ kind: 'alert', name: 'Frost', device: null }],
      hidden: 0,
    },
    [`POST ${path}/preview`]: {
      from: now - 86_400_000,
      to: now,
      unit: '°C',
      isCondition: false,
      thinned: true,
      times: [now - 7_200_000, now - 3_600_000, now],
      values: [12.5, null, 13.25],
    },
    [`PUT ${path}/dew_point`]: ({ body }: ApiCall) => {
      const { formula, unit } = body as ComputedRequest;
      computed = [{ key: 'dew_point', formula, unit, problem: null, recomputed: 0.4 }];
      return list();
    },
    [`DELETE ${path}/dew_point`]: () => {
      computed = [];
      return list();
    },
    ...more,
  });
  const { screen } = await renderInApp(<VisibleCard />);
  return {
    screen,
    calls,
    finish: () => {
      computed = computed.map((one) => ({ ...one, recomputed: null }));
    },
  };
}

it('writes a formula with what is proposed, sees what it makes, and saves it', async () => {
  const { screen, calls, finish } = await openCard();
  await expect.element(screen.getByText('No formulas yet.')).toBeVisible();
  await screen.getByRole('button', { name: 'Add' }).click();
  const sheet = screen.getByRole('dialog', { name: 'New computed variable' });
  await sheet.getByLabelText('Name').fill('Dew point');
  await expect.element(sheet.getByText('Name in files and formulas: dew_point')).toBeVisible();
  const field = sheet.getByRole('textbox', { name: 'Formula' });
  await field.click();
  await userEvent.type(field, 'dew');
  await expect.element(sheet.getByRole('option', { name: /dewPoint\(temperature, humidity\)/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('dewPoint(');
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}, humid)');
  await expect.element(field).toHaveValue('dewPoint(temp, humid)');
  await expect.element(sheet.getByText(/^13\.3 °C/)).toBeVisible();
  await expect.element(sheet.getByRole('img', { name: /12\.5 °C to 13\.3 °C/ })).toBeVisible();
  await sheet.getByRole('button', { name: 'Save' }).click();
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    formula: 'dewPoint(temp, humid)',
    unit: null,
    label: 'Dew point',
  });
  const row = screen.getByRole('list', { name: 'Computed variables' }).getByRole('listitem');
  await expect.element(row).toMatchTextContent(/Dew pointHistory 40 %dewPoint\(temp, humid\)/);
  finish();
  await expect.element(row).not.toMatchTextContent(/History/);
});

it('marks what is wrong while one types, and saves nothing', async () => {
  const { screen, calls } = await openCard();
  await screen.getByRole('button', { name: 'Add' }).click();
  const sheet = screen.getByRole('dialog', { name: 'New computed variable' });
  await sheet.getByLabelText('Name').fill('Temp');
  await expect
    .element(sheet.getByText('This device already has a variable “temp”. Choose another name.'))
    .toBeVisible();
  await sheet.getByLabelText('Name').fill('Sum');
  const field = sheet.getByRole('textbox', { name: 'Formula' });
  await field.fill('temp + humid');
  await expect.element(sheet.getByText(/“temp” is in °C and “humid” in %/)).toBeVisible();
  await field.fill('temp + tmp');
  await expect.element(sheet.getByText('The device has no variable “tmp”.')).toBeVisible();
  await expect.element(sheet.getByText('tmp', { exact: true })).toBeVisible();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(sheet.getByRole('button', { name: 'Save' })).toBeDisabled();
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
});

it('reads another device, found by its name', async () => {
  const { screen, calls } = await openCard();
  await screen.getByRole('button', { name: 'Add' }).click();
  const sheet = screen.getByRole('dialog', { name: 'New computed variable' });
  await sheet.getByLabelText('Name').fill('Dew point');
  const field = sheet.getByRole('textbox', { name: 'Formula' });
  await field.click();
  await userEvent.type(field, '1 + rain');
  await expect.element(sheet.getByRole('option')).toMatchTextContent('Rain tankDevice TANK-2');
  await userEvent.keyboard('{Enter}');
  await expect.element(sheet.getByRole('option')).toMatchTextContent('levelLevel, cm');
  await expect.element(field).not.toHaveAttribute('aria-invalid');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('1 + value("TANK-2", "level")');
  await expect.element(sheet.getByLabelText('Unit')).toHaveAttribute('placeholder', 'cm');
  await sheet.getByRole('button', { name: 'Save' }).click();
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    formula: '1 + value("TANK-2", "level")',
  });
  await screen.getByRole('button', { name: 'Add' }).click();
  await field.fill('temp + value("SHED-1", "temp")');
  await expect.element(sheet.getByText('You have no device “SHED-1” with a variable “temp”.')).toBeVisible();
});

it('Escape closes what is proposed before it closes the sheet', async () => {
  const { screen } = await openCard();
  await screen.getByRole('button', { name: 'Add' }).click();
  const sheet = screen.getByRole('dialog', { name: 'New computed variable' });
  const field = sheet.getByRole('textbox', { name: 'Formula' });
  await field.click();
  await userEvent.type(field, 'te');
  await expect.element(sheet.getByRole('option', { name: /^temp/ })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet.getByRole('option', { name: /^temp/ })).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('te');
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('alertdialog', { name: 'Close without saving?' })).toBeVisible();
});

it('a formula that was typed is not thrown away without a question', async () => {
  const { screen } = await openCard();
  await screen.getByRole('button', { name: 'Add' }).click();
  const sheet = screen.getByRole('dialog', { name: 'New computed variable' });
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(sheet).not.toBeInTheDocument();

  await screen.getByRole('button', { name: 'Add' }).click();
  const field = sheet.getByRole('textbox', { name: 'Formula' });
  await field.fill('temp + 1');
  await sheet.getByLabelText('Unit').fill('K');
  await page.elementLocator(document.querySelector('.scrim') ?? document.body).click({ position: { x: 5, y: 5 } });
  const question = screen.getByRole('alertdialog', { name: 'Close without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(field).toHaveValue('temp + 1');
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Close' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
});

it('changes a formula, and deletes it after a question; what the server refuses is said', async () => {
  const dew = { key: 'dew_point', formula: 'dewPoint(temp, humid)', unit: null, problem: null, recomputed: null };
  let isRead = true;
  const { screen, calls } = await openCard([dew], {
    [`DELETE ${path}/dew_point`]: () =>
      isRead ? refuse(409, 'conflict', 'The formula of “risk” reads it.') : { variables: [], max: 32 },
  });
  await screen.getByRole('button', { name: 'Edit formula of Dew point' }).click();
  const sheet = screen.getByRole('dialog', { name: 'Formula of Dew point' });
  await sheet.getByRole('textbox', { name: 'Formula' }).fill('dewPoint(temp, humid) + 1');
  await sheet.getByRole('button', { name: 'Save' }).click();
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    formula: 'dewPoint(temp, humid) + 1',
    label: null,
  });
  const remove = async () => {
    await screen.getByRole('button', { name: 'Delete Dew point' }).click();
    const question = screen.getByRole('alertdialog');
    await expect.element(question).toMatchTextContent('These will get no values: alert “Frost”.');
    await question.getByRole('button', { name: 'Delete' }).click();
  };
  await remove();
  await expect.element(screen.getByText(/The formula of “risk” reads it/)).toBeVisible();
  isRead = false;
  await remove();
  await expect.element(screen.getByText('No formulas yet.')).toBeVisible();
  await expect.element(screen.getByText('Dew point deleted')).toBeVisible();
});
