import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { logFileOf, logReplies } from '../../../../test/log-files.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { stubApi } from '../../../../test/stub-api.ts';
import { LogsPage } from './logs-page.tsx';

const old = 'server.2026-01-02.1.log';
const newest = 'server.2026-01-03.1.log';

/** The page with an older file of so many lines. */
async function openPage(query = '', lineCount = 2_000) {
  const today = logFileOf(newest, 200, { growing: true, day: '2026-01-03' });
  const replies = logReplies([today, logFileOf(old, lineCount)]);
  const calls = stubApi(replies);
  const { screen, router } = await renderInApp(<LogsPage />, { at: `/admin/logs?${query}` });
  return { screen, calls, today, address: () => router.state.location.search };
}

const elements = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const rows = () => elements('button.log-row').map((row) => row.textContent);
const detail = () => elements('.log-detail').map((visible) => visible.textContent);
const marks = () => elements('mark').map((mark) => mark.textContent);
const firstRow = () => expect.poll(() => rows()[0]);

function scrollTo(top: (view: HTMLElement) => number) {
  const view = document.querySelector<HTMLElement>('.log-view');
  if (view) view.scrollTop = top(view);
}

it('shows the newest file, and another one that is chosen', async () => {
  const { screen, address } = await openPage();
  await firstRow().toContain('Line 199');
  await expect.element(screen.getByText(/^Today, 01\/03\/2026\. 200 lines/)).toBeVisible();
  await screen
    .getByRole('navigation', { name: 'Log files' })
    .getByRole('link', { name: /^Yesterday/ })
    .click();
  await expect.element(screen.getByText(/2,000 lines, 0 warnings, 2 errors/)).toBeVisible();
  await firstRow().toContain('Line 1999');
  expect(address()).toContain(`file=${old}`);
});

it('marks what a search finds, shows when nothing matches, and shows all lines again', async () => {
  const { screen, address } = await openPage(`file=${old}`);
  await screen.getByRole('searchbox', { name: 'Search in the log' }).fill('the NEEDLE');
  await expect.element(screen.getByText('1 match')).toBeVisible();
  await expect.poll(marks).toEqual(['The needle']);
  expect(address()).toContain('q=the+NEEDLE');
  await screen.getByRole('searchbox', { name: 'Search in the log' }).fill('no such words');
  await expect.element(screen.getByRole('heading', { name: 'No line matches' })).toBeVisible();
  await screen.getByRole('button', { name: 'Show all lines' }).click();
  await firstRow().toContain('Line 1999');
});

it('begins with the search of its address', async () => {
  const { screen } = await openPage(`file=${old}&q=the+NEEDLE`);
  await expect.element(screen.getByRole('searchbox', { name: 'Search in the log' })).toHaveValue('the NEEDLE');
  await expect.poll(marks).toEqual(['The needle']);
});

it('narrows the lines by level, source and time', async () => {
  const { screen, address } = await openPage(`file=${old}`);
  await screen.getByText('Errors').click();
  await expect.element(screen.getByText('2 matches')).toBeVisible();
  await screen.getByText('All').click();
  await screen.getByRole('button', { name: /Source/ }).click();
  await screen.getByRole('option', { name: 'boards' }).click();
  await firstRow().toContain('Line 1998');
  expect(address()).toContain('source=boards');
  await screen.getByRole('button', { name: 'Time: any' }).click();
  const until = screen.getByRole('textbox', { name: 'To' });
  await expect.element(until).not.toHaveAttribute('inputmode', 'numeric');
  await until.fill('10:01');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toContain('until=10%3A01');
  // 10:01 in Bangkok is two minutes after the first line.
  await firstRow().toContain('Line 1198');
});

it('opens a line to all that it says, and leads to its request and to its neighbours', async () => {
  const { screen, address } = await openPage(`file=${old}&level=error`);
  await screen.getByRole('button', { name: /Line 999/ }).click();
  await expect.poll(detail).toEqual([expect.stringContaining('Error: it broke')]);
  await expect.poll(address).toContain('line=999');
  await screen.getByRole('button', { name: 'Show surrounding lines' }).click();
  await expect.poll(rows).toEqual(expect.arrayContaining([expect.stringContaining('Line 1001')]));
  expect(rows()).toContainEqual(expect.stringContaining('Line 999'));
  await expect.poll(detail).toEqual([expect.stringContaining('Error: it broke')]);
  await screen.getByRole('button', { name: 'All lines of this request' }).click();
  await expect.poll(() => rows().length).toBe(2);
  await screen.getByTitle('Remove this condition').click();
  await firstRow().toContain('Line 1999');
});

it('leads the keyboard through the lines, and the scroll bar to the oldest of 400,000 and back', async () => {
  const { screen } = await openPage(`file=${old}`, 400_000);
  await expect.element(screen.getByText(/400,000 lines/)).toBeVisible();
  await firstRow().toContain('Line 399999');
  elements('button.log-row')[0]?.focus();
  await userEvent.keyboard('j{ArrowDown}');
  await expect.poll(() => document.activeElement?.textContent).toContain('Line 399997');
  await userEvent.keyboard('k');
  await expect.poll(() => document.activeElement?.textContent).toContain('Line 399998');
  await userEvent.keyboard('{Enter}');
  await expect.poll(detail).toEqual([expect.stringContaining('request-199999')]);
  scrollTo((view) => view.scrollHeight);
  await expect.poll(() => rows().at(-1)).toContain('Line 0');
  expect(rows()).toContainEqual(expect.stringContaining('The needle'));
  scrollTo(() => 0);
  await firstRow().toContain('Line 399999');
});

it('takes new lines in at the top, and shows somebody who has scrolled away how many there are', async () => {
  const { screen, today, calls } = await openPage();
  const line = (msg: string) => JSON.stringify({ level: 30, time: Date.parse('2026-01-03T03:00:00Z'), msg });
  await firstRow().toContain('Line 199');
  today.write(line('It came in while we looked'));
  await firstRow().toContain('It came in while we looked');

  scrollTo(() => 1_500);
  const stored = () => elements('[data-line="125"]')[0]?.getBoundingClientRect().y;
  await expect.poll(stored).toBeDefined();
  const before = stored() ?? 0;
  today.write(line('The second'), line('The third'));
  const button = screen.getByRole('button', { name: '2 new lines' });
  await expect.element(button).toBeVisible();
  expect(Math.abs((stored() ?? 99_999) - before)).toBeLessThan(2);
  await button.click();
  await firstRow().toContain('The third');

  await screen.getByRole('button', { name: 'Following' }).click();
  const requested = calls.length;
  today.write(line('Nobody asked for this one'));
  await expect.element(screen.getByRole('button', { name: 'Follow' })).toHaveAttribute('aria-pressed', 'false');
  await screen.getByRole('button', { name: 'Follow' }).click();
  await firstRow().toContain('Nobody asked for this one');
  expect(calls.length).toBeGreaterThan(requested);
});

it('shows what a board or a stranger wrote as text', async () => {
  const evil = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
  const { screen, today } = await openPage();
  today.write(JSON.stringify({ level: 40, time: 1, msg: evil, espid: evil, err: { message: evil } }), evil);
  await screen.getByRole('searchbox', { name: 'Search in the log' }).fill('onerror');
  await expect.poll(() => rows().length).toBe(2);
  elements('button.log-row')[1]?.click();
  await expect.poll(detail).toEqual([expect.stringContaining('<script>')]);
  expect(elements('.logs img, .logs script')).toEqual([]);
  expect(['1', '2']).not.toContain(document.title);
});
