import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderInApp } from '../../../../test/render.tsx';
import { ComparisonField } from './comparison-field.tsx';
import { readHistory, writeHistory } from './history-address.ts';

function Field() {
  const [params, setParams] = useState(() => new URLSearchParams({ compare: String(7 * 86_400_000) }));
  return <ComparisonField view={readHistory(params, [])} onChange={(view) => setParams(writeHistory(view))} />;
}

it('stays while more is typed than can be compared with', async () => {
  const { screen } = await renderInApp(<Field />);
  const count = screen.getByRole('spinbutton', { name: 'How many' });
  await count.fill('2000');
  await expect.element(count).toHaveValue(1);
  await count.fill('3');
  await expect.element(screen.getByRole('button', { name: /3 weeks/ })).toBeVisible();
});
