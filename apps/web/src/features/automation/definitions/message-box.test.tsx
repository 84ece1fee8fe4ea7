import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderInApp } from '../../../../test/render.tsx';
import { MessageBox, MessageVariables } from './message-box.tsx';

const variables = [
  { key: 'temp', label: 'Temperature' },
  { key: 'soil', label: '<b>Soil</b>' },
];

function Box() {
  const [text, setText] = useState('');
  return (
    <MessageVariables value={variables}>
      <MessageBox value={text} onChange={setText} />
      <output>{text}</output>
    </MessageVariables>
  );
}

const field = page.getByRole('combobox', { name: 'Text of the message' });
const text = page.getByRole('status');

it('offers the variables of the device behind a brace, for keys and the pointer', async () => {
  await renderInApp(<Box />);
  await field.fill('It is {');
  await expect.element(page.getByRole('option', { name: '{soil} <b>Soil</b>' })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  await expect.element(text).toHaveTextContent('It is {temp}');
  await expect.element(page.getByRole('option')).not.toBeInTheDocument();
  await userEvent.keyboard(', {{so');
  await page.getByRole('option', { name: /soil/ }).click();
  await expect.element(text).toHaveTextContent('It is {temp}, {soil}');
  await expect.element(field).toHaveFocus();
});

it('leaves the text alone after Escape', async () => {
  await renderInApp(<Box />);
  await field.fill('{te');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('option')).not.toBeInTheDocument();
  await expect.element(text).toHaveTextContent('{te');
});
