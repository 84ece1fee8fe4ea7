import { type ImportPreview, type ImportState, importPreviewRequest } from '@cyno/contract';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { callsOf, refuse, refuseForNow, stubApi } from '../../../../test/stub-api.ts';
import { ImportSheet } from './import-sheet.tsx';

const device = deviceOf({ espid: 'E1' });
const imports = '/api/device/E1/imports';
const proposed: ImportPreview = {
  layout: { delimiter: ';', header: true, decimal: '.' },
  mapping: {
    time: { column: 0, format: 'iso', zone: 'UTC' },
    columns: [{ column: 1, key: 'temp', kind: 'number' }],
    only: null,
  },
  columns: [
    { name: 'When', samples: ['1793512200'] },
    { name: 'Temperature', samples: ['21,5'] },
  ],
  choices: [],
  rows: [{ line: 2, at: 1_793_512_200_000, values: [21.5], problem: null }],
};
const running: ImportState = {
  id: 'f1',
  name: 'values.csv',
  bytes: 100,
  state: 'running',
  readBytes: 40,
  added: 3,
  changed: 0,
  present: 0,
  empty: 0,
  refused: 0,
  leftOut: 0,
  reasons: [],
  problem: null,
  canGoOn: false,
};

function Page() {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? (
    <ImportSheet device={device} onClose={() => setOpen(false)} onShow={() => undefined} />
  ) : (
    <button type="button" onClick={() => setOpen(true)}>
      Open
    </button>
  );
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

/** Opens the sheet and sends a file. */
async function sendFile(replies: Parameters<typeof stubApi>[0]) {
  const calls = stubApi({
    [`GET ${imports}`]: { imports: [] },
    [`POST ${imports}`]: { id: 'f1' },
    [`PUT ${imports}/f1/piece`]: { received: 8 },
    [`POST ${imports}/f1/preview`]: proposed,
    [`GET ${imports}/f1`]: running,
    [`DELETE ${imports}/f1`]: undefined,
    ...replies,
  });
  await renderInApp(<Page />);
  await press('Open');
  await userEvent.upload(page.getByLabelText('CSV file'), new File(['When;T'], 'values.csv', { type: 'text/csv' }));
  await expect.element(page.getByText('The first line.')).toBeVisible();
  return calls;
}

it('leaves an import alone whose sheet is closed before the server has responded', async () => {
  const started = Promise.withResolvers<ImportState>();
  let isRunning = false;
  const calls = await sendFile({
    [`GET ${imports}`]: () => ({ imports: isRunning ? [running] : [] }),
    [`POST ${imports}/f1/start`]: () => {
      isRunning = true;
      return started.promise;
    },
  });
  await press('Import');
  await expect.poll(() => isRunning).toBe(true);
  await press('Close');
  await press('Open');
  await expect.element(page.getByText(/^Importing values\.csv: /)).toBeVisible();
  expect(callsOf(calls, 'DELETE')).toEqual([]);
  started.resolve(running);
});

it('forgets a file whose import did not start when the sheet is closed', async () => {
  const calls = await sendFile({
    [`POST ${imports}/f1/start`]: () => refuse(409, 'conflict', 'Another import is running.'),
  });
  await press('Import');
  await expect.element(page.getByText(/Another import is running\./)).toBeVisible();
  await press('Close');
  const question = page.getByRole('alertdialog', { name: 'Close without importing?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(page.getByText('The first line.')).toBeVisible();
  await press('Close');
  await question.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => callsOf(calls, 'DELETE').map(({ path }) => path)).toEqual([`${imports}/f1`]);
});

it('adds a change to the one before it, whose preview is still on its way', async () => {
  const first = Promise.withResolvers<ImportPreview>();
  const calls = await sendFile({
    [`POST ${imports}/f1/preview`]: ({ body }) => {
      const { layout, mapping } = importPreviewRequest.parse(body);
      if (!layout) return proposed;
      return mapping?.time.format === 'iso' ? first.promise : { ...proposed, layout, mapping };
    },
    [`POST ${imports}/f1/start`]: running,
  });
  const choose = async (field: RegExp, option: string) => {
    await page.getByRole('button', { name: field }).click();
    await page.getByRole('option', { name: option }).click();
  };
  await choose(/Decimal separator/, 'Comma 1,5');
  await choose(/Time format/, 'Seconds since 1970');
  await expect.element(page.getByText('The first line.')).toBeVisible();
  const layout = { ...proposed.layout, decimal: ',' } as const;
  const both = { layout, mapping: { ...proposed.mapping, time: { column: 0, format: 'seconds', zone: 'UTC' } } };
  const requests = () => calls.filter(({ path }) => path.endsWith('/preview')).map(({ body }) => body);
  await expect.poll(() => requests().at(-1)).toMatchObject(both);
  // The response to a request that was replaced changes nothing.
  first.resolve({ ...proposed, layout });
  await expect.element(page.getByRole('button', { name: /Time format/ })).toMatchTextContent(/Seconds since 1970/);
  await press('Import');
  await expect.element(page.getByText(/^Importing values\.csv: /)).toBeVisible();
  expect(calls.find(({ path }) => path.endsWith('/start'))?.body).toEqual({ ...both, overwrite: false });
});

it('proposes the columns again for another separator, without a warning meanwhile', async () => {
  const again = Promise.withResolvers<ImportPreview>();
  const calls = await sendFile({
    [`POST ${imports}/f1/preview`]: ({ body }) => (importPreviewRequest.parse(body).layout ? again.promise : proposed),
  });
  await page.getByRole('button', { name: /Column separator/ }).click();
  await page.getByRole('option', { name: 'Comma ,' }).click();
  await page.getByRole('button', { name: /Decimal separator/ }).click();
  await page.getByRole('option', { name: 'Comma 1,5' }).click();
  const layout = { delimiter: ',', header: true, decimal: ',' } as const;
  const requests = () => calls.filter(({ path }) => path.endsWith('/preview')).map(({ body }) => body);
  await expect.poll(() => requests().at(-1)).toMatchObject({ layout, mapping: null });
  await expect.element(page.getByText(/^No time column found\./)).not.toBeInTheDocument();
  again.resolve({ ...proposed, layout, mapping: null });
  await expect.element(page.getByText(/^No time column found\./)).toBeVisible();
});

it('takes the time of day from a column of its own, which is no variable then', async () => {
  const columns = [
    { name: 'Day', samples: ['2026-03-05'] },
    { name: 'Clock', samples: ['10:00'] },
    { name: 'Temperature', samples: ['21.5'] },
  ];
  const mapping = {
    time: { column: 0, format: 'iso', zone: 'UTC' },
    columns: [
      { column: 1, key: 'Clock', kind: 'text' },
      { column: 2, key: 'Temperature', kind: 'number' },
    ],
    only: null,
  } as const;
  const calls = await sendFile({
    [`POST ${imports}/f1/preview`]: ({ body }) => {
      const request = importPreviewRequest.parse(body);
      return { ...proposed, columns, mapping: request.mapping ?? mapping };
    },
  });
  await expect.element(page.getByRole('button', { name: /Import Clock as/ })).toBeVisible();
  await page.getByRole('button', { name: /Time of day/ }).click();
  await page.getByRole('option', { name: 'Clock' }).click();
  await expect.element(page.getByRole('button', { name: /Import Clock as/ })).not.toBeInTheDocument();
  const last = () => calls.findLast(({ path }) => path.endsWith('/preview'))?.body;
  await expect.poll(last).toMatchObject({
    mapping: { time: { column: 0, clock: 1 }, columns: [{ column: 2, key: 'Temperature' }] },
  });
});

it('shows when a file that is refused for now can be sent again, and which one is never sent', async () => {
  const calls = stubApi({ [`GET ${imports}`]: { imports: [] }, [`POST ${imports}`]: refuseForNow });
  await renderInApp(<Page />);
  await press('Open');
  const choose = page.getByLabelText('CSV file');
  const problem = page.getByRole('alert');
  await userEvent.upload(choose, new File(['When;T'], 'values.csv', { type: 'text/csv' }));
  await expect.element(problem).toMatchTextContent('Too many attempts. Try again in 30 s.');
  await userEvent.upload(choose, new File([], 'empty.csv', { type: 'text/csv' }));
  await expect.element(problem).toMatchTextContent('The file is empty.');
  expect(callsOf(calls, 'POST')).toHaveLength(1);
});

it('sends a piece again while one server takes over from another', async () => {
  let tries = 0;
  await sendFile({
    [`PUT ${imports}/f1/piece`]: () => {
      tries += 1;
      return tries < 6 ? refuse(503, 'unavailable', 'The database cannot be reached.') : { received: 8 };
    },
  });
  expect(tries).toBe(6);
});

it('reports that an import could not be cancelled', async () => {
  await sendFile({
    [`POST ${imports}/f1/start`]: running,
    [`DELETE ${imports}/f1`]: () => refuse(503, 'unavailable', 'The database cannot be reached.'),
  });
  await press('Import');
  await press('Cancel import');
  await expect.element(page.getByRole('alert')).toMatchTextContent('The database cannot be reached.');
});

it('makes what is known of the past old when it is over, also the figures of the last day', async () => {
  stubApi({ [`GET ${imports}`]: { imports: [running] }, [`GET ${imports}/f1`]: { ...running, state: 'done' } });
  const { client } = await renderInApp(<Page />);
  const past = [
    ['history', 'E1'],
    ['statistics', 'E1'],
    ['day', 'E1'],
  ];
  for (const key of past) client.setQueryData(key, {});
  await press('Open');
  await expect.poll(() => past.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, true]);
});

it('announces each step of an import once, not how far it has come', async () => {
  const sent = Promise.withResolvers<{ received: number }>();
  let state = running;
  const opened = sendFile({
    [`PUT ${imports}/f1/piece`]: () => sent.promise,
    [`POST ${imports}/f1/start`]: running,
    [`GET ${imports}/f1`]: () => state,
  });
  const status = page.getByRole('status');
  await expect.element(status).toHaveTextContent('Uploading values.csv');
  const place = status.element();
  sent.resolve({ received: 8 });
  await opened;
  await expect.element(status).toHaveTextContent('File uploaded');
  await press('Import');
  state = { ...running, readBytes: 80 };
  await expect.element(page.getByText(/: 80 bytes of 100 bytes$/)).toBeVisible();
  await expect.element(status).toHaveTextContent('Importing values.csv');
  state = { ...running, state: 'done' };
  await expect.element(status).toHaveTextContent('File imported');
  expect(status.element()).toBe(place);
});
