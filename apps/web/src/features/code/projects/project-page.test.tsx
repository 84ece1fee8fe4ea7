import {
  type BoardPin,
  changeProject,
  type Project,
  type ProjectDifference,
  projectRequest,
  type SketchCatalog,
  type SketchSetup,
  sketchRequest,
} from '@cyno/contract';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { publicConfigOf } from '../../../../test/config.ts';
import { pairingOf } from '../../../../test/device-list.tsx';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { takeFiles } from '../../../../test/saved-files.ts';
import { knowConfig } from '../../../../test/shell.ts';
import { callsOf, refuse, stubApi } from '../../../../test/stub-api.ts';
import { hasUnsavedChanges } from '../../../lib/browser/unsaved-changes.ts';
import { pairingQuery } from '../../boards/pairing/index.ts';
import { NewProjectPage, ProjectPage } from './project-page.tsx';
import { projectsQuery } from './project-queries.ts';

const pin = (name: string, note: string | null = null): BoardPin => ({
  pin: name,
  gpio: 0,
  modes: ['digit', 'pwm'],
  note,
});
const kit: SketchCatalog['kits'][number] = {
  id: 'dht22',
  name: 'DHT22',
  group: 'climate',
  summary: 'Warmth and moisture of the air',
  sensor: 'DHT22',
  variables: [{ key: 'temp', label: 'Temperature', unit: '°C', min: -40, max: 80, decimals: 1 }],
  boards: ['esp32', 'd1-mini'],
  events: [],
  libraries: ['cynoiot'],
  template: null,
  intervalS: 5,
  onBoards: [{ board: 'esp32', wiring: ['Data: to pin 4.'], outputs: [] }],
  budget: { bytes: 24, maxBytes: 240 },
};
const catalog: SketchCatalog = {
  boards: [
    { id: 'esp32', name: 'ESP32 DevKit', family: 'esp32', pins: [pin('4'), pin('12', 'Decides how the chip starts')] },
    { id: 'd1-mini', name: 'D1 mini (ESP8266)', family: 'esp8266', pins: [pin('D1'), pin('D2')] },
  ],
  kits: [
    kit,
    { ...kit, id: 'relay', name: 'Relay', summary: 'Two relays', sensor: '', variables: [], boards: ['esp32'] },
  ],
};
const variable = (key: string) => ({ key, label: '', unit: '', min: 0, max: 100, decimals: 1 });
const ownSetup = (variables = [variable('temp')]): SketchSetup => ({
  board: 'esp32',
  host: 'iot.example.com',
  content: { type: 'own', own: { variables, outputs: [], events: [], template: null, intervalS: 5 } },
});
const projectOf = (more: Partial<Project> = {}): Project => ({
  id: 1,
  name: 'Weather mast',
  setup: ownSetup(),
  espids: [],
  createdAt: 1,
  updatedAt: 2,
  ...more,
});

type Setting = {
  projects?: Project[];
  difference?: ProjectDifference['devices'];
  replies?: Parameters<typeof stubApi>[0];
};

/** The page of a project, or of a new one; every set-up becomes a sketch that names its board and what it declares. */
async function openProject(id: number | 'new', { projects = [], difference = [], replies }: Setting = {}) {
  const config = publicConfigOf();
  const calls = stubApi({
    'GET /api/config': config,
    'GET /api/sketches/catalog': catalog,
    'GET /api/projects': { projects },
    'GET /api/pairing': pairingOf(),
    'GET /api/projects/1/difference': { devices: difference },
    'GET /api/device/': [deviceOf({ espid: 'ESP32-1', name: 'Garden' })],
    'POST /api/sketches/generate': ({ body }) => {
      const { name, setup, format } = sketchRequest.parse(body);
      const path = format === 'arduino' ? `${name}.ino` : 'src/main.cpp';
      const text = `// ${name} on ${setup.board}\n${JSON.stringify(setup.content)}\n`;
      return { name, files: [{ path, text, editLines: [1] }], notes: [], budget: kit.budget };
    },
    ...replies,
  });
  await knowConfig(config);
  const { screen, router, client } = await renderInApp(id === 'new' ? <NewProjectPage /> : <ProjectPage />, {
    at: `/code/${id}`,
    route: '/code/:projectId',
  });
  return { screen, router, client, calls, code: screen.getByRole('tabpanel') };
}

