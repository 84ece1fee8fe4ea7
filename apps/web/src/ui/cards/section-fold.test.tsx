import { useState } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { SectionFold } from './section-fold.tsx';

function Fold({ isNeeded }: { isNeeded: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <SectionFold id="data" title="Data" summary="Export" isOpen={isOpen} isNeeded={isNeeded} onToggle={setOpen}>
      <input aria-label="Title" />
    </SectionFold>
  );
}

const contentsOf = (container: Element) => container.querySelector('input');

test('makes its contents when it is opened, and keeps what was typed', async () => {
  const screen = await render(<Fold isNeeded={false} />);
  const details = screen.container.querySelector('details');
  if (!details) throw new Error('There is no group.');
  expect(contentsOf(screen.container)).toBeNull();
  details.open = true;
  await screen.getByLabelText('Title').fill('Farm');
  details.open = false;
  await expect.element(screen.getByLabelText('Title')).not.toBeVisible();
  expect(contentsOf(screen.container)).toHaveValue('Farm');
});

test('has them from the start where the address leads into them', async () => {
  const screen = await render(<Fold isNeeded />);
  expect(contentsOf(screen.container)).not.toBeNull();
});
