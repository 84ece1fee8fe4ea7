import { expect, it, vi } from 'vitest';
import { renderInApp } from '../../test/render.tsx';
import { useUnsavedChanges } from '../lib/browser/unsaved-changes.ts';
import { VersionOffer } from './newer-version.tsx';

type FormProps = { isDirty: boolean };

function Form({ isDirty }: FormProps) {
  useUnsavedChanges(isDirty);
  return null;
}

async function open({ at = '/device', isDirty = false } = {}) {
  const onTake = vi.fn();
  const { screen, router } = await renderInApp(
    <>
      <Form isDirty={isDirty} />
      <VersionOffer isNewer onTake={onTake} />
    </>,
    { at },
  );
  return { screen, router, onTake };
}

it('offers a newer version, and takes it when asked', async () => {
  const { screen, onTake } = await open();
  await expect.element(screen.getByText('A new version of Cyno is ready')).toBeVisible();
  expect(onTake).not.toHaveBeenCalled();
  await screen.getByRole('button', { name: 'Reload now' }).click();
  expect(onTake).toHaveBeenCalledOnce();
});

it('takes it with the next page', async () => {
  const { router, onTake } = await open();
  await router.navigate('/device?view=table');
  expect(onTake).not.toHaveBeenCalled();
  await router.navigate('/profile');
  await expect.poll(() => onTake.mock.calls.length).toBe(1);
});

it('leaves a page with something unsaved alone', async () => {
  const { screen, router, onTake } = await open({ isDirty: true });
  await router.navigate('/profile');
  await expect.element(screen.getByText('A new version of Cyno is ready')).toBeVisible();
  expect(onTake).not.toHaveBeenCalled();
});

it.each(['/kiosk?show=device:a', '/view/abc?kiosk'])('takes it at once on a screen on a wall: %s', async (at) => {
  const { screen, onTake } = await open({ at });
  await expect.poll(() => onTake.mock.calls.length).toBe(1);
  await expect.element(screen.getByText('A new version of Cyno is ready')).not.toBeInTheDocument();
});
