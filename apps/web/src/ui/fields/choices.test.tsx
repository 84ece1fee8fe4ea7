import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ComboField } from './combo-field.tsx';
import { HuePicker } from './hue-picker.tsx';
import { Segmented } from './segmented.tsx';
import { SelectField } from './select-field.tsx';
import { Switch } from './switch.tsx';

const themes = [
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
] as const;

function Theme() {
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  return <Segmented label="Theme" options={themes} value={theme} onChange={setTheme} />;
}

it('segments are radio buttons of one group, chosen by a press or an arrow key', async () => {
  const screen = await render(<Theme />);
  const group = screen.getByRole('group', { name: 'Theme' });
  await expect.element(group.getByRole('radio', { name: 'Light' })).toBeChecked();
  await screen.getByText('Dark').click();
  await expect.element(group.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(group.getByRole('radio', { name: 'Light' })).toBeChecked();
  await expect.element(group.getByRole('radio', { name: 'Light' })).toHaveFocus();
});

it('a colour has a name', async () => {
  const onChange = vi.fn();
  const screen = await render(<HuePicker value={1} onChange={onChange} />);
  const group = screen.getByRole('group', { name: 'Colour' });
  await expect.element(group.getByRole('radio', { name: 'Indigo' })).toBeChecked();
  expect(group.getByRole('radio').elements()).toHaveLength(8);
  await group.getByTitle('Teal').click();
  expect(onChange).toHaveBeenLastCalledWith(3);
});

it('a switch shows the confirmed state, takes a press or the space bar, and shows that it is working', async () => {
  const onChange = vi.fn();
  const screen = await render(<Switch label="Fan" checked={false} onChange={onChange} />);
  const fan = screen.getByRole('switch', { name: 'Fan' });
  await screen.getByText('Fan').click();
  expect(onChange).toHaveBeenLastCalledWith(true);
  await expect.element(fan).not.toBeChecked();
  await screen.rerender(<Switch label="Fan" hideLabel busy checked onChange={onChange} />);
  await expect.element(fan).toBeChecked();
  await expect.element(fan).toHaveAttribute('aria-busy', 'true');
  await userEvent.keyboard(' ');
  expect(onChange).toHaveBeenLastCalledWith(false);
  await screen.rerender(<Switch label="Fan" checked disabled onChange={onChange} />);
  await expect.element(fan).toBeDisabled();
});

const pins = [
  { id: '4', label: '4' },
  { id: '5', label: '5', detail: 'in use', disabled: true },
  { id: '12', label: '12', detail: 'with a note' },
] as const;

function Pin() {
  const [pin, setPin] = useState<'4' | '5' | '12' | null>(null);
  return <SelectField label="Pin" options={pins} value={pin} onChange={setPin} />;
}

it('a list is opened with a press, or worked with the keyboard past what cannot be chosen', async () => {
  const screen = await render(<Pin />);
  const box = screen.getByRole('button', { name: /Pin/ });
  await expect.element(box).toMatchTextContent(/^Choose/);
  await box.click();
  await expect.element(page.getByRole('option', { name: '5 in use' })).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByRole('option', { name: '12 with a note' })).toHaveTextContent('12with a note');
  await page.getByRole('option', { name: '12 with a note' }).click();
  await expect.element(box).toMatchTextContent(/^12/);
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('option', { name: '12 with a note' })).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await expect.element(box).toMatchTextContent(/^4/);
});

const zones = [
  { id: 'Asia/Bangkok', label: 'Asia/Bangkok' },
  { id: 'Asia/Tokyo', label: 'Asia/Tokyo' },
  { id: 'Europe/Berlin', label: 'Europe/Berlin' },
];

function Zone() {
  const [zone, setZone] = useState('Asia/Bangkok');
  return <ComboField label="Time zone" options={zones} value={zone} onChange={setZone} nothing="No such time zone." />;
}

it('a long list is searched by terms in any order, and what fits nothing goes back', async () => {
  const screen = await render(<Zone />);
  const field = screen.getByRole('combobox', { name: 'Time zone' });
  await expect.element(field).toHaveValue('Asia/Bangkok');
  await field.fill('tok asia');
  const options = () =>
    page
      .getByRole('option')
      .elements()
      .map((option) => option.textContent);
  await expect.poll(options).toEqual(['Asia/Tokyo']);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(field).toHaveValue('Asia/Tokyo');

  await field.fill('Atlantis');
  await expect.element(page.getByText('No such time zone.')).toBeVisible();
  await userEvent.tab();
  await expect.element(field).toHaveValue('Asia/Tokyo');

  await screen.getByRole('button', { name: /^Show the list: Time zone/ }).click();
  await page.getByRole('option', { name: 'Europe/Berlin' }).click();
  await expect.element(field).toHaveValue('Europe/Berlin');
});

describe('a list of hundreds', () => {
  const fieldOf = (read: (id: string) => void) => {
    const many = Array.from({ length: 300 }, (_, index) => ({
      id: `${index}`,
      get label() {
        read(this.id);
        return `Zone ${index}`;
      },
    }));
    return render(
      <div style={{ paddingTop: 250 }}>
        <ComboField label="Zone" options={many} value="7" onChange={() => undefined} nothing="None." />
      </div>,
    );
  };

  it('is not built before somebody comes near', async () => {
    const read = new Set<string>();
    const screen = await fieldOf((id) => read.add(id));
    const field = screen.getByRole('combobox', { name: 'Zone' });
    await expect.element(field).toHaveValue('Zone 7');
    expect([...read]).toEqual(['7']);
    await field.hover();
    await expect.poll(() => read.size).toBe(300);
  });

  it.each([
    ['a key', () => userEvent.tab()],
    ['a press', () => page.getByRole('combobox', { name: 'Zone' }).click()],
    ['its button', () => page.getByRole('button', { name: /^Show the list: Zone/ }).click()],
  ])('stands beside its field when %s opens it', async (_, open) => {
    await page.viewport(400, 500);
    const screen = await fieldOf(() => undefined);
    await open();
    await expect.element(page.getByRole('option', { name: 'Zone 299' })).toBeInTheDocument();
    const list = page.getByRole('listbox').element().getBoundingClientRect();
    const field = screen.getByRole('combobox', { name: 'Zone' }).element().getBoundingClientRect();
    expect(list.bottom <= field.top || list.top >= field.bottom, JSON.stringify({ list, field })).toBe(true);
    expect(Math.min(list.top, innerHeight - list.bottom), JSON.stringify(list)).toBeGreaterThanOrEqual(0);
  });
});
