import type { ListedServer } from '@cyno/contract';
import { describe, expect, it } from 'vitest';
import { renderInApp } from '../../../../test/render.tsx';
import { linkedServerOf, servingServerOf, systemReportOf } from '../../../../test/server-status.ts';
import { callsOf, refuse, stubApi } from '../../../../test/stub-api.ts';
import { ServersSection } from './servers-section.tsx';

type Replies = Parameters<typeof stubApi>[0];

async function open(servers: ListedServer[], replies: Replies = {}) {
  const calls = stubApi({ 'GET /api/admin/system': systemReportOf({ servers }), ...replies });
  const { screen } = await renderInApp(<ServersSection servers={servers} />);
  return { screen, calls, list: screen.getByRole('list', { name: 'Servers' }) };
}

describe('without NATS', () => {
  const serving = servingServerOf({ link: null });
  const standby = linkedServerOf({ link: null });

  it('shows which one serves, and lets the other one take over', async () => {
    const { screen, calls, list } = await open([serving, standby], {
      'POST /api/admin/system/hand-over': { message: 'Another server takes over within seconds.' },
    });
    await expect.element(list.getByText('0.3.0 · 10.0.0.5', { exact: false })).toBeVisible();
    await expect.element(list.getByText('Serving', { exact: true })).toBeVisible();
    await expect.element(list.getByText('Standby', { exact: true })).toBeVisible();
    await expect.element(list.getByText('Not linked')).not.toBeInTheDocument();
    await expect.element(list.getByRole('button')).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Switch servers' }).click();
    expect(callsOf(calls, 'POST')).toHaveLength(0);
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Switch servers' }).click();
    await expect.element(screen.getByText('Another server takes over within seconds')).toBeVisible();
    expect(callsOf(calls, 'POST')).toHaveLength(1);
  });

  it('shows that nobody takes over', async () => {
    const { screen } = await open([serving]);
    await expect.element(screen.getByText('No server is on standby', { exact: false })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Switch servers' })).not.toBeInTheDocument();
  });

  it('shows why they were not switched', async () => {
    const { screen } = await open([serving, standby], {
      'POST /api/admin/system/hand-over': () =>
        refuse(409, 'conflict', 'In English.', { reason: 'no_standby', values: {} }),
    });
    await screen.getByRole('button', { name: 'Switch servers' }).click();
    await screen.getByRole('alertdialog').getByRole('button', { name: 'Switch servers' }).click();
    await expect.element(screen.getByText('No other server is on standby', { exact: false })).toBeVisible();
  });
});

describe('with NATS', () => {
  const path = 'POST /api/admin/system/servers/barn-2/drain';

  it('shows the clients of each server', async () => {
    const { list } = await open([servingServerOf(), linkedServerOf()]);
    const rows = list.getByRole('listitem');
    await expect.element(rows.nth(0)).toMatchTextContent(/barn-1.*Boards1204Messages240\.8 \/s$/);
    await expect
      .element(rows.nth(1))
      .toMatchTextContent(/barn-2.*Boards128Messages25\.6 \/sWeb connections14Delay1\.2 ms/);
    await expect.element(list.getByText('Not linked')).not.toBeInTheDocument();
    await expect.element(list.getByText('Clock is off', { exact: false })).not.toBeInTheDocument();
    await expect.element(rows.nth(0).getByRole('button')).not.toBeInTheDocument();
  });

  it('warns of a server that is not linked, and of one whose clock is off', async () => {
    const { link } = linkedServerOf();
    const { list } = await open([
      servingServerOf(),
      linkedServerOf({ link: link && { ...link, messagesPerSecond: null, clockAheadMs: -65_000, isClockOff: true } }),
      linkedServerOf({ name: 'barn-3', link: null }),
    ]);
    await expect.element(list.getByText(/^Clock is off by 1 min/)).toBeVisible();
    await expect.element(list.getByText('Not linked')).toBeVisible();
    await expect.element(list.getByRole('button', { name: 'Drain' })).toBeVisible();
  });

  it('drains a server after a question', async () => {
    const { screen, calls, list } = await open([servingServerOf(), linkedServerOf()], {
      [path]: { message: 'Its boards and pages move to the other servers.' },
    });
    await list.getByRole('button', { name: 'Drain' }).click();
    const question = screen.getByRole('alertdialog');
    await expect.element(question).toMatchTextContent(/Drain barn-2\?/);
    await expect.element(question).toMatchTextContent(/takes no new ones until you choose/);
    expect(callsOf(calls, 'POST')).toEqual([]);
    await question.getByRole('button', { name: 'Drain' }).click();
    await expect.element(screen.getByText('Boards and pages of barn-2 move to the other servers')).toBeVisible();
    expect(callsOf(calls, 'POST').map(({ body }) => body)).toEqual([{ drained: true }]);
  });

  it('lets a drained server take clients again, and shows why it does not', async () => {
    const { link } = linkedServerOf();
    const drained = linkedServerOf({ link: link && { ...link, isDrained: true } });
    let isRefused = true;
    const { screen, calls, list } = await open([servingServerOf(), drained], {
      [path]: () =>
        isRefused
          ? refuse(404, 'not_found', 'In English.', { reason: 'server_not_linked', values: { server: 'barn-2' } })
          : { message: 'It takes boards and pages again.' },
    });
    await expect.element(list.getByText('Drained', { exact: true })).toBeVisible();
    await list.getByRole('button', { name: 'Take clients again' }).click();
    await expect
      .element(screen.getByText('barn-2 is not linked to the server that serves', { exact: false }))
      .toBeVisible();
    isRefused = false;
    await list.getByRole('button', { name: 'Take clients again' }).click();
    await expect.element(screen.getByText('barn-2 takes clients again')).toBeVisible();
    expect(callsOf(calls, 'POST').map(({ body }) => body)).toEqual([{ drained: false }, { drained: false }]);
  });
});
