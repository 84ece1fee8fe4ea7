import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boardClock } from '@cyno/virtual-board';
import { startProduct } from './support/product.ts';
import { sendValues } from './support/send-values.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs } from './support/users.ts';

test.use({ allowErrors: /WebSocket|net::ERR|status of 502/ });

const paused = 'Live values are paused. Reconnecting…';
/** A board waits fifteen of its seconds before it dials again. */
const clock = boardClock(5);

test('an open page continues by itself when the server was restarted, and when it was killed', async ({
  page,
  boards,
}) => {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-restart-'));
  let product = await startProduct(directory);
  try {
    const setupCode = new URL(product.setup ?? '').searchParams.get('setup') ?? '';
    const user = await newUser(product, { setupCode });
    const board = await user.board({ name: 'Greenhouse', intervalMs: 3_600_000, clock });
    boards.push(board);
    await sendValues(board, { temp: 20.5 });
    await openAs(page, user, `/device/${encodeURIComponent(board.espid)}/Overview`);
    const main = page.getByRole('main');
    await expect(main.getByText('20.5').first()).toBeVisible();
    let loads = 0;
    page.on('load', () => (loads += 1));
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));

    for (const [end, before, after] of [
      [() => product.stop(), '20.5', 21.5],
      [() => product.kill(), '21.5', 22.5],
    ] as const) {
      await end();
      await expect(page.getByText(paused)).toBeVisible();
      await expect(main.getByText('Online')).toBeHidden();
      await expect(main.getByText(before).first()).toBeVisible();

      product = await startProduct(directory, product);
      await expect(page.getByText(paused)).toBeHidden();
      await expect(main.getByText('Online')).toBeVisible();
      await sendValues(board, { temp: after });
      await expect(main.getByText(String(after)).first()).toBeVisible();
      expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
      expect(loads).toBe(0);
    }
  } finally {
    await product.stop().catch(() => undefined);
    await rm(directory, { recursive: true, force: true });
  }
});
