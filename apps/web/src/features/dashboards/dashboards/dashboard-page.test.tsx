import type { Dashboard, DeviceDashboard, Widget } from '@cyno/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { dashboardOf, dashboardServer, LeaveGuard, tileOf } from '../../../../test/dashboards.ts';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { takeFiles } from '../../../../test/saved-files.ts';
import { type ApiCall, refuse, stubApi } from '../../../../test/stub-api.ts';
import { controlOf } from '../../../../test/widgets.ts';
import type { SeenDevice } from '../../boards/devices/index.ts';
import { DashboardPage } from './dashboard-page.tsx';
import '../../../ui/shell/shell-frame.css';
import { dashboardQuery } from './dashboard-query.ts';

const device = deviceOf();
const own = `/api/device/${device.espid}/dashboard`;
const temperature = tileOf('a', 'Temperature', { x: 0, y: 0, width: 3, height: 2 });
const house = (more: Partial<Dashboard> = {}) => dashboardOf([temperature], more);
const dust = { template: 'dust', version: 1, title: 'Dust, temperature and humidity' };

type More = Partial<DeviceDashboard> & { seen?: SeenDevice };

/** Opens the tab; `calls` are those that change something. */
async function open(start: Dashboard | null, { seen = device, ...more }: More = {}) {
  const server = dashboardServer(start, more);
  const all = stubApi(server.replies);
  const { screen, client, router } = await renderInApp(
    <>
      <LeaveGuard />
      <Link to="/elsewhere">Elsewhere</Link>
      <DashboardPage device={seen} />
    </>,
    { route: '/here', at: '/here' },
  );
  const changes = () => all.filter(({ method }) => method !== 'GET').map(({ path, body }) => ({ path, body }));
  /** Another tab saves, and the live connection notifies of it. */
  const elsewhere = async (change: Partial<Dashboard>) => {
    server.save(change);
    await client.invalidateQueries({ queryKey: dashboardQuery(device.espid).queryKey });
  };
  return { screen, server, changes, elsewhere, router };
}

const press = (name: string, within: Locator | typeof page = page) =>
  within.getByRole('button', { name, exact: true }).click();
const more = async (entry: string) => {
  await press('More about this dashboard');
  await page.getByRole('menuitem', { name: entry }).click();
};
const nameField = () => page.getByRole('textbox', { name: 'Dashboard name' });
const heading = (name: string | RegExp) => page.getByRole('heading', { name });

it('shows in a control why its outputs did not load, and loads them when that is requested', async () => {
  const fan = {
    ...temperature,
    id: 'b',
    content: { type: 'switch', title: 'Fan', target: { kind: 'event', name: 'fan' } },
  };
  const { replies } = dashboardServer(house({ widgets: [fan as Widget] }));
  let isDown = true;
  const path = `GET /api/device/${device.espid}/control`;
  const control = () => (isDown ? refuse(503, 'unavailable', 'The database is away.') : controlOf({ fan: {} }));
  stubApi({ ...replies, [path]: control });
  await renderInApp(<DashboardPage device={device} />, { route: '/here', at: '/here' });
  const card = page.getByRole('region', { name: 'Fan', exact: true });
  await expect.element(card.getByRole('status')).toMatchTextContent(/Not loaded\. /);
  await expect.element(card.getByRole('switch')).toBeDisabled();
  isDown = false;
  await press('Try again', card);
  await expect.element(card.getByRole('switch')).toBeEnabled();
});

