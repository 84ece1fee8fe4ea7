import { boardIdOf, startBoard } from '../support/boards.ts';
import { sendValues } from '../support/send-values.ts';
import { expect } from '../support/test.ts';
import { newUser, openAs, product, visit } from '../support/users.ts';
import type { PageView } from './view.ts';

type Boards = Parameters<PageView['open']>[1];

const hour = 3_600_000;
const settingsOf = (espid: string) => `/device/${encodeURIComponent(espid)}/Settings`;

/** Somebody whose board spoke, and somebody else for whom it waits with the key; who has it is the first. */
async function newClaim(boards: Boards) {
  const [holder, claimant] = [await newUser(), await newUser()];
  const board = await holder.board({ name: 'Greenhouse', intervalMs: hour });
  await sendValues(board, { temp: 21.5, humid: 50 });
  await board.stop();
  const { espid } = board;
  const { connectionKey: key } = (await claimant.api('GET', '/api/pairing')) as { connectionKey: string };
  const theirs = { espid, family: 'esp32', kit: 'climate', email: claimant.email, key } as const;
  boards.push(await startBoard({ ...theirs, mqtts: product.mqtts, intervalMs: hour }));
  const waiting = async () => (await claimant.api('GET', '/api/pairing')) as { pending: unknown[] };
  await expect.poll(async () => (await waiting()).pending.length).toBe(1);
  return { holder, claimant, espid };
}

/** The board is claimed, and heard. */
async function claimAndHear(made: Awaited<ReturnType<typeof newClaim>>, boards: Boards): Promise<void> {
  await made.claimant.api('POST', '/api/claims', { espid: made.espid });
  const again = boards.at(-1) as Awaited<ReturnType<typeof startBoard>>;
  await sendValues(again, { temp: 21.5, humid: 50 });
  const claims = async () => (await made.holder.api('GET', '/api/claims')) as { received: unknown[] };
  await expect.poll(async () => (await claims()).received.length).toBe(1);
}

/** Somebody whose board came with the e-mail alone. */
async function newKeyless(boards: Boards) {
  const user = await newUser();
  await user.api('POST', '/api/pairing/window', { minutes: 5 });
  const espid = boardIdOf('esp32');
  const keyless = { espid, family: 'esp32', kit: 'climate', email: user.email } as const;
  boards.push(await startBoard({ ...keyless, mqtts: product.mqtts, intervalMs: hour }));
  return { user, espid };
}

/** Boards that want to join, that lack a key, or that two accounts claim. */
export const pairingViews: readonly PageView[] = [
  {
    name: 'A board of another account whose claim is open',
    async open(page, boards, check) {
      const claim = await newClaim(boards);
      await openAs(page, claim.claimant, '/device');
      await expect(page.getByRole('button', { name: 'Claim board' })).toBeVisible();
      await check('A board of another account that can be claimed');
      await claimAndHear(claim, boards);
      await page.reload();
      await expect(page.getByRole('button', { name: 'Withdraw claim' })).toBeVisible();
    },
  },
  {
    name: 'A device that somebody else claims, and what giving it up means',
    async open(page, boards, check) {
      const claim = await newClaim(boards);
      await claimAndHear(claim, boards);
      await openAs(page, claim.holder, '/device');
      await expect(page.getByRole('button', { name: 'Object' })).toBeVisible();
      await check('Devices, one of which somebody else claims');
      await visit(page, settingsOf(claim.espid));
      // The notice stands before the settings do, and is made once more with them.
      await expect(page.getByRole('heading', { name: 'Name', exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Give up the board' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'Settings of a board without a key',
    async open(page, boards, check) {
      const { user, espid } = await newKeyless(boards);
      await openAs(page, user, '/device');
      await expect(page.getByRole('link', { name: /No key/ })).toBeVisible();
      await check('A board without a key in the list');
      await visit(page, settingsOf(espid));
      const hint = page.getByText('Anyone who knows your e-mail can send data as this board.');
      await hint.scrollIntoViewIfNeeded();
      await expect(hint).toBeVisible();
    },
  },
];