/** The project after a change, as the server returns it. */
const changedBy = (body: unknown, updatedAt = 3): Project => {
  const { basedOn: _, ...change } = changeProject.parse(body);
  return projectOf({ ...change, updatedAt });
};

it('makes the sketch of the kit and the board that are chosen', async () => {
  const { screen, code } = await openProject('new');
  await screen.getByLabelText('Search kits').fill('relay');
  await expect.element(screen.getByRole('radio', { name: /^DHT22/ })).not.toBeInTheDocument();
  await screen.getByLabelText('Search kits').fill('moisture');
  await screen.getByRole('radio', { name: /^DHT22/ }).click();
  await expect.element(screen.getByRole('region', { name: 'About DHT22' })).toMatchTextContent(/°C/);
  await expect.element(screen.getByRole('region', { name: 'Wiring' })).toMatchTextContent(/Data: to pin 4\./);
  await expect.element(code).toMatchTextContent(/on esp32.*"kit":"dht22"/);
  await screen.getByRole('group', { name: 'Board' }).getByText('D1 mini', { exact: false }).click();
  await expect.element(code).toMatchTextContent(/on d1-mini/);
  await screen.getByLabelText('Search kits').fill('');
  await expect.element(screen.getByText('Not for D1 mini (ESP8266)')).toBeVisible();
});

it('makes the sketch of one’s own variables, outputs and events, and shows what is wrong at its field', async () => {
  const { screen, code } = await openProject('new');
  await screen.getByText('Own setup', { exact: true }).click();
  await screen.getByRole('button', { name: 'Add variable' }).click();
  const second = screen.getByRole('group', { name: 'Variable 2' });
  await second.getByLabelText('Key').fill('light');
  await second.getByLabelText('Maximum').fill('54000');
  await screen.getByRole('button', { name: 'Add output' }).click();
  const output = screen.getByRole('group', { name: 'Output 1' });
  await output.getByRole('button', { name: /Pin/ }).click();
  await page.getByRole('option', { name: /^12/ }).click();
  await expect.element(output.getByText('Pin 12: Decides how the chip starts')).toBeVisible();
  await output.getByLabelText('Connected to').fill('Fan');
  await screen.getByRole('button', { name: 'Add event' }).click();
  const event = screen.getByRole('group', { name: 'Event 1' });
  await event.getByLabelText('Name in the sketch').fill('Mode');
  await event.getByLabelText('Initial value').fill('auto');
  await expect.element(code).toMatchTextContent(/"light".*"pin":"12","name":"Fan".*"Mode".*"auto"/);
  await expect.element(screen.getByText(/^\d+ of 240 bytes per message$/)).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'Wiring' })).toMatchTextContent(/Fan: to pin 12\./);

  const zip = screen.getByRole('button', { name: 'Download zip' });
  const firstKey = screen.getByRole('group', { name: 'Variable 1' }).getByLabelText('Key').element();
  await second.getByLabelText('Key').fill(firstKey instanceof HTMLInputElement ? firstKey.value : '');
  await expect.element(second.getByRole('alert')).toHaveTextContent('Another variable has this key.');
  await expect.element(zip).toBeDisabled();
  await expect.element(screen.getByText(/^Showing the last valid sketch\./)).toBeVisible();
  await second.getByLabelText('Key').fill('light');
  await expect.element(zip).toBeEnabled();
});

