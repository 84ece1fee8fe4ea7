import type { WidgetContent } from '@cyno/contract';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderInApp } from '../../../../../../test/render.tsx';
import { MediaFields } from './media-fields.tsx';

function Fields() {
  const [content, setContent] = useState<WidgetContent>({
    type: 'image',
    title: 'Barn',
    url: '',
    fit: 'contain',
    alt: '',
  });
  return (
    <>
      {content.type === 'image' && <MediaFields content={content} onChange={setContent} />}
      <output>{JSON.stringify(content)}</output>
    </>
  );
}

it('a picture that is decoded late leaves what was typed meanwhile', async () => {
  const decoding = Promise.withResolvers<ImageBitmap>();
  vi.stubGlobal('createImageBitmap', () => decoding.promise);
  const { screen } = await renderInApp(<Fields />);
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
