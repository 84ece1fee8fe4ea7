import { expect, it } from 'vitest';
import { renderInApp } from '../../../../../test/render.tsx';
import { callsOf, stubApi } from '../../../../../test/stub-api.ts';
import { type HistoryNote, useNoteActions } from './history-notes.ts';

const noteOf = (id: number): HistoryNote => ({
  id,
  espid: 'E1',
  from: id,
  to: null,
  text: `Note ${id}`,
  tone: 'note',
  author: 'ann@example.com',
  createdAt: 1,
  changedAt: null,
});

function Notes() {
  const { remove } = useNoteActions();
  return [1, 2].map((id) => (
    <button key={id} type="button" onClick={() => void remove(noteOf(id))}>
      Delete {id}
    </button>
  ));
}

it('restores each of two notes that were deleted one after the other', async () => {
  const path = '/api/device/E1/annotations';
  const calls = stubApi({
    [`DELETE ${path}/1`]: undefined,
    [`DELETE ${path}/2`]: undefined,
    [`POST ${path}/1/restore`]: undefined,
    [`POST ${path}/2/restore`]: undefined,
  });
  const { screen } = await renderInApp(<Notes />);
  const undo = screen.getByRole('button', { name: 'Undo' });
  await screen.getByRole('button', { name: 'Delete 1' }).click();
  await expect.poll(() => undo.elements().length).toBe(1);
  await screen.getByRole('button', { name: 'Delete 2' }).click();
  await expect.poll(() => undo.elements().length).toBe(2);
  await undo.first().click();
  await undo.click();
  await expect
    .poll(() => callsOf(calls, 'POST').map((call) => call.path))
    .toEqual([`${path}/1/restore`, `${path}/2/restore`]);
});