it('reports before it is tried that a message is too long', async () => {
  const variables = Array.from({ length: 15 }, (_, index) => variable(`value${index + 1}`));
  const { screen } = await openProject(1, { projects: [projectOf({ setup: ownSetup(variables) })] });
  await screen.getByRole('button', { name: 'Add variable' }).click();
  await expect.element(screen.getByText(/^The message can reach 2\d\d bytes; the limit is 240\./)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Download zip' })).toBeDisabled();
  await expect.element(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  await screen.getByRole('button', { name: 'Remove variable 16' }).click();
  await expect.element(screen.getByRole('button', { name: 'Add variable' })).toHaveFocus();
  await expect.element(screen.getByRole('button', { name: 'Download zip' })).toBeEnabled();
});

it('saves what is changed, or gives it up', async () => {
  const { screen, calls } = await openProject(1, {
    projects: [projectOf()],
    replies: { 'PATCH /api/projects/1': ({ body }) => changedBy(body) },
  });
  const every = screen.getByLabelText('Interval in seconds');
  await every.fill('30');
  await expect.element(screen.getByText('Unsaved changes.')).toBeVisible();
  await screen.getByRole('button', { name: 'Discard' }).click();
  await expect.element(every).toHaveValue('5');
  await every.fill('0');
  await expect.element(screen.getByText('Fix 1 field to save.')).toBeVisible();
  await every.fill('30');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Project saved')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  const [saved] = callsOf(calls, 'PATCH');
  expect(saved?.body).toMatchObject({ setup: { content: { own: { intervalS: 30 } } }, basedOn: 2 });
  expect(saved?.body).not.toHaveProperty('espids');
});

it('holds what is typed while what it shows is fetched again in vain', async () => {
  const offline = refuse(503, 'unavailable', 'No.');
  for (const id of [1, 'new'] as const) {
    let isAway = false;
    const { screen, client } = await openProject(id, {
      replies: {
        'GET /api/sketches/catalog': () => (isAway ? offline.clone() : catalog),
        'GET /api/projects': () => (isAway ? offline.clone() : { projects: [projectOf()] }),
      },
    });
    await screen.getByText('Own setup', { exact: true }).click();
    await screen.getByLabelText('Interval in seconds').fill('30');
    isAway = true;
    await client.refetchQueries();
    await screen.getByLabelText('Project name').fill('Mast');
    await expect.element(screen.getByLabelText('Interval in seconds')).toHaveValue('30');
    await screen.unmount();
  }
});

describe('a new sketch that is saved twice', () => {
  async function saveFirst() {
    const first = Promise.withResolvers<object>();
    let wasFirst = true;
    const opened = await openProject('new', {
      replies: {
        'POST /api/projects': ({ body }) => {
          const reply = wasFirst ? first.promise : projectOf(projectRequest.parse(body));
          wasFirst = false;
          return reply;
        },
        'PATCH /api/projects/1': ({ body }) => changedBy(body),
      },
    });
    const { screen, calls } = opened;
    const name = screen.getByLabelText('Project name');
    await name.fill('Green house');
    await screen.getByRole('button', { name: 'Save as project' }).click();
    await name.fill('Glass house');
    const saves = () =>
      calls
        .filter(({ path, method }) => method !== 'GET' && path.startsWith('/api/projects'))
        .map(({ method, body }) => [method, changeProject.parse(body).name]);
    return { ...opened, saves, created: () => first.resolve(projectOf({ name: 'Green house' })), first };
  }

  it('is one project when the second save is pressed before the first response', async () => {
    const { screen, router, calls, saves, created } = await saveFirst();
    await screen.getByRole('button', { name: 'Save as project' }).click();
    created();
    await expect.poll(() => router.state.location.pathname).toBe('/code/1');
    expect(saves()).toEqual([
      ['POST', 'Green house'],
      ['PATCH', 'Glass house'],
    ]);
    expect(callsOf(calls, 'PATCH')[0]?.body).toMatchObject({ basedOn: 2 });
  });

  it('is one project when more was typed meanwhile and is saved after it', async () => {
    const { screen, router, saves, created } = await saveFirst();
    created();
    await expect.element(screen.getByText('Unsaved changes.')).toBeVisible();
    expect(router.state.location.pathname).toBe('/code/new');
    await screen.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/code/1');
    expect(saves()).toEqual([
      ['POST', 'Green house'],
      ['PATCH', 'Glass house'],
    ]);
  });

  it('is saved by the second when the first failed', async () => {
    const { screen, router, saves, first } = await saveFirst();
    await screen.getByRole('button', { name: 'Save as project' }).click();
    first.resolve(refuse(503, 'unavailable', 'No.'));
    await expect.poll(() => router.state.location.pathname).toBe('/code/1');
    expect(saves()).toEqual([
      ['POST', 'Green house'],
      ['POST', 'Glass house'],
    ]);
  });
});

describe('a project that another browser saved meanwhile', () => {
  const theirs = projectOf({ name: 'Theirs', setup: ownSetup([variable('soil')]), updatedAt: 5 });
  async function bothEdit(loaded: Promise<Project> = Promise.resolve(theirs)) {
    const opened = await openProject(1, {
      projects: [projectOf()],
      replies: {
        'GET /api/projects/1': () => loaded,
        'PATCH /api/projects/1': ({ body }) => {
          const { basedOn = theirs.updatedAt } = changeProject.parse(body);
          return basedOn === theirs.updatedAt ? changedBy(body, 6) : refuse(409, 'conflict', 'There is a newer one.');
        },
      },
    });
    const { screen } = opened;
    await screen.getByLabelText('Interval in seconds').fill('30');
    await screen.getByRole('button', { name: 'Save', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'This project has a newer version' });
    await expect.element(question).toBeVisible();
    return { ...opened, question, interval: screen.getByLabelText('Interval in seconds') };
  }

  it('is edited further, and the other one stays until somebody chooses', async () => {
    const { screen, calls, question, interval } = await bothEdit();
    await question.getByRole('button', { name: 'Continue editing' }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(interval).toHaveValue('30');
    await screen.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(question).toBeVisible();
    expect(callsOf(calls, 'PATCH').map(({ body }) => changeProject.parse(body).basedOn)).toEqual([2, 2]);
  });

  it('is not loaded any more when somebody continues before it came', async () => {
    const loaded = Promise.withResolvers<Project>();
    const { screen, question, interval } = await bothEdit(loaded.promise);
    await question.getByRole('button', { name: 'Load the newer version' }).click();
    await question.getByRole('button', { name: 'Continue editing' }).click();
    loaded.resolve(theirs);
    await expect.element(screen.getByRole('heading', { name: 'Theirs', level: 1 })).toBeVisible();
    await expect.element(interval).toHaveValue('30');
  });

  it('is saved over', async () => {
    const { screen, calls, question, interval } = await bothEdit();
    await question.getByRole('button', { name: 'Save mine' }).click();
    await expect.element(screen.getByText('Project saved')).toBeVisible();
    await expect.element(interval).toHaveValue('30');
    const saved = callsOf(calls, 'PATCH').at(-1)?.body;
    expect(saved).toMatchObject({ name: 'Weather mast', setup: { content: { own: { intervalS: 30 } } } });
    await interval.fill('40');
    await screen.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => callsOf(calls, 'PATCH').at(-1)?.body).toMatchObject({ basedOn: 6 });
  });

  it('is loaded, and edited from there', async () => {
    const { screen, calls, question, interval } = await bothEdit();
    await question.getByRole('button', { name: 'Load the newer version' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Theirs', level: 1 })).toBeVisible();
    await expect.element(interval).toHaveValue('5');
    await expect.element(screen.getByRole('group', { name: 'Variable 1' }).getByLabelText('Key')).toHaveValue('soil');
    await interval.fill('40');
    await screen.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(screen.getByText('Project saved')).toBeVisible();
    expect(callsOf(calls, 'PATCH').at(-1)?.body).toMatchObject({ name: 'Theirs', basedOn: 5 });
  });

  it('is taken over by a page on which nothing is typed, and by no other', async () => {
    const { screen, client, calls } = await openProject(1, {
      projects: [projectOf()],
      replies: { 'PATCH /api/projects/1': () => refuse(409, 'conflict', 'There is a newer one.') },
    });
    const name = screen.getByLabelText('Project name');
    await expect.element(name).toHaveValue('Weather mast');
    client.setQueryData(projectsQuery.queryKey, [theirs]);
    await expect.element(name).toHaveValue('Theirs');
    await name.fill('Mine');
    client.setQueryData(projectsQuery.queryKey, [{ ...theirs, name: 'Newest', updatedAt: 7 }]);
    await expect.element(screen.getByRole('heading', { name: 'Newest', level: 1 })).toBeVisible();
    await expect.element(name).toHaveValue('Mine');
    await screen.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => callsOf(calls, 'PATCH').at(-1)?.body).toMatchObject({ name: 'Mine', basedOn: 5 });
  });
});

it('keeps what is typed when the project is not deleted, and leaves without a question when it is', async () => {
  let isBusy = true;
  const { screen, router } = await openProject(1, {
    projects: [projectOf()],
    replies: {
      'DELETE /api/projects/1': () => (isBusy ? refuse(503, 'unavailable', 'The database is busy.') : undefined),
    },
  });
  await screen.getByLabelText('Interval in seconds').fill('30');
  const remove = async () => {
    await screen.getByRole('button', { name: 'More for this project' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
  };
  await remove();
  await expect.element(page.getByText('Project not deleted')).toBeVisible();
  await expect.element(screen.getByLabelText('Interval in seconds')).toHaveValue('30');
  isBusy = false;
  const held: boolean[] = [];
  router.subscribe(({ location }) => {
    if (location.pathname === '/code') held.push(hasUnsavedChanges());
  });
  await remove();
  await expect.poll(() => held[0]).toBe(false);
});

describe('a project that is deleted elsewhere', () => {
  const linked = projectOf({ espids: ['ESP32-1', 'ESP32-GONE'] });
  const stored = ({ body }: { body?: unknown }) => projectOf({ ...projectRequest.parse(body), id: 2, updatedAt: 9 });
  const difference = { 'GET /api/projects/2/difference': { devices: [] } };

  it('stays as it was typed, and is saved as a new one with its devices', async () => {
    const replies = { ...difference, 'POST /api/projects': stored };
    const { screen, router, client, calls } = await openProject(1, { projects: [linked], replies });
    await screen.getByLabelText('Interval in seconds').fill('30');
    client.setQueryData(projectsQuery.queryKey, []);
    await expect.element(screen.getByText(/was deleted in another tab or browser/)).toBeVisible();
    await expect.element(screen.getByLabelText('Interval in seconds')).toHaveValue('30');
    await screen.getByRole('button', { name: 'Save as project' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/code/2');
    expect(calls.find(({ method, path }) => `${method} ${path}` === 'POST /api/projects')?.body).toMatchObject({
      name: 'Weather mast',
      espids: ['ESP32-1'],
    });
    await expect.element(screen.getByRole('heading', { name: 'Weather mast', level: 1 })).toBeVisible();
  });

  it('shows so when it is saved, and may be given up', async () => {
    let projects = [linked];
    const replies = {
      'GET /api/projects': () => ({ projects }),
      'PATCH /api/projects/1': () => refuse(404, 'not_found', 'There is no such project.'),
    };
    const { screen } = await openProject(1, { replies });
    await screen.getByLabelText('Interval in seconds').fill('30');
    projects = [];
    await screen.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(screen.getByText(/was deleted in another tab or browser/)).toBeVisible();
    await screen.getByRole('button', { name: 'Discard' }).click();
    await expect.element(screen.getByText('Project not found')).toBeVisible();
  });

  it('makes way at once where nothing is typed', async () => {
    const { screen, client } = await openProject(1, { projects: [linked] });
    await expect.element(screen.getByRole('heading', { name: 'Weather mast', level: 1 })).toBeVisible();
    client.setQueryData(projectsQuery.queryKey, []);
    await expect.element(screen.getByText('Project not found')).toBeVisible();
  });
});

it('does not save without a name, and opens the project that it made', async () => {
  const { screen, router } = await openProject('new', {
    replies: { 'POST /api/projects': ({ body }) => projectOf(projectRequest.parse(body)) },
  });
  await screen.getByRole('button', { name: 'Save as project' }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Enter a name, then save.');
  await screen.getByLabelText('Project name').fill('Green house');
  await screen.getByRole('button', { name: 'Save as project' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/code/1');
});

it('downloads the files for the tool that is chosen', async () => {
  const files = takeFiles();
  const { screen, code, calls } = await openProject(1, {
    projects: [projectOf()],
    replies: { 'POST /api/sketches/zip': () => new Response('zip') },
  });
  await expect.element(code).toMatchTextContent(/Weather mast on esp32/);
  await screen.getByText('PlatformIO', { exact: true }).click();
  await expect.element(screen.getByRole('tab', { name: 'main.cpp' })).toBeVisible();
  await screen.getByRole('button', { name: 'Download zip' }).click();
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['Weather mast.zip']);
  expect(calls.at(-1)).toMatchObject({ path: '/api/sketches/zip', body: { format: 'platformio' } });
});

const linked = { espid: 'ESP32-1', name: 'Garden', online: true, lastSeenAt: null };

it('shows that a board matches, or where it differs from the sketch', async () => {
  const project = projectOf({ espids: ['ESP32-1'] });
  const { screen } = await openProject(1, { projects: [project], difference: [{ ...linked, findings: [] }] });
  await expect.element(screen.getByRole('list', { name: 'Linked devices' })).toMatchTextContent(/Garden.*Matches/);
  await screen.unmount();

  const findings: ProjectDifference['devices'][number]['findings'] = [
    { kind: 'missing', subject: 'soil', reason: 'never_sent', values: { key: 'soil' }, text: 'soil' },
    { kind: 'undeclared', subject: 'Fan', reason: 'undeclared_event', values: { name: 'Fan' }, text: 'Fan' },
  ];
  const other = await openProject(1, { projects: [project], difference: [{ ...linked, findings }] });
  const differences = other.screen.getByRole('list', { name: 'Differences of Garden' });
  await expect
    .element(differences)
    .toMatchTextContent(/Missing.*“soil”, and the board does not send it.*Not in the sketch.*Fan/);
  await expect.element(other.screen.getByText('2 differences')).toBeVisible();
});

it('shows that boards could not be compared again, beside what was found before', async () => {
  const away = refuse(400, 'bad_request', 'The shed is on fire.');
  let response: object = { devices: [{ ...linked, findings: [] }] };
  const { screen } = await openProject(1, {
    projects: [projectOf({ espids: ['ESP32-1'] })],
    replies: { 'GET /api/projects/1/difference': () => response },
  });
  const list = screen.getByRole('list', { name: 'Linked devices' });
  await expect.element(list).toMatchTextContent(/Garden.*Matches/);
  response = away;
  await screen.getByRole('button', { name: 'Compare again' }).click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/Comparison not loaded\. The shed is on fire\./);
  await expect.element(list).toMatchTextContent(/Garden.*Matches/);
  response = { devices: [{ ...linked, findings: [] }] };
  await screen.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

it('has the connection key that holds now in the sketch, also when it was replaced elsewhere', async () => {
  let connectionKey = 'KEY-1';
  const { code, client } = await openProject(1, {
    projects: [projectOf()],
    replies: {
      'GET /api/pairing': () => pairingOf({ connectionKey }),
      'POST /api/sketches/generate': () => {
        const files = [{ path: 'a.ino', text: `// ${connectionKey}`, editLines: [1] }];
        return { name: 'a', files, notes: [], budget: kit.budget };
      },
    },
  });
  await expect.element(code).toMatchTextContent(/KEY-1/);
  connectionKey = 'KEY-2';
  client.setQueryData(pairingQuery.queryKey, pairingOf({ connectionKey }));
  await expect.element(code).toMatchTextContent(/KEY-2/);
});

it('links the devices that are chosen, and sends nothing else', async () => {
  const { screen, calls } = await openProject(1, {
    projects: [projectOf()],
    difference: [{ ...linked, findings: [] }],
    replies: { 'PATCH /api/projects/1': projectOf({ espids: ['ESP32-1'] }) },
  });
  await screen.getByRole('button', { name: 'Link devices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Devices that run this sketch' });
  await dialog.getByLabelText(/^Garden/).click();
  await dialog.getByRole('button', { name: 'Link 1 device' }).click();
  await expect.element(screen.getByRole('list', { name: 'Linked devices' })).toMatchTextContent(/Garden/);
  expect(callsOf(calls, 'PATCH').map(({ body }) => body)).toEqual([{ link: ['ESP32-1'], unlink: [] }]);
});

it('leads from a project of nobody back to the list, and tries again what did not load', async () => {
  const { screen } = await openProject(1);
  await expect.element(screen.getByRole('heading', { name: 'Project not found' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Show all projects' })).toHaveAttribute('href', '/code');
  await screen.unmount();

  let isAway = true;
  const failed = await openProject(1, {
    replies: {
      'GET /api/projects': () => (isAway ? refuse(400, 'bad_request', 'No.') : { projects: [projectOf()] }),
    },
  });
  await expect.element(failed.screen.getByRole('heading', { name: 'Project not loaded' })).toBeVisible();
  isAway = false;
  await failed.screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(failed.screen.getByRole('heading', { name: 'Weather mast', level: 1 })).toBeVisible();
});
