import { expect, test } from './support/test.ts';
import { newUser, openAs } from './support/users.ts';

/** The parts of https://www.w3.org/TR/appmanifest/ that a browser needs to install the app. */
interface Manifest {
  id: string;
  name: string;
  short_name: string;
  description: string;
  lang: string;
  start_url: string;
  scope: string;
  display: string;
  icons: Icon[];
  shortcuts: { name: string; url: string; icons: Icon[] }[];
}
interface Icon {
  src: string;
  sizes: string;
  purpose?: string;
}

/** Behind the signature and the name of the first chunk: https://www.w3.org/TR/png-3/#11IHDR */
const sizeOfPng = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

for (const { lang, locale, description, shortcuts } of [
  {
    ...{ lang: 'en', locale: 'en-US', description: 'Connect ESP boards and watch their values live.' },
    shortcuts: ['Devices', 'Dashboards', 'Profile'],
  },
  {
    ...{ lang: 'th', locale: 'th-TH', description: 'เชื่อมต่อบอร์ด ESP แล้วดูค่าสด' },
    shortcuts: ['อุปกรณ์', 'แดชบอร์ด', 'โปรไฟล์'],
  },
]) {
  test.describe(`the manifest (${lang})`, () => {
    test.use({ locale });

    test('is of one app in the language of the page, with the icons and pages that it promises', async ({ page }) => {
      await openAs(page, await newUser());
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      const href = (await page.locator('link[rel="manifest"]').getAttribute('href')) ?? '';
      const address = new URL(href, page.url());
      const response = await page.request.get(address.href);
      expect(response.headers()['content-type']).toContain('application/manifest+json');
      const manifest = (await response.json()) as Manifest;

      expect(manifest).toMatchObject({
        ...{ id: '/', name: 'Cyno', short_name: 'Cyno', description, lang },
        ...{ scope: './', display: 'standalone' },
      });
      expect(manifest.icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`).sort()).toEqual([
        '192x192 any',
        '512x512 any',
        '512x512 maskable',
      ]);
      for (const { src, sizes } of [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }) => icons)]) {
        const icon = await page.request.get(new URL(src, address).href);
        expect([icon.headers()['content-type'], sizeOfPng(await icon.body())]).toEqual(['image/png', sizes]);
      }
      expect(manifest.shortcuts.map(({ name }) => name)).toEqual(shortcuts);
      for (const url of [manifest.start_url, ...manifest.shortcuts.map((shortcut) => shortcut.url)]) {
        const target = new URL(url, address);
        expect(target.href).toContain(new URL(manifest.scope, address).href);
        await page.goto(target.href);
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
        expect(new URL(page.url()).pathname).toBe(target.pathname);
      }
    });
  });
}
