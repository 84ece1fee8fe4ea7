import { IconTrash } from '@tabler/icons-react';
import { afterEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { pressNow } from '../../../test/press-now.ts';
import { renderInApp } from '../../../test/render.tsx';
import { Button, IconButton } from '../buttons/button.tsx';
import { CopyButton } from '../buttons/copy-button.tsx';
import { TabLinks } from '../buttons/tab-links.tsx';
import { SectionError } from '../cards/section-card.tsx';
import { EmptyState, ErrorState } from '../cards/states.tsx';
import { CodeFiles } from '../code/code-files.tsx';
import { StatusDot } from '../status/status-dot.tsx';
import { Slider } from './slider.tsx';

afterEach(() => {
  vi.useRealTimers();
});

it('a button keeps its focus while it is busy, and ignores presses', async () => {
  const onClick = vi.fn();
  const screen = await render(<Button onClick={onClick}>Save</Button>);
  const button = screen.getByRole('button', { name: 'Save' });
  await button.click();
  expect(onClick).toHaveBeenCalledOnce();
  await screen.rerender(
    <Button busy onClick={onClick}>
      Save
    </Button>,
  );
  await expect.element(button).toHaveFocus();
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  expect(onClick).toHaveBeenCalledOnce();
});

it('a button of an icon alone has a name, which is its tooltip too', async () => {
  const screen = await render(<IconButton label="Remove variable 1" icon={IconTrash} />);
  await expect
    .element(screen.getByRole('button', { name: 'Remove variable 1' }))
    .toHaveAttribute('title', 'Remove variable 1');
});

it('a slider requests a value when the hand has come to rest, and shows both the present and the requested one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const onCommit = vi.fn();
  const format = (value: number) => `${value} of 255`;
  const slider = (value: number | null, wanted: number | null) => (
    <Slider label="Grow light" min={0} max={255} value={value} wanted={wanted} format={format} onCommit={onCommit} />
  );
  const screen = await render(slider(10, null));
  const input = screen.getByRole('slider', { name: 'Grow light' });
  await expect.element(input).toHaveAttribute('aria-valuetext', '10 of 255');
  input.element().focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(input).toHaveAttribute('aria-valuetext', '12 of 255');
  expect(onCommit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(300);
  expect(onCommit.mock.calls).toEqual([[12]]);
  await screen.rerender(slider(10, 12));
  const frame = () => input.element().closest('.slider');
  await expect.poll(() => frame()?.getAttribute('data-requested')).toBe('true');
  await screen.rerender(slider(12, 12));
  await expect.poll(() => frame()?.getAttribute('data-requested')).toBeNull();
  await screen.rerender(slider(null, null));
  await expect.poll(() => frame()?.getAttribute('data-unknown')).toBe('true');
});

it('a copy button puts the text on the clipboard and confirms it for two seconds, or shows that it could not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const write = vi
    .spyOn(navigator.clipboard, 'writeText')
    .mockResolvedValueOnce()
    .mockRejectedValueOnce(new Error('no'));
  const screen = await render(<CopyButton text="ESP32-000001" label="Copy the id" />);
  const button = screen.getByRole('button', { name: 'Copy the id' });
  await pressNow(button);
  await expect.element(screen.getByRole('status')).toHaveTextContent('Copied');
  expect(write).toHaveBeenCalledWith('ESP32-000001');
  // To wait for what is shown let some of the two seconds pass already.
  await vi.advanceTimersByTimeAsync(1_000);
  expect(screen.getByRole('status').query()).not.toBeNull();
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument();
  await pressNow(button);
  await expect.element(screen.getByRole('status')).toHaveTextContent('Not copied: select it by hand');
});

it('what failed to load is shown at once and is tried again', async () => {
  const onRetry = vi.fn();
  const screen = await render(
    <ErrorState title="The projects did not load" onRetry={onRetry}>
      The server did not answer.
    </ErrorState>,
  );
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/The server did not answer\./);
  await expect.element(screen.getByRole('heading', { name: 'The projects did not load' })).toBeVisible();
  await screen.getByRole('button', { name: 'Try again' }).click();
  await screen.rerender(<SectionError onRetry={onRetry}>The people did not load.</SectionError>);
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/The people did not load\./);
  await screen.getByRole('button', { name: 'Try again' }).click();
  expect(onRetry).toHaveBeenCalledTimes(2);
});

it('what is empty shows what would be there, and the next step', async () => {
  const screen = await render(
    <EmptyState title="No projects yet" actions={<Button>Make the first sketch</Button>}>
      Choose a board.
    </EmptyState>,
  );
  await expect.element(screen.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Make the first sketch' })).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

it('a state is a word as well as a colour', async () => {
  const screen = await render(
    <ul>
      {(['online', 'offline', 'pending', 'reconnecting'] as const).map((state) => (
        <li key={state}>
          <StatusDot state={state} />
        </li>
      ))}
    </ul>,
  );
  expect(
    screen
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual(['Online', 'Offline', 'Pending', 'Reconnecting…']);
});

it('tabs are links, of which the current one is named', async () => {
  const tabs = [
    { to: '/device', label: 'Devices', current: true },
    { to: '/dashboard', label: 'Dashboards', current: false },
  ];
  const { screen, router } = await renderInApp(<TabLinks label="Devices and dashboards" tabs={tabs} />);
  const strip = screen.getByRole('navigation', { name: 'Devices and dashboards' });
  await expect.element(strip.getByRole('link', { name: 'Devices' })).toHaveAttribute('aria-current', 'page');
  await strip.getByRole('link', { name: 'Dashboards' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard');
});

it('the current tab stays in sight when the strip becomes narrower', async () => {
  const tabs = Array.from({ length: 12 }, (_, index) => ({
    to: `/${index}`,
    label: `Tab ${index}`,
    current: index === 11,
  }));
  const { screen } = await renderInApp(
    <div data-testid="page" style={{ width: 1200 }}>
      <TabLinks label="Tabs" tabs={tabs} />
    </div>,
  );
  const strip = screen.getByRole('navigation', { name: 'Tabs' }).element();
  const last = screen.getByRole('link', { name: 'Tab 11' }).element();
  // The first picture, after which only a new size moves the strip.
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  (screen.getByTestId('page').element() as HTMLElement).style.width = '300px';
  await expect.poll(() => last.getBoundingClientRect().right <= strip.getBoundingClientRect().right).toBe(true);
});

it('files stand in tabs that arrow keys go through, each with its marked lines', async () => {
  const files = [
    { path: 'house/house.ino', text: '#include <cynoiot.h>\nconst char ssid[] = "";\n', editLines: [2] },
    { path: 'house/build_opt.h', text: '-DHOST\n', editLines: [] },
  ];
  const screen = await render(<CodeFiles label="Files of the sketch" files={files} />);
  const panel = screen.getByRole('tabpanel', { name: 'house/house.ino' });
  await expect.element(panel).toMatchTextContent(/#include <cynoiot\.h>/);
  expect(panel.element().querySelector('.code-line-edit')?.textContent).toContain('ssid');
  await screen.getByRole('tab', { name: 'house.ino' }).click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(screen.getByRole('tab', { name: 'build_opt.h' })).toHaveFocus();
  await expect.element(screen.getByRole('tabpanel', { name: 'house/build_opt.h' })).toMatchTextContent(/-DHOST/);
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(screen.getByRole('tab', { name: 'house.ino' })).toHaveAttribute('aria-selected', 'true');
  await expect.element(screen.getByRole('button', { name: 'Copy house/house.ino' })).toBeVisible();
});
