import type { WidgetContent } from '@cyno/contract';
import { useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderInApp } from '../../../../../../test/render.tsx';
import { applyDisplaySettings } from '../../../../../lib/format/display-settings.ts';
import { MediaFields } from './media-fields.tsx';

const picture: WidgetContent = { type: 'image', title: 'Barn', url: '', fit: 'contain', alt: '' };

function Fields({ start }: { start: WidgetContent }) {
  const [content, setContent] = useState(start);
  return (
    <>
      {(content.type === 'image' || content.type === 'countdown') && (
        <MediaFields content={content} onChange={setContent} />
      )}
      <output>{JSON.stringify(content)}</output>
    </>
  );
}

it('a picture that is decoded late leaves what was typed meanwhile', async () => {
  const decoding = Promise.withResolvers<ImageBitmap>();
  vi.stubGlobal('createImageBitmap', () => decoding.promise);
  const { screen } = await renderInApp(<Fields start={picture} />);
  const input = screen.container.querySelector('input[type=file]');
  await userEvent.upload(input as HTMLElement, new File(['picture'], 'barn.png', { type: 'image/png' }));
  await screen.getByLabelText('Description').fill('The barn from the north');
  await screen.getByText('Fill the card').click();
  const canvas = new OffscreenCanvas(2, 2);
  canvas.getContext('2d');
  decoding.resolve(canvas.transferToImageBitmap());
  const content = screen.getByRole('status');
  await expect.element(content).toMatchTextContent(/"url":"data:image/);
  await expect.element(content).toMatchTextContent(/"fit":"cover","alt":"The barn from the north"/);
});

it('a countdown ends at a time where the reader lives, not where the browser is', async () => {
  applyDisplaySettings({ timeZone: 'Pacific/Honolulu', dateFormat: null });
  onTestFinished(() => applyDisplaySettings({ timeZone: null, dateFormat: null }));
  const until = Date.UTC(2026, 5, 1, 18);
  const { screen } = await renderInApp(<Fields start={{ type: 'countdown', title: 'Harvest', until }} />);
  const parts = screen.getByRole('group', { name: 'Until, time' }).getByRole('spinbutton');
  await expect.element(parts.first()).toHaveTextContent('08');
  await parts.first().click();
  await userEvent.keyboard('09');
  await expect.element(screen.getByRole('status')).toMatchTextContent(`"until":${until + 3_600_000}`);
});
