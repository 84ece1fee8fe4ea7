import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { DateField } from './date-field.tsx';
import { TimeField } from './time-field.tsx';

type DayProps = { start?: string; min?: string; locale?: string };

function Day({ start = '', min, locale = 'en-GB' }: DayProps) {
  const [day, setDay] = useState(start);
  return (
    <>
      <DateField
        label="Last day"
        min={min}
        description="Until it is over."
        value={day}
        onChange={setDay}
        locale={locale}
      />
      <output>{day}</output>
    </>
  );
}

it('a day is typed part by part, in the order of the reader', async () => {
  const screen = await render(<Day />);
  const field = screen.getByRole('group', { name: 'Last day' });
  await expect.element(field).toHaveAccessibleDescription('Until it is over.');
  await field.getByRole('spinbutton').first().click();
  await userEvent.keyboard('30112026');
  await expect.element(screen.getByRole('status')).toHaveTextContent('2026-11-30');
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(screen.getByRole('status')).toHaveTextContent('2027-11-30');
  await screen.unmount();

  const other = await render(<Day locale="en-US" />);
  await other.getByRole('group', { name: 'Last day' }).getByRole('spinbutton').first().click();
  await userEvent.keyboard('11302026');
  await expect.element(other.getByRole('status')).toHaveTextContent('2026-11-30');
});

it('a day is chosen from a calendar, whose weeks begin on Sunday, and none before the first that may be', async () => {
  const screen = await render(<Day start="2026-11-16" min="2026-11-10" />);
  await screen.getByRole('button', { name: /^Choose from a calendar/ }).click();
  // What lies below must not be seen through it.
  const popover = document.querySelector('.popover');
  expect(popover && getComputedStyle(popover).backgroundColor).toMatch(/^rgb\(/);
  const calendar = page.getByRole('dialog', { name: 'Last day' });
  await expect.element(calendar.getByRole('heading', { name: 'November 2026' })).toBeVisible();
  expect(calendar.element().querySelector('th')?.textContent).toBe('Sun');
  const panel = calendar.element().closest('.overlay');
  expect(panel && getComputedStyle(panel).backgroundColor).not.toBe('rgba(0, 0, 0, 0)');
  await expect.element(calendar.getByRole('button', { name: /\b9 November/ })).toHaveAttribute('aria-disabled', 'true');
  await calendar.getByRole('button', { name: 'Later month' }).click();
  await calendar.getByRole('button', { name: /24 December/ }).click();
  await expect.element(calendar).not.toBeInTheDocument();
  await expect.element(screen.getByRole('status')).toHaveTextContent('2026-12-24');
});

it('a day of the Buddhist era is the same day', async () => {
  const screen = await render(<Day start="2026-11-16" locale="th-TH-u-ca-buddhist-nu-latn" />);
  const year = () => screen.getByRole('group', { name: 'Last day' }).getByRole('spinbutton').nth(2);
  await expect.element(year()).toHaveTextContent('2569');
  await year().click();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(screen.getByRole('status')).toHaveTextContent('2027-11-16');
});

function Clock({ start }: { start: number | null }) {
  const [second, setSecond] = useState(start);
  return (
    <>
      <TimeField label="It ends, time" value={second} onChange={setSecond} />
      <output>{second}</output>
    </>
  );
}

it('a time is typed on a 24-hour clock, with seconds only where there are some', async () => {
  const screen = await render(<Clock start={12 * 3600} />);
  const parts = () => screen.getByRole('group', { name: 'It ends, time' }).getByRole('spinbutton');
  await expect
    .poll(() =>
      parts()
        .elements()
        .map((part) => part.textContent),
    )
    .toEqual(['12', '00']);
  await parts().first().click();
  await userEvent.keyboard('2345');
  await expect.element(screen.getByRole('status')).toHaveTextContent(String((23 * 60 + 45) * 60));
  await screen.unmount();

  const exact = await render(<Clock start={3_661} />);
  await expect
    .poll(() =>
      exact
        .getByRole('spinbutton')
        .elements()
        .map((part) => part.textContent),
    )
    .toEqual(['01', '01', '01']);
});

it('a time that is left half empty shows what is stored', async () => {
  const screen = await render(<Clock start={7 * 3600} />);
  const hour = screen.getByRole('spinbutton').first();
  await hour.click();
  await userEvent.keyboard('{Backspace}');
  await expect.element(hour).toHaveTextContent('––');
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(hour).toHaveTextContent('07');
  await expect.element(screen.getByRole('status')).toHaveTextContent(String(7 * 3600));
});

it('a day that is left half empty shows what is stored', async () => {
  const screen = await render(<Day start="2026-11-06" />);
  const day = screen.getByRole('spinbutton').first();
  await day.click();
  await userEvent.keyboard('{Backspace}');
  await expect.element(day).toHaveTextContent('dd');
  await userEvent.click(screen.getByText('Until it is over.'));
  await expect.element(day).toHaveTextContent('06');
  await expect.element(screen.getByRole('status')).toHaveTextContent('2026-11-06');
});

it('seconds below ten are typed', async () => {
  const screen = await render(<Clock start={7 * 3600 + 30} />);
  await screen.getByRole('spinbutton').last().click();
  await userEvent.keyboard('05');
  await expect.element(screen.getByRole('status')).toHaveTextContent(String(7 * 3600 + 5));
});
