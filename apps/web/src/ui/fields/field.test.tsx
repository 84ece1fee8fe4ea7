import { useState } from 'react';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PasswordField, SearchField, TextField } from './field.tsx';

it('is named by its label and described by its help', async () => {
  const screen = await render(<TextField label="Name" hideLabel description="Only you read this." />);
  const field = screen.getByRole('textbox', { name: 'Name' });
  await expect.element(field).toHaveAccessibleDescription('Only you read this.');
  await expect.element(field).not.toHaveAttribute('aria-invalid');
});

it('shows what is wrong, marks itself, and names the problem before the help', async () => {
  const screen = await render(<TextField label="E-mail" error="Type an address." description="Nobody else sees it." />);
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Type an address.');
  const field = screen.getByRole('textbox', { name: 'E-mail' });
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field).toHaveAccessibleDescription('Type an address. Nobody else sees it.');
});

it('shows a password, and hides it again', async () => {
  const screen = await render(<PasswordField label="Password" />);
  const field = screen.getByLabelText('Password', { exact: true });
  await field.fill('Green-house-77');
  await expect.element(field).toHaveAttribute('type', 'password');
  await screen.getByRole('button', { name: 'Show the password' }).click();
  await expect.element(field).toHaveAttribute('type', 'text');
  await expect.element(field).toHaveValue('Green-house-77');
  const hide = screen.getByRole('button', { name: 'Hide the password' });
  await expect.element(hide).toHaveAttribute('aria-pressed', 'true');
  await hide.click();
  await expect.element(field).toHaveAttribute('type', 'password');
});

function Search() {
  const [text, setText] = useState('');
  return <SearchField label="Search kits" value={text} onChange={setText} />;
}

it('empties a search, and leaves the focus in it', async () => {
  const screen = await render(<Search />);
  const field = screen.getByRole('searchbox', { name: 'Search kits' });
  await expect.element(screen.getByRole('button', { name: 'Clear the search' })).not.toBeInTheDocument();
  await field.click();
  await userEvent.keyboard('dht');
  await expect.element(field).toHaveValue('dht');
  await screen.getByRole('button', { name: 'Clear the search' }).click();
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveFocus();
});
