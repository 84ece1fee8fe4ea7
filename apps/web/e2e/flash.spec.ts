import { createHash } from 'node:crypto';
import { esp8266Image } from '../test/firmware-images.ts';
import { plugInto } from './support/serial-cable.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs } from './support/users.ts';

test('an ESP8266 is erased and flashed, its device is found by its id, and the monitor shows it start', async ({
  page,
  boards,
}) => {
  const user = await newUser();
  const board = await user.board({ name: 'Greenhouse', family: 'esp8266', intervalMs: 60_000 });
  boards.push(board);
  await plugInto(page, { kind: 'esp8266', mac: board.espid.slice(-12), flashBytes: 4 * 1024 ** 2 });
  await openAs(page, user, '/code/flash');
  await page.evaluate(() => {
    window.fakeCable.chip.flash.fill(0x55);
  });
  const image = Buffer.from(esp8266Image(70_001));
  const file = { name: 'firmware.bin', mimeType: 'application/octet-stream', buffer: image };
  await page.locator('input[type=file]').setInputFiles([file]);
  await page.getByRole('button', { name: /^Connect/ }).click();
  await expect(page.getByRole('link', { name: 'Open Greenhouse' })).toBeVisible();
  await expect(page.getByText(board.espid)).toBeVisible();

  await page.getByRole('switch', { name: 'Erase the whole flash memory first' }).click();
  await page.getByRole('button', { name: 'Flash board' }).click();
  await expect(page.getByText('Flashed and verified')).toBeVisible();
  const inFlash = await page.evaluate(async (length) => {
    const { flash, erasures } = window.fakeCable.chip;
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', flash.slice(0, length)));
    return { digest: digest.toHex(), erasures, isRestBlank: flash.subarray(0x20000).every((byte) => byte === 0xff) };
  }, image.length);
  const digest = createHash('sha256').update(image).digest('hex');
  expect(inFlash).toEqual({ digest, erasures: 1, isRestBlank: true });

  await page.getByRole('button', { name: 'Open serial monitor' }).click();
  await page.getByRole('button', { name: 'Restart board' }).click();
  await expect(page.getByRole('log')).toContainText('Sketch started');
  await page.evaluate(() => window.fakeCable.unplug());
  await expect(page.getByRole('alert')).toContainText('The board was unplugged');
});
