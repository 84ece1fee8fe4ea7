import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderInApp } from '../../../test/render.tsx';
import { holdFocus } from './hold-focus.ts';

function Rows() {
  const [rows, setRows] = useState(['One', 'Two', 'Three']);
  return (
    <>
      <section ref={holdFocus}>
        <h2>Rows</h2>
        {rows.length > 0 && (
          <ul>
            {rows.map((row) => (
              <li key={row}>
                <button type="button">Rename {row}</button>
                <button type="button" onClick={() => setRows(rows.filter((other) => other !== row))}>
                  Delete {row}
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      <button type="button" onMouseEnter={() => setRows([])}>
        Clear
      </button>
    </>
  );
}

const focusedText = () => document.activeElement?.textContent;

it('moves the focus to the next row when the row with the focus is deleted, and in the end to the heading', async () => {
  const { screen } = await renderInApp(<Rows />);
  const button = (name: string) => screen.getByRole('button', { name });
  (button('Delete Two').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(focusedText).toBe('Rename ThreeDelete Three');
  // A key that is held, or pressed once more, deletes nothing more.
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(button('Delete Three')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(focusedText).toBe('Rename OneDelete One');
  await userEvent.keyboard('{Tab}{Tab}{Enter}');
  await expect.element(screen.getByRole('heading', { name: 'Rows' })).toHaveFocus();
});

it('moves the focus to the row whose button went away', async () => {
  const { screen } = await renderInApp(<Rows />);
  const rename = screen.getByRole('button', { name: 'Rename Two' }).element() as HTMLElement;
  rename.focus();
  rename.remove();
  await expect.poll(focusedText).toBe('Delete Two');
});

it('moves the focus when the overlay closes in which the row was deleted', async () => {
  const { screen } = await renderInApp(<Rows />);
  const menu = document.createElement('div');
  menu.role = 'menu';
  menu.tabIndex = -1;
  document.body.append(menu);
  (screen.getByRole('button', { name: 'Rename Two' }).element() as HTMLElement).focus();
  menu.focus();
  (screen.getByRole('button', { name: 'Delete Two' }).element() as HTMLElement).click();
  await expect.element(screen.getByRole('button', { name: 'Delete Two' })).not.toBeInTheDocument();
  menu.remove();
  await expect.poll(focusedText).toBe('Rename ThreeDelete Three');
});

it('leaves the focus to who took it away before', async () => {
  const { screen } = await renderInApp(<Rows />);
  await screen.getByRole('button', { name: 'Rename Two' }).click();
  await screen.getByRole('heading', { name: 'Rows' }).click();
  await screen.getByRole('button', { name: 'Clear' }).hover();
  await expect.element(screen.getByRole('list')).not.toBeInTheDocument();
  expect(document.activeElement).toBe(document.body);
});
