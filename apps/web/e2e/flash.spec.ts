import { deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { FakeChip, type FakeChipOptions } from './support/fake-chip.ts';
import { plugIn } from './support/fake-serial-port.ts';
import { axeFindings, expect, fitsWidth, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

const flashBytes = 4 * 1024 ** 2;
const esp32Mac = '246f28abcdef';

/** Bytes that do not compress, so that a flash takes several blocks. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 12_345;
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

function esp32Image(length: number, { chipId = 0, version = '' } = {}): Buffer {
  const image = noise(length);
  Buffer.from([0xe9, 6, 2, 0x2f, 0, 0x10, 8, 0x40, 0xee, 0, 0, 0, chipId, 0]).copy(image);
  image.fill(0, 32, 96);
  if (version !== '') {
    image.writeUInt32LE(0xabcd5432, 32);
    image.write(version, 48, 'latin1');
  }
  return image;
}

function esp8266Image(length: number): Buffer {
  const image = noise(length);
  Buffer.from([0xe9, 1, 2, 0x40, 0xcc, 0xf2, 0x10, 0x40, 0, 0xf0, 0x10, 0x40]).copy(image);
  return image;
}

/** Boot loader, partition table and application in one file. */
function mergedImage(): Buffer {
  const image = Buffer.alloc(0x10000 + 90_000, 0xff);
  esp32Image(20_000).copy(image, 0x1000);
  Buffer.from([0xaa, 0x50, 1, 2]).copy(image, 0x8000);
  esp32Image(90_000, { version: '2.1.0' }).copy(image, 0x10000);
  return image;
}

const bin = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });

async function openBench(page: Page, chip: Partial<FakeChipOptions> = {}, user?: User) {
  const fake = new FakeChip({ kind: 'esp32', mac: esp32Mac, flashBytes, ...chip });
  const cable = await plugIn(page, fake);
  await openAs(page, user ?? (await newUser()), '/code/flash');
  return {
    chip: fake,
    cable,
    choose: (...files: ReturnType<typeof bin>[]) => page.locator('input[type=file]').setInputFiles(files),
    connect: () => page.getByRole('button', { name: /^Connect/ }).click(),
    flash: () => page.getByRole('button', { name: 'Flash the board' }).click(),
    done: () => expect(page.getByText('Flashed and verified')).toBeVisible({ timeout: 30_000 }),
    isAt: (offset: number, image: Buffer) => fake.flash.subarray(offset, offset + image.length).equals(image),
  };
}

test('an ESP32 is flashed with a merged image, byte by byte, and starts', async ({ page }) => {
  const { chip, choose, connect, flash, done, isAt } = await openBench(page);
  const image = mergedImage();
  await choose(bin('blink.ino.merged.bin', image));
  const row = page.getByRole('listitem').filter({ hasText: 'blink.ino.merged.bin' });
  await expect(row).toContainText('ESP32 · Merged image');
  await expect(row).toContainText('for 4 MB of flash · version 2.1.0');
  await expect(row.getByLabel('Offset')).toHaveValue('0x0');

  await connect();
  await expect(page.getByText('ESP32-D0WDQ6 (revision 1)')).toBeVisible();
  await expect(page.getByText('24:6F:28:AB:CD:EF')).toBeVisible();
  await expect(page.getByText('ESP32-D0WDQ6-100_28abcdef')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '4 MB' })).toBeVisible();
  expect(chip.mode).toBe('stub');
  expect(chip.fastest).toBe(460_800);

  const starts = chip.starts;
  await flash();
  await done();
  expect(isAt(0, image)).toBe(true);
  expect(chip.erasures).toBe(0);
  expect(chip.starts).toBe(starts + 1);
  expect(chip.mode).toBe('sketch');

  await page.getByRole('button', { name: 'Open the serial monitor' }).click();
  await page.getByRole('button', { name: 'Restart the board' }).click();
  await expect(page.getByRole('log')).toContainText('Sketch started');
  expect(await axeFindings(page)).toEqual([]);
});

test('an ESP8266 is erased and flashed, and its device is found by its id', async ({ page, boards }) => {
  const user = await newUser();
  const board = await user.board({ name: 'Greenhouse', family: 'esp8266' });
  boards.push(board);
  const mac = board.espid.slice(-12);
  const { chip, choose, connect, flash, done, isAt } = await openBench(page, { kind: 'esp8266', mac }, user);
  chip.flash.fill(0x55);
  const image = esp8266Image(70_001);
  await choose(bin('firmware.bin', image));
  await connect();
  await expect(page.getByRole('link', { name: 'Open Greenhouse' })).toBeVisible();
  await expect(page.getByText(board.espid)).toBeVisible();

  await page.getByRole('switch', { name: 'Erase the whole flash memory first' }).click();
  await expect(page.getByText('Everything that the board keeps goes')).toBeVisible();
  await flash();
  await done();
  expect(isAt(0, image)).toBe(true);
  expect(chip.erasures).toBe(1);
  expect(chip.flash.subarray(0x20000).every((byte) => byte === 0xff)).toBe(true);
});

