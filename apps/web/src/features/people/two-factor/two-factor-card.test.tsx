import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { passkeyOf, twoFactorOf } from '../../../../test/accounts.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../../test/stub-api.ts';
import { PasskeysCard } from './passkeys-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

const on = twoFactorOf({ totp: { since: Date.now() - 86_400_000 }, recoveryCodesLeft: 3 });

it('requests a first code before two-step login is on, and takes a right one after a wrong one', async () => {
  let state = twoFactorOf();
  stubApi({
    'GET /api/second-step': () => state,
    'POST /api/second-step/totp': { secret: 'ABCDEFGH', uri: 'otpauth://totp/Cyno?secret=ABCDEFGH' },
    'POST /api/second-step/totp/confirm': ({ body }) => {
      if (!JSON.stringify(body).includes('123456')) return refuse(400, 'wrong_code', 'That code is not right.');
      state = on;
      return { recoveryCodes: ['abcd-efgh'] };
    },
  });
  const { screen } = await renderInApp(<TwoFactorCard />);
  await expect.element(screen.getByText('Off')).toBeVisible();
  await screen.getByRole('button', { name: 'Set up' }).click();
  await expect.element(screen.getByText('ABCDEFGH')).toBeVisible();
  await screen.getByRole('button', { name: 'Next' }).click();
  await screen.getByLabelText('Code from the app').fill('000000');
  await expect.element(screen.getByText(/That code is not right/)).toBeVisible();
  await screen.getByLabelText('Code from the app').fill('123456');
  await expect.element(screen.getByRole('list', { name: 'Recovery codes' })).toMatchTextContent(/abcd-efgh/);
  await screen.getByLabelText('I have saved the codes').click();
  await screen.getByRole('button', { name: 'Done' }).click();
  await expect.element(screen.getByText('On')).toBeVisible();
  await expect.element(screen.getByText('Few left')).toBeVisible();
});

it('shows what came of the code also to who wanted to close the dialog meanwhile', async () => {
  let confirmed = Promise.withResolvers<Response>();
  const calls = stubApi({
    'GET /api/second-step': twoFactorOf(),
    'POST /api/second-step/totp': { secret: 'ABCDEFGH', uri: 'otpauth://totp/Cyno?secret=ABCDEFGH' },
    'POST /api/second-step/totp/confirm': () => confirmed.promise,
  });
  const { screen } = await renderInApp(<TwoFactorCard />);
  await screen.getByRole('button', { name: 'Set up' }).click();
  await screen.getByRole('button', { name: 'Next' }).click();
  const code = screen.getByLabelText('Code from the app');
  const confirmations = () => calls.filter(({ path }) => path.endsWith('/confirm')).length;
  await code.fill('000000');
  await expect.poll(confirmations).toBe(1);
  await userEvent.keyboard('{Escape}');
  confirmed.resolve(refuse(400, 'wrong_code', 'That code is not right.'));
  await expect.element(screen.getByText(/That code is not right/)).toBeVisible();
  confirmed = Promise.withResolvers();
  await code.fill('123456');
  await expect.poll(confirmations).toBe(2);
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('button', { name: 'Back' })).toBeDisabled();
  confirmed.resolve(Response.json({ recoveryCodes: ['abcd-efgh'] }));
  await expect.element(screen.getByRole('list', { name: 'Recovery codes' })).toMatchTextContent(/abcd-efgh/);
});

it('closes when nothing is on its way', async () => {
  stubApi({
    'GET /api/second-step': twoFactorOf(),
    'POST /api/second-step/totp': { secret: 'ABCDEFGH', uri: 'otpauth://totp/Cyno?secret=ABCDEFGH' },
  });
  const { screen } = await renderInApp(<TwoFactorCard />);
  await screen.getByRole('button', { name: 'Set up' }).click();
  await screen.getByRole('button', { name: 'Next' }).click();
  await expect.element(screen.getByLabelText('Code from the app')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

it('asks before it makes the earlier codes useless, and before it is turned off', async () => {
  const calls = stubApi({ 'GET /api/second-step': on });
  const { screen } = await renderInApp(<TwoFactorCard />);
  await screen.getByRole('button', { name: 'New codes' }).click();
  await expect.element(screen.getByText(/The old ones stop working/)).toBeVisible();
  await screen.getByRole('button', { name: 'Keep them' }).click();
  await screen.getByRole('button', { name: 'Turn off' }).click();
  await screen.getByRole('button', { name: 'Keep it on' }).click();
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument();
  expect(callsOf(calls, 'GET')).toEqual(calls);
});

it('keeps a passkey whose owner cancels, and shows why the last way in cannot be removed', async () => {
  const calls = stubApi({
    'GET /api/second-step': twoFactorOf({ passkeys: [passkeyOf({ backedUp: true })] }),
    'DELETE /api/second-step/passkeys/1': () => refuse(409, 'conflict', 'Nothing else would let you in.'),
  });
  const { screen } = await renderInApp(<PasskeysCard />);
  await expect.element(screen.getByText('Synchronised')).toBeVisible();
  await screen.getByRole('button', { name: 'Remove Laptop' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Keep' }).click();
  expect(callsOf(calls, 'DELETE')).toEqual([]);
  await screen.getByRole('button', { name: 'Remove Laptop' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect.element(screen.getByText(/Nothing else would let you in\./)).toBeVisible();
});
