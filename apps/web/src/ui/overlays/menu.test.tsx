import { useState } from 'react';
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { renderInApp } from '../../../test/render.tsx';
import { historyBelow } from '../../lib/router/history-below.ts';
import { PageProvider } from '../../lib/router/page-provider.tsx';
import { createPageRouter } from '../../lib/router/page-router.ts';
import { Button } from '../buttons/button.tsx';
import { Fetched, type FetchedPart, fetchedPart } from './fetched.tsx';
import { Menu, type MenuEntry } from './menu.tsx';
import { Popover } from './popover.tsx';
import { useWasOpen } from './use-was-open.ts';

async function openMenu(entries: readonly MenuEntry[]) {
  const { screen } = await renderInApp(<Menu trigger={<Button>More</Button>} label="Project" entries={entries} />);
  const trigger = screen.getByRole('button', { name: 'More' });
  await trigger.click();
  await expect.element(page.getByRole('menu', { name: 'Project' })).toBeVisible();
  return trigger;
}

it('does what is chosen with the mouse, closes, and gives the focus back', async () => {
  const onAction = vi.fn();
  const trigger = await openMenu([{ id: 'rename', label: 'Rename', onAction }]);
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  expect(onAction).toHaveBeenCalledOnce();
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(trigger).toHaveFocus();
});

it('is worked with the keyboard alone, over its parts and past what cannot be done', async () => {
  const actions = { rename: vi.fn(), copy: vi.fn(), remove: vi.fn() };
  const { screen } = await renderInApp(
    <Menu
      trigger={<Button>More</Button>}
      label="Project"
      entries={[
        { id: 'rename', label: 'Rename', onAction: actions.rename },
        { id: 'copy', label: 'Duplicate', disabled: true, onAction: actions.copy },
        'separator',
        { id: 'delete', label: 'Delete', tone: 'danger', onAction: actions.remove },
      ]}
    />,
  );
  await userEvent.tab();
  await expect.element(screen.getByRole('button', { name: 'More' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'Rename' })).toHaveFocus();
  await expect.element(page.getByRole('menuitem', { name: 'Duplicate' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(actions.remove).toHaveBeenCalledOnce();
  expect(actions.copy).not.toHaveBeenCalled();
  await userEvent.keyboard('{ArrowDown}{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  expect(actions.rename).not.toHaveBeenCalled();
});

it('shows which one is chosen', async () => {
  await openMenu([
    { id: 'light', label: 'Light', checked: true },
    { id: 'dark', label: 'Dark', detail: 'at night' },
  ]);
  await expect.element(page.getByRole('menuitem', { name: /^Light/ })).toHaveTextContent('Light, chosen');
  await expect.element(page.getByRole('menuitem', { name: /^Dark/ })).toHaveTextContent('Darkat night');
});

/** Notes of each click whether it is left to the browser, which would leave the page of the test with it. */
function noteClicks() {
  const areBrowsers: boolean[] = [];
  const note = (event: Event) => {
    areBrowsers.push(!event.defaultPrevented);
    event.preventDefault();
  };
  document.body.addEventListener('click', note);
  onTestFinished(() => document.body.removeEventListener('click', note));
  return areBrowsers;
}

const pages: readonly MenuEntry[] = [{ id: 'history', label: 'History', href: '/device/ESP32-1/History?at=1' }];

it('opens a page of the app without loading the app again, and leaves a new tab to the browser', async () => {
  const { screen, router } = await renderInApp(
    <Menu trigger={<Button>More</Button>} label="Device pages" entries={pages} />,
  );
  const trigger = screen.getByRole('button', { name: 'More' });
  await trigger.click();
  const entry = page.getByRole('menuitem', { name: 'History' });
  await expect.element(entry).toBeVisible();
  const areBrowsers = noteClicks();
  await entry.click({ modifiers: ['ControlOrMeta'] });
  expect(areBrowsers).toEqual([true]);
  expect(router.state.location.pathname).toBe('/');
  await expect.element(entry).not.toBeInTheDocument();
  await trigger.click();
  await entry.click();
  expect(areBrowsers.at(-1)).toBe(false);
  await expect
    .poll(() => router.state.location)
    .toMatchObject({ pathname: '/device/ESP32-1/History', search: '?at=1' });
  await expect.element(entry).not.toBeInTheDocument();
  await router.navigate('/');
  trigger.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(entry).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(areBrowsers.at(-1)).toBe(false);
  await expect.poll(() => router.state.location.pathname).toBe('/device/ESP32-1/History');
});

it('leads to a page of the app also where the app is below a path of its host', async () => {
  const browser = createMemoryHistory({ initialEntries: ['/cyno/device'] });
  const menu = <Menu trigger={<Button>More</Button>} label="Device pages" entries={pages} />;
  const router = createPageRouter([{ path: '*', element: menu }], historyBelow('/cyno', browser));
  await router.start();
  const screen = await render(<PageProvider router={router} />);
  await screen.getByRole('button', { name: 'More' }).click();
  const entry = page.getByRole('menuitem', { name: 'History' });
  await expect.element(entry).toHaveAttribute('href', '/cyno/device/ESP32-1/History?at=1');
  await entry.click();
  await expect.poll(() => browser.location.pathname).toBe('/cyno/device/ESP32-1/History');
});

it('floats at 1000', async () => {
  await openMenu([{ id: 'light', label: 'Light' }]);
  const floating = page.getByRole('menu').element().closest('.overlay');
  expect(floating && getComputedStyle(floating).zIndex).toBe('1000');
});

it('a popover has its own name and closes with a press outside', async () => {
  const { screen } = await renderInApp(
    <>
      <Popover trigger={<Button>Columns</Button>} label="Which columns">
        <p>All of them</p>
      </Popover>
      <p style={{ marginTop: 400 }}>Elsewhere</p>
    </>,
  );
  await screen.getByRole('button', { name: 'Columns' }).click();
  const panel = page.getByRole('dialog', { name: 'Which columns' });
  await expect.element(panel).toMatchTextContent(/All of them/);
  await page.elementLocator(document.body).click({ position: { x: 200, y: 300 }, force: true });
  await expect.element(panel).not.toBeInTheDocument();
});

it('closes with a sentence where its code does not come, and opens with the next press when it does', async () => {
  const load = vi
    .fn<() => Promise<typeof Panel>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module: /assets/menu-list.js'))
    .mockImplementation(async () => Panel);
  const part = fetchedPart(load);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { screen } = await renderInApp(<Opener part={part} />);
  await screen.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.element(screen.getByText('This could not be loaded')).toBeVisible();
  await screen.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.element(screen.getByText('The panel')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

const Panel = () => <p>The panel</p>;

function Opener({ part }: { part: FetchedPart<object> }) {
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useWasOpen(isOpen);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{isOpen ? 'Opened' : 'Open'}</Button>
      {wasOpen && <Fetched part={part} isOpen={isOpen} onMissing={() => setOpen(false)} props={{}} />}
    </>
  );
}
