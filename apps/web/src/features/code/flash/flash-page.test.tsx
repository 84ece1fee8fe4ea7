import type { Device } from '@cyno/contract';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { deviceOf } from '../../../../test/devices.ts';
import type { FakeChipOptions } from '../../../../test/fake-chip.ts';
import { plugIn, pullOut } from '../../../../test/fake-serial.ts';
import { esp32Image, esp8266Image, mergedImage, partitionTable } from '../../../../test/firmware-images.ts';
import { pressNow } from '../../../../test/press-now.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { stubApi } from '../../../../test/stub-api.ts';
import { FlashPage } from './flash-page.tsx';

const flashBytes = 4 * 1024 ** 2;
const file = (name: string, bytes: Uint8Array<ArrayBuffer>) => new File([bytes], name);

afterEach(pullOut);

async function openPage(chip: Partial<FakeChipOptions> = {}, devices: Device[] = []) {
  stubApi({ 'GET /api/device/': devices });
  const cable = plugIn({ kind: 'esp32', mac: '246f28abcdef', flashBytes, ...chip });
  const { screen } = await renderInApp(<FlashPage />);
  return {
    screen,
    cable,
    chip: cable.chip,
    choose: (...files: File[]) => screen.getByLabelText('Choose image files').upload(files),
    connect: () => screen.getByRole('button', { name: /^Connect/ }).click(),
    flash: () => screen.getByRole('button', { name: 'Flash board' }).click(),
    done: () => expect.element(screen.getByText('Flashed and verified')).toBeVisible(),
    isAt: (offset: number, image: Uint8Array) =>
      image.every((byte, index) => cable.chip.flash[offset + index] === byte),
    isBlank: (from: number, to: number) => cable.chip.flash.subarray(from, to).every((byte) => byte === 0xff),
  };
}

it('flashes an ESP32 with a merged image, byte by byte, and starts it', async () => {
  const { screen, chip, choose, connect, flash, done, isAt } = await openPage();
  const image = mergedImage();
  await choose(file('blink.ino.merged.bin', image));
  const row = screen.getByRole('listitem').filter({ hasText: 'blink.ino.merged.bin' });
  await expect.element(row).toMatchTextContent('ESP32 · Merged image');
  await expect.element(row).toMatchTextContent('for 4 MB of flash · version 2.1.0');
  await expect.element(row.getByLabelText('Offset of blink.ino.merged.bin')).toHaveValue('0x0');

  await connect();
  await expect.element(screen.getByText('ESP32-D0WDQ6 (revision 1)')).toBeVisible();
  await expect.element(screen.getByText('24:6F:28:AB:CD:EF')).toBeVisible();
  await expect.element(screen.getByText('ESP32-D0WDQ6-100_28abcdef')).toBeVisible();
  await expect.element(screen.getByRole('definition').filter({ hasText: '4 MB' })).toBeVisible();
  expect(chip.mode).toBe('stub');
  expect(chip.fastest).toBe(460_800);

  const { starts } = chip;
  await flash();
  await done();
  expect(isAt(0, image)).toBe(true);
  expect(chip.erasures).toBe(0);
  expect(chip.starts).toBe(starts + 1);
  expect(chip.mode).toBe('sketch');

  await screen.getByRole('button', { name: 'Open serial monitor' }).click();
  await screen.getByRole('button', { name: 'Restart board' }).click();
  await expect.element(screen.getByRole('log', { name: 'Lines from the board' })).toMatchTextContent('Sketch started');
});

it('finds the device of an ESP8266 by its id, and erases what was in its flash memory', async () => {
  const device = deviceOf({ espid: 'ESP8266-11259375_246F28ABCDEF', name: 'Greenhouse', family: 'esp8266' });
  const { screen, chip, choose, connect, flash, done, isAt, isBlank } = await openPage({ kind: 'esp8266' }, [device]);
  chip.flash.fill(0x55);
  const image = esp8266Image(70_001);
  await choose(file('firmware.bin', image));
  await connect();
  await expect.element(screen.getByRole('link', { name: 'Open Greenhouse' })).toBeVisible();
  await expect.element(screen.getByText(device.espid)).toBeVisible();

  await screen.getByRole('switch', { name: 'Erase the whole flash memory first' }).click();
  await expect.element(screen.getByText(/^Erases everything on the board/)).toBeVisible();
  await flash();
  await done();
  expect(isAt(0, image)).toBe(true);
  expect(chip.erasures).toBe(1);
  expect(isBlank(0x20000, flashBytes)).toBe(true);
});

