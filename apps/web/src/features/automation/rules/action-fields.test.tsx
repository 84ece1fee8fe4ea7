import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderInApp } from '../../../../test/render.tsx';
import { controlOf } from '../../../../test/widgets.ts';
import type { ActionDraft } from '../definitions/index.ts';
import { ActionFields } from './action-fields.tsx';

const control = controlOf({ fan: {} });

function Editor() {
  const [action, setAction] = useState<ActionDraft | null>(null);
  return (
    <>
      <ActionFields control={control} scenes={[]} action={action} problem={undefined} onChange={setAction} />
      <output>{JSON.stringify(action)}</output>
    </>
  );
}

it('takes a name that begins like that of a known event, and shows a known one as chosen once it is left', async () => {
  const { screen } = await renderInApp(<Editor />);
  const target = screen.getByRole('button', { name: /What to do$/ });
  await target.click();
  await screen.getByRole('option', { name: 'Another event' }).click();
  const name = screen.getByRole('textbox', { name: 'Name of the event' });
  await name.click();
  await userEvent.keyboard('fan2');
  await expect.element(screen.getByRole('status')).toHaveTextContent('{"kind":"event","name":"fan2","value":""}');
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('{Backspace}');
  await expect.element(target).toHaveTextContent('Another event');
  await userEvent.tab();
  await expect.element(target).toHaveTextContent('fan');
  await expect.element(name).not.toBeInTheDocument();
});