describe('a device without a dashboard', () => {
  it('is offered the one of its kit, and gets it', async () => {
    const { changes } = await open(null, { offer: dust, templates: [dust] });
    await expect.element(heading('No dashboard yet')).toBeVisible();
    await press('Use “Dust, temperature and humidity”');
    await expect.element(heading(/^Ready-made: /)).toBeVisible();
    expect(changes()).toEqual([{ path: own, body: { template: 'dust' } }]);
  });

  it('gets one of what its board sends', async () => {
    const { changes } = await open(null);
    await press('Create from the values of the board');
    await expect.element(heading(/^Ready-made: /)).toBeVisible();
    expect(changes()).toEqual([{ path: own, body: { template: 'variables' } }]);
  });

  it('that sent nothing is shown the way to its values', async () => {
    await open(null, { seen: deviceOf({ variables: [] }) });
    const way = page.getByRole('link', { name: 'Check for values' });
    await expect.element(way).toHaveAttribute('href', `/device/${device.espid}/Overview`);
  });

  it('has none for those who may not make one either', async () => {
    await open(null, { seen: { ...device, owner: 'ann@example.com', role: 'viewer' } });
    await expect
      .element(page.getByText(/^ann@example.com has not created a dashboard for this device\./))
      .toBeVisible();
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  });
});

it('uses all of a wide screen', async () => {
  const { innerWidth, innerHeight } = window;
  onTestFinished(() => page.viewport(innerWidth, innerHeight));
  await page.viewport(1920, 900);
  stubApi(dashboardServer(house()).replies);
  await renderInApp(
    <main className="layout-content">
      <DashboardPage device={device} />
    </main>,
  );
  await expect.element(heading('House')).toBeVisible();
  expect(document.querySelector('.dashboard')?.clientWidth).toBeGreaterThan(1_800);
});

it('is exchanged for a ready-made one', async () => {
  const { changes } = await open(house(), { templates: [dust] });
  await more('Ready-made dashboards');
  const dialog = page.getByRole('dialog', { name: 'Ready-made dashboards' });
  await expect.element(dialog).toMatchTextContent('Replaces the current dashboard');
  await dialog.getByRole('button', { name: /Dashboard$/ }).click();
  await page.getByRole('option', { name: dust.title }).click();
  await press('Use dashboard', dialog);
  await expect.element(heading(/^Ready-made: /)).toBeVisible();
  expect(changes()).toEqual([{ path: own, body: { template: 'dust' } }]);
});

it('offers the newer version of what it was made from', async () => {
  await open(house({ origin: { template: 'dust', version: 1 } }), { offer: { ...dust, version: 2 } });
  await expect.element(page.getByText('A newer version of this ready-made dashboard is available.')).toBeVisible();
});

it('shows a viewer everything, and shows why nothing can be operated', async () => {
  const content = { type: 'switch', title: 'Fan', target: { kind: 'event', name: 'fan' } } as const;
  const widgets = [temperature, { id: 'b', x: 3, y: 0, width: 3, height: 2, content }];
  await open(dashboardOf(widgets), { seen: { ...device, owner: 'ann@example.com', role: 'viewer' } });
  await expect.element(page.getByRole('region', { name: 'Temperature' })).toMatchTextContent('21.5');
  await expect.element(page.getByText(/You can only view\./)).toBeVisible();
  await expect.element(page.getByRole('switch', { name: /^Fan/ })).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
});

function PageWithRoles() {
  const [role, setRole] = useState<'manager' | 'viewer'>('manager');
  return (
    <>
      <button type="button" onClick={() => setRole('viewer')}>
        Become viewer
      </button>
      <DashboardPage device={{ ...device, owner: 'ann@example.com', role }} />
    </>
  );
}