it('puts parts in their own places, and names mistakes before anything is written', async () => {
  const { screen, choose, connect, flash, done, isAt, isBlank } = await openPage();
  const bootloader = esp32Image(18_000);
  const application = esp32Image(50_000, { version: '1.0' });
  const partitions = partitionTable();
  await choose(file('app.bin', application), file('boot.bin', bootloader), file('parts.bin', partitions));
  const offset = (name: string) => screen.getByLabelText(`Offset of ${name}`);
  await expect.element(offset('app.bin')).toHaveValue('0x10000');
  await expect.element(offset('boot.bin')).toHaveValue('0x1000');
  await expect.element(offset('parts.bin')).toHaveValue('0x8000');

  await connect();
  await offset('app.bin').fill('0x3ff000');
  await expect.element(screen.getByText(/Does not fit.*4 MB/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Flash board' })).toBeDisabled();
  await offset('app.bin').fill('0x4000');
  await expect.element(screen.getByText(/Overlaps boot.bin/)).toBeVisible();
  await offset('app.bin').fill('0x10000');
  const packed = Uint8Array.of(0x78, 0x9c, 0xab, 0, 0, 0, 0x79, 0, 0x79);
  await choose(file('other.bin', esp32Image(900, { chipId: 9, version: '1' })), file('web.bin.gz', packed));
  await expect.element(screen.getByText(/other.bin is for ESP32-S3/)).toBeVisible();
  await screen.getByRole('button', { name: 'Remove other.bin' }).click();
  await screen.getByRole('button', { name: 'Remove web.bin.gz' }).click();
  await expect.element(screen.getByText(/ESP32-S3/)).not.toBeInTheDocument();

  await flash();
  await done();
  expect([isAt(0x1000, bootloader), isAt(0x8000, partitions), isAt(0x10000, application)]).toEqual([true, true, true]);
  expect(isBlank(0, 0x1000)).toBe(true);
});

it('shows what flashing will do, and what is missing', async () => {
  const { screen, choose, connect } = await openPage();
  const before = screen.getByRole('region', { name: 'Before you flash' });
  await expect
    .element(before)
    .toMatchTextContent(/Choose a firmware file first\.Missing.*Connect a board by USB\.Missing/);
  await choose(file('app.bin', esp32Image(9000, { version: '1' })));
  await expect.element(before).toMatchTextContent(/Saved settings, such as Wi-Fi, stay\..*1 file, .* KBReady/);
  await connect();
  await expect.element(before).toMatchTextContent(/Board: ESP32, 4 MBReady/);
  await choose(file('all.merged.bin', mergedImage()));
  await expect.element(before).toMatchTextContent(/Replaces the sketch and the settings saved on the board/);
});

it('lets the sketch run also where the board was updated over the air', async () => {
  const { screen, chip, choose, connect, flash, done, isAt, isBlank } = await openPage();
  chip.flash.fill(0x55);
  const application = esp32Image(9000, { version: '1' });
  await choose(file('app.bin', application));
  await connect();
  await expect.element(screen.getByText(/Erases the OTA data at 0xe000/)).toBeVisible();
  await flash();
  await done();
  expect([isBlank(0xe000, 0x10000), isAt(0x10000, application), isBlank(0xd000, 0xe000)]).toEqual([true, true, false]);
});

it('flashes an image for another chip only after a question', async () => {
  const { screen, choose, connect, flash, done, isBlank } = await openPage();
  await choose(file('s3.bin', esp32Image(9000, { chipId: 9, version: '1' })));
  await connect();
  await flash();
  const question = screen.getByRole('alertdialog');
  await expect.element(question).toMatchTextContent('It would not start');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(isBlank(0, flashBytes)).toBe(true);
  await flash();
  await question.getByRole('button', { name: 'Flash board' }).click();
  await done();
});

describe('when it goes wrong', () => {
  const image = file('app.bin', esp32Image(120_000, { version: '1' }));

  it('shows that the flash memory keeps something else, and what the loader said', async () => {
    const { screen, choose, connect, flash } = await openPage({ wornOut: true });
    await choose(image);
    await connect();
    await flash();
    await expect.element(screen.getByRole('alert')).toMatchTextContent('Flash memory check failed');
    await screen.getByText('Loader log').click();
    await expect.element(screen.getByText(/Flash md5/)).toBeVisible();
  });

  it('shows that the cable was pulled, and lets the board be flashed again', async () => {
    const { screen, chip, choose, connect, flash } = await openPage({ unplugAfterBytes: 40_000 });
    await choose(image);
    await connect();
    await flash();
    const alert = screen.getByRole('alert');
    await expect.element(alert).toMatchTextContent('The board was unplugged');
    await expect.element(alert).toMatchTextContent('Flash it again from the beginning');
    await expect.element(screen.getByRole('button', { name: 'Connect again' })).toBeEnabled();
    expect(chip.isUnplugged).toBe(true);
  });

  it('lets writing be cancelled, also while the board is silent', async () => {
    const { screen, chip, cable, choose, connect } = await openPage({ stallAfterBytes: 40_000 });
    await choose(image);
    await connect();
    const start = screen.getByRole('button', { name: 'Flash board' });
    await expect.element(start).toBeEnabled();
    // The loader gives up after a while, which the browser's driver may need for two clicks.
    await pressNow(start);
    await expect.element(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '32');
    await expect.element(screen.getByText(/^41\.0 KB of 128 KB$/)).toBeVisible();
    await pressNow(screen.getByRole('button', { name: 'Cancel' }));
    const alert = screen.getByRole('alert');
    await expect.element(alert).toMatchTextContent('Cancelled');
    await expect.element(alert).toMatchTextContent('Flash it again from the beginning');
    await expect.poll(() => cable.baudRate).toBeNull();
    expect(chip.mode).toBe('sketch');
  });

  it('shows what to do where the board does not respond', async () => {
    const { screen, cable } = await openPage({ noReset: true });
    await pressNow(screen.getByRole('button', { name: /^Connect/ }));
    await expect.element(screen.getByText('Connecting…')).toBeVisible();
    await expect.element(screen.getByRole('alert')).toMatchTextContent('Hold the BOOT button');
    expect(cable.baudRate).toBeNull();
  });

  it('lets connecting be cancelled', async () => {
    const { screen, cable } = await openPage({ noReset: true });
    // The attempts would be over before the browser's driver has clicked twice on a busy machine.
    await pressNow(screen.getByRole('button', { name: /^Connect/ }));
    const cancel = screen.getByRole('button', { name: 'Cancel' });
    await expect.element(cancel).toBeVisible();
    await pressNow(cancel);
    await expect.element(screen.getByRole('alert')).toMatchTextContent('Nothing on the board has changed');
    await expect.poll(() => cable.baudRate).toBeNull();
  });

  it('shows that another program holds the port', async () => {
    const { screen, cable, connect } = await openPage();
    cable.isOccupied = true;
    await connect();
    await expect.element(screen.getByRole('alert')).toMatchTextContent('Port in use');
  });

  it('refuses files that no board can run', async () => {
    const { screen, choose } = await openPage();
    await choose(file('empty.bin', new Uint8Array()), file('packed.bin', Uint8Array.of(0x1f, 0x8b, 8, 0)));
    const alert = screen.getByRole('alert');
    await expect.element(alert).toMatchTextContent('empty.bin: The file is empty.');
    await expect.element(alert).toMatchTextContent('packed.bin: The file is compressed');
  });
});

it('shows why a browser has no Web Serial, and what else there is', async () => {
  const serial = Object.getOwnPropertyDescriptor(Navigator.prototype, 'serial');
  onTestFinished(() => {
    if (serial) Object.defineProperty(Navigator.prototype, 'serial', serial);
  });
  Reflect.deleteProperty(Navigator.prototype, 'serial');
  const { screen } = await renderInApp(<FlashPage />);
  const heading = screen.getByRole('heading', { name: 'This browser cannot flash boards' });
  await expect.element(heading).toBeVisible();
  await expect.element(screen.getByText(/write-flash 0x0/)).toBeVisible();
});
