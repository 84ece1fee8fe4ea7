import type { Project } from '@cyno/contract';
import { expect, it } from 'vitest';
import { renderInApp } from '../../../../test/render.tsx';
import { callsOf, stubApi } from '../../../../test/stub-api.ts';
import { useProjectActions } from './use-project-actions.ts';

const projectOf = (id: number, name: string): Project => ({
  id,
  name,
  setup: {
    board: 'esp32',
    host: 'iot.example.com',
    content: { type: 'own', own: { variables: [], outputs: [], events: [], template: null, intervalS: 5 } },
  },
  espids: [],
  createdAt: 1,
  updatedAt: id,
});

function Actions() {
  const { duplicate } = useProjectActions();
  return [1, 2].map((id) => (
    <button key={id} type="button" onClick={() => duplicate.mutate(id)}>
      Duplicate {id}
    </button>
  ));
}

it('copies a project once for presses before its copy is there, and another one beside it', async () => {
  const copied = Promise.withResolvers<Project>();
  const calls = stubApi({
    'POST /api/projects/1/duplicate': () => copied.promise,
    'POST /api/projects/2/duplicate': projectOf(4, 'Barn 2'),
  });
  const { screen } = await renderInApp(<Actions />);
  await screen.getByRole('button', { name: 'Duplicate 1' }).click();
  await screen.getByRole('button', { name: 'Duplicate 1' }).click();
  await screen.getByRole('button', { name: 'Duplicate 2' }).click();
  await expect.element(screen.getByText('Saved as “Barn 2”')).toBeVisible();
  copied.resolve(projectOf(3, 'House 2'));
  await expect.element(screen.getByText('Saved as “House 2”')).toBeVisible();
  expect(callsOf(calls, 'POST').map(({ path }) => path)).toEqual([
    '/api/projects/1/duplicate',
    '/api/projects/2/duplicate',
  ]);
});
