import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderInApp } from '../../../test/render.tsx';
import { stubApi } from '../../../test/stub-api.ts';
import { changeAppearance } from '../../ui/shell/appearance.ts';
import { CommandPalette } from './command-palette.tsx';

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Find
      </button>
      {isOpen && <CommandPalette member="user" onClose={() => setOpen(false)} onLogout={() => undefined} />}
    </>
  );
}

it('gives the focus back after an action that stays on the page', async () => {
  stubApi({
    'GET /api/device/': [],
    'GET /api/shares/devices': [],
    'GET /api/dashboards': { dashboards: [], allowed: null },
  });
  await renderInApp(<Page />);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('combobox').fill('dark');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('combobox')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Find' })).toHaveFocus();
  changeAppearance({ theme: 'light' });
});
