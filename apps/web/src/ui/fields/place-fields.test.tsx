import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { PlaceFields } from './place-fields.tsx';

it('takes degrees with the minus sign and a decimal comma', async () => {
  const onKeep = vi.fn();
  const screen = await render(<PlaceFields place={null} busy={false} error={null} onKeep={onKeep} />);
  await screen.getByLabelText('Latitude').fill('−33,868');
  await screen.getByLabelText('Longitude').fill('151.2093');
  await screen.getByRole('button', { name: 'Save location' }).click();
  expect(onKeep).toHaveBeenCalledWith({ latitude: -33.868, longitude: 151.2093 }, expect.any(Function));
});