test('parts go to their own places, and mistakes are said before anything is written', async ({ page }) => {
  const { chip, choose, connect, flash, done, isAt } = await openBench(page);
  const bootloader = esp32Image(18_000);
  const application = esp32Image(50_000, { version: '1.0' });
  const partitions = Buffer.alloc(0xc00, 0xff);
  Buffer.from([0xaa, 0x50, 1, 2]).copy(partitions);
  await choose(bin('app.bin', application), bin('boot.bin', bootloader), bin('parts.bin', partitions));
  const offset = (name: string) => page.getByLabel(`Offset of ${name}`);
  await expect(offset('app.bin')).toHaveValue('0x10000');
  await expect(offset('boot.bin')).toHaveValue('0x1000');
  await expect(offset('parts.bin')).toHaveValue('0x8000');

  await connect();
  await offset('app.bin').fill('0x3ff000');
  await expect(page.getByText(/It does not fit.*4 MB/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Flash the board' })).toBeDisabled();
  await offset('app.bin').fill('0x4000');
  await expect(page.getByText(/overwrite boot.bin/)).toBeVisible();
  await offset('app.bin').fill('0x10000');
  await choose(bin('other.bin', esp32Image(900, { chipId: 9, version: '1' })), bin('web.bin.gz', deflateSync('x')));
  await expect(page.getByText(/other.bin is for the ESP32-S3/)).toBeVisible();
  await page.getByRole('button', { name: 'Take other.bin away' }).click();
  await page.getByRole('button', { name: 'Take web.bin.gz away' }).click();
  await expect(page.getByText(/ESP32-S3/)).toBeHidden();

  await flash();
  await done();
  expect([isAt(0x1000, bootloader), isAt(0x8000, partitions), isAt(0x10000, application)]).toEqual([true, true, true]);
  expect(chip.flash.subarray(0, 0x1000).every((byte) => byte === 0xff)).toBe(true);
});

test('an image for another chip is flashed only after a question', async ({ page }) => {
  const { chip, choose, connect, flash, done } = await openBench(page);
  await choose(bin('s3.bin', esp32Image(9000, { chipId: 9, version: '1' })));
  await connect();
  await flash();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('It would not start');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(chip.flash.every((byte) => byte === 0xff)).toBe(true);
  await flash();
  await question.getByRole('button', { name: 'Flash the board' }).click();
  await done();
});

test.describe('when it goes wrong', () => {
  const image = bin('app.bin', esp32Image(120_000, { version: '1' }));

  test('a flash memory that keeps something else is told', async ({ page }) => {
    const { choose, connect, flash } = await openBench(page, { wornOut: true });
    await choose(image);
    await connect();
    await flash();
    await expect(page.getByRole('alert')).toContainText('The board did not keep what was written');
    await page.getByText('What the loader said', { exact: true }).click();
    await expect(page.locator('.flash-failure pre')).toContainText('Flash md5');
  });

  test('a cable that is pulled is told, and the board can be flashed again', async ({ page }) => {
    const { chip, choose, connect, flash } = await openBench(page, { unplugAfterBytes: 40_000 });
    await choose(image);
    await connect();
    await flash();
    await expect(page.getByRole('alert')).toContainText('The board was unplugged');
    await expect(page.getByRole('alert')).toContainText('Flash it again from the beginning');
    await expect(page.getByRole('button', { name: 'Connect again' })).toBeEnabled();
    expect(chip.isUnplugged).toBe(true);
  });

  test('writing can be cancelled, also while the board is silent', async ({ page }) => {
    const { chip, choose, connect, flash, cable } = await openBench(page, { stallAfterBytes: 40_000 });
    await choose(image);
    await connect();
    await flash();
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '27');
    await expect(page.getByText(/^32\.8 KB of 120 KB$/)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alert')).toContainText('Cancelled');
    await expect(page.getByRole('alert')).toContainText('Flash it again from the beginning');
    await expect.poll(() => cable.baudRate()).toBeNull();
    expect(chip.mode).toBe('sketch');
  });

  test('a board that does not answer is told with what to do', async ({ page }) => {
    const { connect, cable } = await openBench(page, { noReset: true });
    await connect();
    await expect(page.getByText('Connecting…')).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('Hold its BOOT button', { timeout: 30_000 });
    expect(cable.baudRate()).toBeNull();
  });

  test('connecting can be cancelled', async ({ page }) => {
    const { connect, cable } = await openBench(page, { noReset: true });
    await connect();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alert')).toContainText('Nothing was changed on the board');
    await expect.poll(() => cable.baudRate()).toBeNull();
  });

  test('a port that another program holds is told', async ({ page }) => {
    const { connect, cable } = await openBench(page);
    cable.occupy();
    await connect();
    await expect(page.getByRole('alert')).toContainText('The port is in use');
  });

  test('files that no board can run are refused', async ({ page }) => {
    const { choose } = await openBench(page);
    await choose(bin('empty.bin', Buffer.alloc(0)), bin('packed.bin', Buffer.from([0x1f, 0x8b, 8, 0])));
    await expect(page.getByRole('alert')).toContainText('empty.bin: The file is empty.');
    await expect(page.getByRole('alert')).toContainText('packed.bin: The file is compressed');
  });
});

test('the monitor shows, plots, holds, sends and survives a flood', async ({ page }) => {
  const { cable } = await openBench(page);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const log = page.getByRole('log');
  await cable.print('\u001b[0;32mtemp:26.5,humid=70\u001b[0m\r\nunfinished');
  await expect(log).toContainText('temp:26.5,humid=70');
  await expect(log).toContainText('unfinished');
  await expect(log.locator('time').first()).toHaveText(/^\d\d:\d\d:\d\d\.\d{3}$/);
  await page.getByRole('button', { name: 'Times' }).click();
  await expect(log.locator('time')).toHaveCount(0);

  await page.getByRole('button', { name: 'Plot of the numbers' }).click();
  await expect(page.getByRole('button', { name: 'temp 26.5' })).toBeVisible();
  await page.getByRole('button', { name: 'humid 70' }).click();
  await expect(page.getByRole('button', { name: 'humid 70' })).toHaveAttribute('aria-pressed', 'false');

  await page.getByLabel('Line to the board').fill('status');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(log).toContainText('> status');

  await page.getByRole('button', { name: 'Pause' }).click();
  await cable.print('while paused\n');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(log).toContainText('while paused');

  await test.step('three seconds at 921,600 baud', async () => {
    const longestMs = await page.evaluate(async () => {
      let longest = 0;
      let last = performance.now();
      const watch = setInterval(() => {
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }, 10);
      const line = 'temp:26.5,humid=70,light=1234\r\n';
      const until = performance.now() + 3000;
      while (performance.now() < until) {
        // 92,160 bytes a second in the pieces in which a browser hands them over.
        window.fakeSerial.emit(line.repeat(30));
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      clearInterval(watch);
      return longest;
    });
    test.info().annotations.push({ type: 'longest task', description: `${Math.round(longestMs)} ms` });
    // Generous, for machines that do other things besides; a page that draws every line stands still for many seconds.
    expect(longestMs).toBeLessThan(1000);
  });
  expect(await log.locator('.monitor-line').count()).toBeLessThan(120);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the lines' }).click();
  expect((await download).suggestedFilename()).toBe('serial-monitor.txt');
  await page.getByRole('button', { name: 'Clear the lines' }).click();
  await expect(page.getByText('Nothing yet. Restart the board to see it start.')).toBeVisible();
  await cable.unplug();
  await expect(page.getByRole('alert')).toContainText('The board was unplugged');
  expect(await axeFindings(page)).toEqual([]);
});

test('a browser without Web Serial is told why, and what else there is', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serial'));
  await openAs(page, await newUser(), '/code/flash');
  await expect(page.getByRole('heading', { name: 'This browser does not reach serial ports' })).toBeVisible();
  await expect(page.getByText('write-flash 0x0')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});

for (const theme of ['light', 'dark'] as const) {
  test(`fits every width in the ${theme} theme, without findings`, async ({ page }) => {
    const { choose, connect, cable } = await openBench(page);
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    const look = async () => {
      for (const width of [768, 360, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await fitsWidth(page)).toBe(true);
      }
      expect(await axeFindings(page)).toEqual([]);
    };
    await look();
    await choose(bin('a-sketch-with-a-very-long-name-indeed.ino.merged.bin', mergedImage()));
    await connect();
    await expect(page.getByText('24:6F:28:AB:CD:EF')).toBeVisible();
    await look();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeVisible();
    await cable.print(`temp:26.5,humid=70 ${'long '.repeat(60)}\n`);
    await page.getByRole('button', { name: 'Plot of the numbers' }).click();
    await expect(page.getByRole('button', { name: 'temp 26.5' })).toBeVisible();
    await look();
  });
}
