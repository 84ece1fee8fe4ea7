import type { Page } from '@playwright/test';
import { esp32Firmware } from './support/firmware-file.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

async function addImage(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page
    .getByLabel('Firmware file', { exact: true })
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByRole('list', { name: 'Firmware files' })).toContainText(name);
}

const openTab = (page: Page, user: User, espid: string) =>
  openAs(page, user, `/device/${encodeURIComponent(espid)}/Firmware`);

test('a board downloads new firmware, runs it, goes back to what it ran, and is restarted and wiped', async ({
  page,
  boards,
}) => {
  const user = await newUser();
  const board = await user.board({ name: 'Well pump', family: 'esp32' });
  boards.push(board);
  await openTab(page, user, board.espid);
  await expect(page.getByText('No board has downloaded firmware from here yet')).toBeVisible();

  await test.step('a file that is no image is refused before it is sent', async () => {
    const buffer = Buffer.from('PK\u0003\u0004 a zip file');
    await page
      .getByLabel('Firmware file', { exact: true })
      .setInputFiles({ name: 'sketch.zip', mimeType: 'application/zip', buffer });
    await expect(page.getByRole('alert')).toContainText('not firmware for an ESP board');
  });

  await test.step('an image is added; the version stands in it', async () => {
    const buffer = esp32Firmware({ version: '1.4.0', padding: 60_000 });
    await page
      .getByLabel('Firmware file', { exact: true })
      .setInputFiles({ name: 'pump.bin', mimeType: 'x/y', buffer });
    await expect(page.getByLabel('Version')).toHaveValue('1.4.0');
    await page.getByLabel('Notes').fill('Quieter at night');
    await page.getByRole('button', { name: 'Upload' }).click();
    await expect(page.getByRole('list', { name: 'Firmware files' })).toContainText('Quieter at night');
  });

  const update = async (name: string) => {
    await page.getByRole('button', { name: `Update to ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Update', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('region', { name: 'On this board' })).toContainText(name);
    await expect(page.getByRole('list', { name: 'Updates of this board' }).getByText('Updated').first()).toBeVisible();
  };

  await test.step('the board takes it, byte by byte, and reports success', async () => {
    await update('pump.bin 1.4.0');
    await expect(page.getByText('No board has downloaded firmware from here yet')).toBeHidden();
  });

  await test.step('after the next version there is a way back', async () => {
    await addImage(page, 'pump.bin', esp32Firmware({ version: '1.5.0', padding: 61_000 }));
    await update('pump.bin 1.5.0');
    await page.getByRole('button', { name: 'Go back to pump.bin 1.4.0' }).click();
    await expect(page.getByRole('dialog', { name: 'Update to pump.bin 1.4.0' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('the board is restarted, and wiped only after its id was typed', async () => {
    const received: string[] = [];
    let isBack = false;
    board.on((event) => {
      if (event.type === 'received' && event.subtopic.startsWith('re')) received.push(event.subtopic);
      if (event.type === 'subscribed') isBack = true;
    });
    await page.getByRole('button', { name: 'Restart board' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restart' }).click();
    await expect.poll(() => received).toEqual(['reboot']);
    await expect.poll(() => isBack).toBe(true);
    await page.getByRole('button', { name: 'Wipe settings' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog.getByRole('button', { name: 'Wipe settings' })).toBeDisabled();
    await dialog.getByLabel('Type the ID of the board').fill(board.espid);
    await dialog.getByRole('button', { name: 'Wipe settings' }).click();
    await expect.poll(() => received).toEqual(['reboot', 'reset']);
  });
});

test.describe('what goes wrong', () => {
  test.use({ allowErrors: /status of 4\d\d/ });

  test('stops the rollout before it reaches the other boards', async ({ page, boards }) => {
    const user = await newUser();
    // It connects where nobody responds, as a board does whose network leads cynoiot.com elsewhere.
    const first = await user.board({ name: 'Alpha', family: 'esp8266', otaUrl: 'http://127.0.0.1:9' });
    const second = await user.board({ name: 'Beta', family: 'esp8266' });
    boards.push(first, second);
    await openTab(page, user, first.espid);

    await test.step('an image for another chip is not offered to the board', async () => {
      await addImage(page, 'other.bin', esp32Firmware({ chip: 9, version: '1' }));
      await expect(page.getByRole('button', { name: 'Update to other.bin 1' })).toHaveText('Other boards');
    });

    await test.step('a damaged image is refused with a sentence', async () => {
      const buffer = esp32Firmware({ version: '2' }).fill(0, 100, 104).fill(7, 200, 201);
      await page
        .getByLabel('Firmware file', { exact: true })
        .setInputFiles({ name: 'bad.bin', mimeType: 'x/y', buffer });
      await page.getByRole('button', { name: 'Upload' }).click();
      await expect(page.getByRole('alert')).toContainText('The file is damaged');
      await page.getByRole('button', { name: 'Cancel' }).click();
    });

    await test.step('the first board fails and the second one is left alone', async () => {
      await addImage(page, 'both.bin', esp8266Image());
      await page.getByRole('button', { name: 'Update to both.bin' }).click();
      await page.getByRole('checkbox', { name: 'Beta' }).check();
      await page.getByRole('button', { name: 'Update 2 boards' }).click();
      const rollout = page.getByRole('list', { name: 'Boards in the rollout of both.bin' });
      await expect(rollout.getByText('Failed', { exact: true })).toBeVisible();
      await expect(rollout.getByText('Cancelled', { exact: true })).toBeVisible();
      await expect(rollout).toContainText('it never asked this server');
    });
  });
});

/** The Arduino core's file for an ESP8266: boot loader up to 4 KB, then the sketch. */
function esp8266Image(): Buffer {
  const part = (address: number, data: Buffer) => {
    const head = Buffer.alloc(16);
    head.set([0xe9, 1, 2, 0x40]);
    head.writeUInt32LE(address, 8);
    head.writeUInt32LE(data.length, 12);
    const bytes = Buffer.concat([head, data]);
    const checksum = data.reduce((sum, byte) => sum ^ byte, 0xef);
    return Buffer.concat([bytes, Buffer.alloc(15 - (bytes.length % 16)), Buffer.from([checksum])]);
  };
  const bootLoader = part(0x4010_f000, Buffer.from('boot loader'));
  const sketch = part(0x4020_1010, Buffer.alloc(400, 1));
  return Buffer.concat([bootLoader, Buffer.alloc(4096 - bootLoader.length, 0xaa), sketch]);
}
