import { boardIdOf, startBoard } from '../support/boards.ts';
import { sendValues } from '../support/send-values.ts';
import { expect } from '../support/test.ts';
import { newUser, openAs, product } from '../support/users.ts';
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

/** The same, claimed and heard. */
async function newOpenClaim(boards: Boards) {
  const made = await newClaim(boards);
  await made.claimant.api('POST', '/api/claims', { espid: made.espid });
  const again = boards.at(-1) as Awaited<ReturnType<typeof startBoard>>;
  await sendValues(again, { temp: 21.5, humid: 50 });
  const claims = async () => (await made.holder.api('GET', '/api/claims')) as { received: unknown[] };
  await expect.poll(async () => (await claims()).received.length).toBe(1);
  return made;
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
    name: 'A board of another account that can be claimed',
    async open(page, boards) {
      const { claimant } = await newClaim(boards);
      await openAs(page, claimant, '/device');
      await expect(page.getByRole('button', { name: 'Claim board' })).toBeVisible();
    },
  },
  {
    name: 'A board of another account whose claim is open',
    async open(page, boards) {
      const { claimant } = await newOpenClaim(boards);
      await openAs(page, claimant, '/device');
      await expect(page.getByRole('button', { name: 'Withdraw claim' })).toBeVisible();
    },
  },
  {
    name: 'Devices, one of which somebody else claims',
    async open(page, boards) {
      const { holder } = await newOpenClaim(boards);
      await openAs(page, holder, '/device');
      await expect(page.getByRole('button', { name: 'Object' })).toBeVisible();
    },
  },
  {
    name: 'A device that somebody else claims, and what giving it up means',
    async open(page, boards) {
      const { holder, espid } = await newOpenClaim(boards);
      await openAs(page, holder, settingsOf(espid));
      await page.getByRole('button', { name: 'Give up the board' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'A board without a key in the list',
    async open(page, boards) {
      const { user } = await newKeyless(boards);
      await openAs(page, user, '/device');
      await expect(page.getByRole('link', { name: /No key/ })).toBeVisible();
    },
  },
  {
    name: 'Settings of a board without a key',
    async open(page, boards) {
      const { user, espid } = await newKeyless(boards);
      await openAs(page, user, settingsOf(espid));
      const hint = page.getByText('Anyone who knows your e-mail can send data as this board.');
      await hint.scrollIntoViewIfNeeded();
      await expect(hint).toBeVisible();
    },
  },
  {
    name: 'Add device, with the number of boards that may join',
    async open(page) {
      await openAs(page, await newUser(), '/device?add=1');
      const number = page.getByRole('button', { name: /Number of boards/ });
      await number.scrollIntoViewIfNeeded();
      await number.click();
      await expect(page.getByRole('option', { name: '200' })).toBeVisible();
    },
  },
];
