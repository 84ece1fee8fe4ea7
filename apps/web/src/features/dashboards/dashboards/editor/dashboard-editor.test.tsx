import type { Widget } from '@cyno/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dashboardOf, dashboardServer, tileOf } from '../../../../../test/dashboards.ts';
import { deviceOf, variableOf } from '../../../../../test/devices.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { stubApi } from '../../../../../test/stub-api.ts';
import { widgetsText } from '../dashboard-file.ts';
import { DashboardPage } from '../dashboard-page.tsx';

const device = deviceOf({
  variables: [
    variableOf('temp', { label: 'Temperature', unit: '°C' }),
    variableOf('humid', { label: 'Humidity', unit: '%', value: 60 }),
    variableOf('light', { label: 'Light', unit: 'lx', value: 300 }),
  ],
});
const start = [
  tileOf('a', 'First', { x: 0, y: 0, width: 3, height: 2 }),
  tileOf('b', 'Second', { x: 3, y: 0, width: 4, height: 2 }),
  tileOf('c', 'Third', { x: 0, y: 2, width: 2, height: 2 }),
  tileOf('d', 'Fourth', { x: 8, y: 4, width: 3, height: 3 }),
];

beforeEach(() => page.viewport(1440, 900));

async function edit(widgets: readonly Widget[] = start) {
  const server = dashboardServer(dashboardOf(widgets), { devices: [device] });
  stubApi(server.replies);
  const { screen } = await renderInApp(<DashboardPage device={device} />);
  await press('Edit');
  await expect.element(page.getByRole('button', { name: 'Done' })).toBeVisible();
  return { screen, saved: () => server.now()?.widgets ?? [] };
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const widget = (title: string) => page.getByRole('button', { name: new RegExp(`^${title}, `) });
const bar = () => page.getByRole('toolbar', { name: 'Selected widgets' });
const action = (name: string) => bar().getByRole('button', { name, exact: true });
/** What screen readers were sent last. */
const notified = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeInTheDocument();
/** Where a widget stands: column, row, width and height. */
const expectPlace = (title: string, [column, row, width, height]: readonly number[]) =>
  expect
    .element(widget(title))
    .toHaveAccessibleName(`${title}, value: column ${column}, row ${row}, ${width} wide, ${height} high`);
const expectCount = (count: number) => expect.poll(() => document.querySelectorAll('[data-widget]').length).toBe(count);
const expectSelected = (count: number) =>
  expect.poll(() => document.querySelectorAll('[data-widget][aria-pressed="true"]').length).toBe(count);
const focus = (title: string) => (widget(title).element() as HTMLElement).focus();
const keys = (text: string) => userEvent.keyboard(text);

async function done() {
  await press('Done');
  await expect.element(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
}

function expectNoOverlap(widgets: readonly Widget[]) {
  const taken = widgets.flatMap(({ x, y, width, height }) =>
    Array.from({ length: width * height }, (_, index) => `${x + (index % width)} ${y + Math.floor(index / width)}`),
  );
  expect(new Set(taken).size).toBe(taken.length);
}

describe('the library', () => {
  it('proposes what a new widget shows, and shows what is wrong with it', async () => {
    const { saved } = await edit([]);
    await press('Add widget');
    const sheet = page.getByRole('dialog', { name: 'Add widget' });
    await sheet.getByRole('button', { name: /^Gauge/ }).click();
    await expect.element(sheet.getByRole('heading', { name: 'Temperature' })).toBeVisible();
    await sheet.getByRole('button', { name: /Value$/ }).click();
    await expect.element(page.getByRole('option', { name: /Humidity/ })).toMatchTextContent('%');
    await page.getByRole('option', { name: /Light/ }).click();
    await expect.element(sheet.getByRole('textbox', { name: 'Title' })).toHaveValue('Light');
    await sheet.getByRole('textbox', { name: 'Maximum' }).fill('x');
    await sheet.getByRole('button', { name: 'Add', exact: true }).click();
    const problem = 'The minimum must be less than the maximum.';
    await expect.element(sheet.getByRole('alert')).toHaveTextContent(problem);
    await sheet.getByRole('textbox', { name: 'Maximum' }).fill('500');
    await sheet.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.element(widget('Light')).toHaveFocus();
    await done();
    expect(saved()).toMatchObject([{ content: { type: 'gauge', key: 'light', min: 0, max: 500 } }]);
  });

  it('changes a widget that is there', async () => {
    const { saved } = await edit();
    focus('First');
    await keys('{Enter}');
    const sheet = page.getByRole('dialog', { name: 'Edit widget' });
    await sheet.getByRole('textbox', { name: 'Title' }).fill('Air');
    await sheet.getByRole('button', { name: 'Apply' }).click();
    await expectPlace('Air', [1, 1, 3, 2]);
    await done();
    expect(saved()[0]).toMatchObject({ id: 'a', content: { title: 'Air' } });
  });

  it('throws away what was set of a widget only after a question', async () => {
    await edit();
    await press('Add widget');
    const sheet = page.getByRole('dialog', { name: 'Add widget' });
    await sheet.getByRole('button', { name: /^Gauge/ }).click();
    await expect.element(sheet.getByRole('textbox', { name: 'Maximum' })).toBeVisible();
    await keys('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();

    focus('First');
    await keys('{Enter}');
    const changed = page.getByRole('dialog', { name: 'Edit widget' });
    await changed.getByRole('textbox', { name: 'Title' }).fill('Air');
    await keys('{Escape}');
    const question = page.getByRole('alertdialog', { name: 'Close without saving?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(changed.getByRole('textbox', { name: 'Title' })).toHaveValue('Air');
    await changed.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Close' }).click();
    await expect.element(changed).not.toBeInTheDocument();
    await expectPlace('First', [1, 1, 3, 2]);
  });
});

describe('by keyboard', () => {
  it('a widget is moved, resized, copied and removed, and each step undone and redone', async () => {
    await edit([start[0] ?? tileOf('a', 'First', { x: 0, y: 0, width: 3, height: 2 })]);
    focus('First');
    await keys('{ArrowDown}{Shift>}{ArrowRight}{/Shift}');
    await expectPlace('First', [1, 2, 4, 2]);
    await expect.element(widget('First')).toHaveFocus();
    await keys('{Control>}zz{/Control}');
    await expectPlace('First', [1, 1, 3, 2]);
    await keys('{Control>}{Shift>}z{/Shift}{/Control}');
    await expectPlace('First', [1, 2, 3, 2]);
    focus('First');
    await keys('{Control>}d{/Control}');
    await expectCount(2);
    await keys('{Delete}');
    await expectCount(1);
  });

  it('the shortcuts are where a Latin layout has them also on a Thai one', async () => {
    await edit();
    focus('First');
    const press = (init: KeyboardEventInit) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
    const selectAll = () => {
      press({ key: 'ฟ', code: 'KeyA', ctrlKey: true });
      return document.querySelectorAll('[data-widget][aria-pressed="true"]').length;
    };
    // The page may not hear its first keys.
    await expect.poll(selectAll).toBe(4);
    press({ key: 'Escape', code: 'Escape' });
    await expectSelected(0);
    press({ key: 'ก', code: 'KeyD', ctrlKey: true });
    await expectCount(5);
    press({ key: 'ผ', code: 'KeyZ', ctrlKey: true });
    await expectCount(4);
    press({ key: '(', code: 'KeyZ', ctrlKey: true, shiftKey: true });
    await expectCount(5);
  });

  it('the rules of the keys open with a question mark', async () => {
    await edit();
    focus('First');
    await keys('?');
    await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  });

  it('several widgets are selected, moved, resized and arranged together', async () => {
    await edit();
    focus('First');
    await keys(' ');
    await notified('First selected');
    focus('Third');
    await keys(' ');
    await notified('2 widgets selected');
    await keys('{ArrowRight}{ArrowRight}');
    await notified('2 widgets: Column 3, row 1, 3 wide, 4 high');
    await expect.element(widget('Third')).toHaveFocus();
    await keys('{Control>}z{/Control}');
    await expectPlace('First', [1, 1, 3, 2]);
    await expectPlace('Third', [1, 3, 2, 2]);
    await keys('{Shift>}{ArrowRight}{/Shift}');
    await expectPlace('First', [1, 1, 4, 2]);
    await expectPlace('Third', [1, 3, 3, 2]);
    await keys('t');
    await expect.element(action('Align left')).toHaveFocus();
    await keys('{Escape}');
    await expect.element(widget('First')).toHaveFocus();
    await keys('{Control>}d{/Control}');
    await expectCount(6);
    await expectSelected(2);
    await keys('{Delete}');
    await expectCount(4);
  });

  it('all widgets are cut and come back, and are pasted into the dashboard of another device', async () => {
    const first = await edit();
    await keys('{Control>}a{/Control}');
    await notified('4 widgets selected');
    await keys('{Control>}x{/Control}');
    await expect.element(page.getByText(/^No widgets yet\./)).toBeVisible();
    await keys('{Control>}z{/Control}');
    await expectCount(4);
    await first.screen.unmount();

    const { saved } = await edit();
    await expectCount(4);
    await keys('{Control>}v{/Control}');
    await expectCount(8);
    await expectSelected(4);
    await done();
    expect(saved()).toHaveLength(8);
    expectNoOverlap(saved());
  });
});

describe('by pointer', () => {
  it('several widgets are selected, made as wide, aligned and removed', async () => {
    const { saved } = await edit();
    await widget('First').click();
    await expect.element(bar()).not.toBeInTheDocument();
    await widget('Second').click({ modifiers: ['Shift'] });
    await widget('Third').click({ modifiers: ['ControlOrMeta'] });
    await notified('3 widgets selected');
    await action('Same width').click();
    await expectPlace('Third', [1, 5, 4, 2]);
    await action('Align right').click();
    await expect
      .poll(() => {
        const names = ['First', 'Second', 'Third'].map((title) => widget(title).element().getAttribute('aria-label'));
        const rights = names.map((name) => {
          const [x = 0, , width = 0] = (name?.match(/\d+/g) ?? []).map(Number);
          return x + width;
        });
        return new Set(rights).size;
      })
      .toBe(1);
    // First back to the widgets, then nothing is selected.
    await keys('{Escape}{Escape}');
    await expectSelected(0);
    await widget('Fourth').click();
    await widget('First').click({ modifiers: ['Shift'] });
    await action('Remove').click();
    await expectCount(2);
    await press('Undo');
    await expectCount(4);
    await done();
    expectNoOverlap(saved());
  });

  it('widgets are picked one by one where there is no Shift key', async () => {
    await edit();
    await press('Select several');
    await expect.element(bar()).toMatchTextContent('Tap widgets to select them');
    for (const title of ['First', 'Second', 'Third', 'Second']) await widget(title).click();
    await notified('2 widgets selected');
    await action('Same width').click();
    await expectPlace('Third', [1, 3, 3, 2]);
    await action('Duplicate').click();
    await expectCount(6);
    await action('Remove').click();
    await action('Stop selecting').click();
    await expect.element(bar()).not.toBeInTheDocument();
    await expectCount(4);
  });
});

it('what is changed while a paste waits for the clipboard stays', async () => {
  const { saved } = await edit();
  const clipboard = Promise.withResolvers<string>();
  vi.spyOn(navigator.clipboard, 'readText').mockReturnValue(clipboard.promise);
  await press('More');
  await page.getByRole('menuitem', { name: /^Paste/ }).click();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  focus('First');
  await keys('{Delete}');
  await expectCount(3);
  clipboard.resolve(widgetsText(start.slice(1, 2)));
  await expectCount(4);
  await done();
  expect(saved().map(({ content }) => content.title)).toEqual(['Second', 'Second', 'Third', 'Fourth']);
});

it('asks before changes are thrown away', async () => {
  const { saved } = await edit();
  focus('First');
  await keys('{Delete}');
  await expectCount(3);
  await press('Cancel');
  await press('Discard changes');
  await expect.element(page.getByRole('region', { name: 'First' })).toBeVisible();
  expect(saved()).toHaveLength(4);
});
