import { changeProject, type Project, projectRequest, type SketchSetup } from '@cyno/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { publicConfigOf } from '../../../../test/config.ts';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { knowConfig } from '../../../../test/shell.ts';
import { callsOf, refuse, stubApi } from '../../../../test/stub-api.ts';
import { ProjectListPage } from './project-list-page.tsx';

const setup: SketchSetup = {
  board: 'esp32',
  host: 'iot.example.com',
  content: { type: 'own', own: { variables: [], outputs: [], events: [], template: null, intervalS: 5 } },
};
const projectOf = (id: number, name: string): Project => ({
  id,
  name,
  setup,
  espids: [],
  createdAt: 1,
  updatedAt: id,
});

async function openList(projects: Project[], replies: Parameters<typeof stubApi>[0] = {}) {
  const config = publicConfigOf({ links: { ...publicConfigOf().links, projects: 'https://projects.example.com/' } });
  const calls = stubApi({
    'GET /api/config': config,
    'GET /api/projects': { projects },
    'GET /api/sketches/catalog': { boards: [], kits: [] },
    'GET /api/device/': [],
    ...replies,
  });
  await knowConfig(config);
  const { screen } = await renderInApp(<ProjectListPage />);
  const names = () =>
    screen
      .getByRole('listitem')
      .getByRole('link')
      .elements()
      .map((link) => link.textContent);
  return { screen, names, calls };
}

it('leads to the first sketch, and to the examples of the operator', async () => {
  const { screen } = await openList([]);
  await expect
    .element(screen.getByRole('link', { name: 'Create your first sketch' }))
    .toHaveAttribute('href', '/code/new');
  const examples = screen.getByRole('link', { name: 'Example projects' });
  await expect.element(examples).toHaveAttribute('href', 'https://projects.example.com/');
  await expect.element(examples).toHaveAttribute('rel', 'noopener noreferrer');
});

it('renames, duplicates and deletes a project, which can be undone', async () => {
  const { screen, names, calls } = await openList([projectOf(1, 'Green house')], {
    'POST /api/projects/1/duplicate': projectOf(2, 'Green house 2'),
    'PATCH /api/projects/1': ({ body }) => ({ ...projectOf(1, ''), ...changeProject.parse(body), updatedAt: 3 }),
    'DELETE /api/projects/1': undefined,
    'POST /api/projects': ({ body }) => ({ ...projectOf(4, ''), ...projectRequest.parse(body) }),
  });
  const choose = async (project: string, action: string) => {
    await screen.getByRole('button', { name: `More for ${project}`, exact: true }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Green house', 'Duplicate');
  await expect.poll(names).toEqual(['Green house 2', 'Green house']);
  await choose('Green house', 'Rename');
  const dialog = page.getByRole('dialog', { name: 'Rename project' });
  await dialog.getByLabelText('Name').fill(' ');
  await expect.element(dialog.getByText('Enter a name.')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Rename' })).toBeDisabled();
  await dialog.getByLabelText('Name').fill('Old house');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect.poll(names).toEqual(['Old house', 'Green house 2']);
  expect(callsOf(calls, 'PATCH').map(({ body }) => body)).toEqual([{ name: 'Old house' }]);
  await choose('Old house', 'Delete');
  await expect.poll(names).toEqual(['Green house 2']);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(names).toEqual(['Old house', 'Green house 2']);
});

it('restores each of two projects that were deleted one after the other', async () => {
  const restored: string[] = [];
  const { screen, names } = await openList([projectOf(1, 'Barn'), projectOf(2, 'Pond')], {
    'DELETE /api/projects/1': undefined,
    'DELETE /api/projects/2': undefined,
    'POST /api/projects': ({ body }) => {
      const project = projectRequest.parse(body);
      restored.push(project.name);
      return { ...projectOf(restored.length + 2, ''), ...project };
    },
  });
  for (const project of ['Barn', 'Pond']) {
    await screen.getByRole('button', { name: `More for ${project}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
  }
  const undo = screen.getByRole('button', { name: 'Undo' });
  await expect.poll(() => undo.elements().length).toBe(2);
  await undo.first().click();
  await undo.click();
  await expect.poll(names).toEqual(['Pond', 'Barn']);
  expect(restored).toEqual(['Barn', 'Pond']);
});

it('restores a project without a device that was deleted meanwhile', async () => {
  const project = { ...projectOf(1, 'Barn'), espids: ['ESP32-1', 'ESP32-2'] };
  const { screen, names, calls } = await openList([project], {
    'GET /api/device/': [deviceOf({ espid: 'ESP32-2' })],
    'DELETE /api/projects/1': undefined,
    'POST /api/projects': ({ body }) => ({ ...projectOf(2, ''), ...projectRequest.parse(body) }),
  });
  await screen.getByRole('button', { name: 'More for Barn', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(names).toEqual(['Barn']);
  expect(callsOf(calls, 'POST').map(({ body }) => body)).toMatchObject([{ espids: ['ESP32-2'] }]);
});

it('is searched when it is long', async () => {
  const many = ['Barn', 'Gate', 'Mast', 'Pond', 'Pump', 'Roof', 'Shed', 'Well'].map((name, id) =>
    projectOf(id + 1, name),
  );
  const { screen, names } = await openList(many);
  await screen.getByLabelText('Search projects').fill(' po');
  await expect.poll(names).toEqual(['Pond']);
  await screen.getByLabelText('Search projects').fill('zzz');
  await expect.element(screen.getByText('No project matches “zzz”.')).toBeVisible();
});

it('shows that the projects did not load', async () => {
  const { screen } = await openList([], {
    'GET /api/projects': () => refuse(400, 'bad_request', 'The shed is on fire.'),
  });
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/Projects not loaded.*The shed is on fire\./);
});