it('keeps what is edited when the right to change it is gone', async () => {
  stubApi(dashboardServer(house()).replies);
  await renderInApp(<PageWithRoles />);
  await press('Edit');
  await nameField().fill('Mine');
  await press('Become viewer');
  await expect.element(page.getByText(/^You can no longer save this dashboard:/)).toBeVisible();
  await expect.element(nameField()).toHaveValue('Mine');
  await press('Cancel');
  await press('Discard changes');
  await expect.element(heading('House')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
});

it('shows why a dashboard did not load, and loads it again', async () => {
  const server = dashboardServer(house());
  let isBroken = true;
  stubApi({
    ...server.replies,
    [`GET ${own}`]: () =>
      isBroken ? refuse(503, 'unavailable', 'The database is busy.') : { ...server.save({}), dashboard: house() },
  });
  await renderInApp(<DashboardPage device={device} />);
  await expect.element(page.getByText('The database is busy.')).toBeVisible();
  isBroken = false;
  await press('Try again');
  await expect.element(heading('House')).toBeVisible();
});

it('keeps what it was before, and becomes that again', async () => {
  const { elsewhere, changes } = await open(house());
  await expect.element(heading('House')).toBeVisible();
  await elsewhere({ name: 'Mine', widgets: [] });
  await expect.element(heading('Mine')).toBeVisible();
  await more('Earlier versions');
  const versions = page.getByRole('list', { name: 'Versions' });
  await expect.element(versions).toMatchTextContent(/MineCurrent version.*0 widgets.*House.*1 widget/);
  await press('Restore version 1');
  await expect.element(heading('House')).toBeVisible();
  await expect.element(page.getByText(/^Restored the version from /)).toBeVisible();
  expect(changes()).toEqual([{ path: `${own}/versions/1/restore`, body: undefined }]);
});

/** Holds back what the server has of the dashboard. */
function holdVersion({ replies, now }: ReturnType<typeof dashboardServer>) {
  const held = Promise.withResolvers<void>();
  replies[`GET ${own}`] = async () => {
    await held.promise;
    return { announced: null, offer: null, templates: [], dashboard: now() };
  };
  return held;
}

describe('when another tab saves meanwhile', () => {
  async function bothEdit() {
    const opened = await open(house());
    await press('Edit');
    await nameField().fill('Mine');
    await opened.elsewhere({ name: 'Theirs', widgets: [] });
    await expect.element(page.getByText(/When you save, you choose which version to keep\.$/)).toBeVisible();
    await press('Done');
    return { ...opened, question: page.getByRole('alertdialog', { name: 'Someone else changed this dashboard' }) };
  }

  /** Lets the dashboard that the server has now wait. */
  it('neither version is lost', async () => {
    const { question, server } = await bothEdit();
    await press('Continue editing', question);
    await expect.element(nameField()).toHaveValue('Mine');
    await press('Done');
    await press('Save mine', question);
    await expect.element(heading('Mine')).toBeVisible();
    expect(server.now()).toMatchObject({ name: 'Mine', version: 3, widgets: [temperature] });
    await more('Earlier versions');
    await expect.element(page.getByRole('list', { name: 'Versions' })).toMatchTextContent(/Mine.*Theirs.*House/);
  });

  it('one save is enough, however often it is pressed', async () => {
    const { question, server, changes } = await bothEdit();
    const version = holdVersion(server);
    const save = question.getByRole('button', { name: 'Save mine' });
    await save.click();
    await expect.element(save).toHaveAttribute('aria-busy', 'true');
    await save.click({ force: true });
    version.resolve();
    await expect.element(heading('Mine')).toBeVisible();
    // The first one is that which was refused.
    expect(changes()).toHaveLength(2);
    expect(server.now()).toMatchObject({ name: 'Mine', version: 3 });
  });

  it.each([
    ['Discard mine', () => press('Edit')],
    ['Continue editing', () => nameField().fill('Ours')],
  ])('“%s” comes before a save that has not begun', async (name, edit) => {
    const { question, server, changes } = await bothEdit();
    const version = holdVersion(server);
    await press('Save mine', question);
    await press(name, question);
    await expect.element(question).not.toBeInTheDocument();
    version.resolve();
    await edit();
    await expect.element(nameField()).toBeVisible();
    expect(changes()).toHaveLength(1);
    expect(server.now()).toMatchObject({ name: 'Theirs', version: 2 });
  });

  it('the other one can be taken', async () => {
    const { question, server } = await bothEdit();
    await press('Discard mine', question);
    await expect.element(heading('Theirs')).toBeVisible();
    expect(server.now()?.version).toBe(2);
  });
});

describe('what is saved', () => {
  const saving = `PUT ${own}/widgets`;

  it('leaves what was edited while it was on its way', async () => {
    const { server, changes } = await open(house());
    const held = Promise.withResolvers<void>();
    const take = server.replies[saving];
    server.replies[saving] = async (call: ApiCall) => {
      await held.promise;
      return typeof take === 'function' ? take(call) : take;
    };
    await press('Edit');
    await nameField().fill('Mine');
    await press('Done');
    await expect.poll(changes).toHaveLength(1);
    await nameField().fill('Ours');
    held.resolve();
    await expect.element(page.getByRole('button', { name: 'Done' })).not.toHaveAttribute('aria-busy');
    await expect.element(nameField()).toHaveValue('Ours');
    await press('Done');
    await expect.element(heading('Ours')).toBeVisible();
    expect(server.now()).toMatchObject({ name: 'Ours', version: 3 });
  });

  /** Saves “Mine”, which the server takes, and loses its response. */
  async function loseResponse() {
    const { server } = await open(house());
    const take = server.replies[saving];
    server.replies[saving] = async (call: ApiCall) => {
      if (typeof take === 'function') await take(call);
      server.replies[saving] = take;
      throw new TypeError('Failed to fetch');
    };
    await press('Edit');
    await nameField().fill('Mine');
    await press('Done');
    await expect.element(page.getByRole('alert')).toBeVisible();
    return server;
  }

  it.each(['Mine', 'Ours'])('is one’s own also when its response was lost, and “%s” is saved then', async (name) => {
    await loseResponse();
    await nameField().fill(name);
    await press('Done');
    await expect.element(heading(name)).toBeVisible();
  });

  it('leaves what was edited while the server was requested whether it has it', async () => {
    const server = await loseResponse();
    const version = holdVersion(server);
    await press('Done');
    await nameField().fill('Ours');
    version.resolve();
    await expect.element(page.getByRole('button', { name: 'Done' })).not.toHaveAttribute('aria-busy');
    await expect.element(nameField()).toHaveValue('Ours');
    expect(server.now()).toMatchObject({ name: 'Mine', version: 2 });
    await press('Done');
    await expect.element(heading('Ours')).toBeVisible();
    expect(server.now()).toMatchObject({ name: 'Ours', version: 3 });
  });
});

describe('a dashboard as a file', () => {
  const chooseFile = async (content: string) => {
    const input = page.getByLabelText('File with a dashboard');
    await userEvent.upload(input, new File([content], 'dashboard.json', { type: 'application/json' }));
  };
  it('is read again by another device, and nothing is lost by leaving', async () => {
    const files = takeFiles();
    const first = await open(house({ name: 'Temperature and humidity' }));
    await more('Export to a file');
    await expect.poll(() => files.map(({ name }) => name)).toEqual(['temperature-and-humidity.json']);
    await first.screen.unmount();

    const { server, router } = await open(null);
    await press('Import from a file');
    await chooseFile((await files[0]?.content.text()) ?? '');
    await expect.element(page.getByRole('button', { name: /^Temperature, value: column 1, row 1/ })).toBeVisible();
    await press('Cancel');
    await press('Continue editing');
    await page.getByRole('link', { name: 'Elsewhere' }).click();
    await press('Stay', page.getByRole('alertdialog'));
    expect(router.state.location.pathname).toBe('/here');
    await press('Done');
    await expect.element(heading('Temperature and humidity')).toBeVisible();
    expect(server.now()).toMatchObject({ name: 'Temperature and humidity', widgets: [temperature] });
  });

  it('is refused when it holds none, or a damaged one', async () => {
    await open(null);
    await chooseFile('{"a":1}');
    const alert = page.getByRole('alert');
    await expect.element(alert).toMatchTextContent('This file is not a dashboard. Choose a file exported from Cyno.');
    await chooseFile('{"format":"cyno-dashboard","version":1,"name":"x","widgets":[{}]}');
    await expect.element(alert).toMatchTextContent('The file is damaged at “widgets.0');
    const file = (...widgets: object[]) => JSON.stringify({ format: 'cyno-dashboard', version: 1, name: 'x', widgets });
    await chooseFile(file(temperature, temperature));
    await expect.element(alert).toMatchTextContent('The file is damaged at “widgets.1.id”.');
    await chooseFile(file({ ...temperature, x: 11, width: 2 }));
    await expect.element(alert).toMatchTextContent('The file is damaged at “widgets.0.width”.');
  });
});
