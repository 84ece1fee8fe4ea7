import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderInApp } from '../../../test/render.tsx';
import { stubApi } from '../../../test/stub-api.ts';
import { Sheet } from '../../ui/overlays/dialog.tsx';
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

/** A sheet from which the palette is opened, as Ctrl and K does. */
function PageWithSheet() {
  const [isOpen, setOpen] = useState(true);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  return (
    <>
      <Sheet title="Event" isOpen={isOpen} onClose={() => setOpen(false)}>
        <button type="button" onClick={() => setPaletteOpen(true)}>
          Find
        </button>
      </Sheet>
      {isPaletteOpen && (
        <CommandPalette member="user" onClose={() => setPaletteOpen(false)} onLogout={() => undefined} />
      )}
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

it('over a sheet it takes what is pressed in it, and the sheet stays', async () => {
  stubApi({
    'GET /api/device/': [],
    'GET /api/shares/devices': [],
    'GET /api/dashboards': { dashboards: [], allowed: null },
  });
  await renderInApp(<PageWithSheet />);
  const sheet = page.getByRole('dialog', { name: 'Event' });
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('combobox').fill('dark');
  await page.getByRole('option').first().click();
  await expect.element(page.getByRole('combobox')).not.toBeInTheDocument();
  expect(document.documentElement.dataset.theme).toBe('dark');
  await expect.element(sheet).toBeVisible();
  await page.getByRole('button', { name: 'Find' }).click();
  await expect.element(page.getByRole('combobox')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('combobox')).not.toBeInTheDocument();
  await expect.element(sheet).toBeVisible();
  changeAppearance({ theme: 'light' });
});
