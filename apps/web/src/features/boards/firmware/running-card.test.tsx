import type { DeviceFirmware, FirmwareJob } from '@cyno/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { stubApi } from '../../../../test/stub-api.ts';
import { RunningCard } from './running-card.tsx';

const job: FirmwareJob = {
  id: 1,
  rolloutId: 1,
  espid: 'E1',
  deviceName: 'Greenhouse',
  image: { id: 2, fileName: 'pump.bin', version: '1.1.0' },
  state: 'downloading',
  percent: 37,
  createdAt: 1,
  startedAt: 2,
  finishedAt: null,
  reason: null,
  by: 'ann@example.com',
};
const firmware: DeviceFirmware = {
  current: null,
  currentSince: null,
  previous: null,
  jobs: [job],
  reach: { port: null, lastDownloadAt: null },
};

it('announces what an update does, not each percent', async () => {
  const { screen } = await renderInApp(
    <RunningCard device={deviceOf({ espid: 'E1' })} firmware={firmware} onUpdate={undefined} />,
  );
  await expect.element(page.getByText('Downloading 37 %')).toBeVisible();
  const announced = [...screen.container.querySelectorAll('[aria-live="polite"]')].map(
    ({ textContent }) => textContent,
  );
  expect(announced).toEqual(['The board is downloading. Leave it switched on.']);
});

it.each([
  ['shows when the board was updated also when twenty updates have failed since', 1_000, /Updated over the air/],
  ['shows that a board was never updated', null, /Not updated over the air yet/],
])('%s', async (_, currentSince, text) => {
  const jobs = Array.from({ length: 20 }, (_each, at) => ({ ...job, id: 100 - at, state: 'failed' as const }));
  const current = currentSince === null ? null : job.image;
  const updated = { ...firmware, current, currentSince, jobs };
  await renderInApp(<RunningCard device={deviceOf({ espid: 'E1' })} firmware={updated} onUpdate={undefined} />);
  await expect.element(page.getByText(text)).toBeVisible();
});

it('stops an update of this board alone; what stops several stands at their rollout', async () => {
  const waiting = { ...job, state: 'waiting' as const, percent: 0 };
  const rollout = {
    id: 1,
    image: job.image,
    strategy: 'all',
    state: 'running',
    reason: null,
    createdAt: 1,
    by: job.by,
  };
  stubApi({
    'GET /api/firmware/rollouts': ({ query }) => ({
      rollouts: [
        { ...rollout, jobs: query.get('espid') === 'E1' ? [waiting] : [waiting, { ...waiting, id: 2, espid: 'E3' }] },
      ],
    }),
  });
  const cardOf = (espid: string) => (
    <RunningCard
      device={deviceOf({ espid })}
      firmware={{ ...firmware, jobs: [{ ...waiting, espid }] }}
      onUpdate={() => undefined}
    />
  );
  const { screen } = await renderInApp(
    <div>
      {cardOf('E1')}
      {cardOf('E2')}
    </div>,
  );
  await expect.element(screen.getByRole('button', { name: 'Stop' })).toBeVisible();
});
