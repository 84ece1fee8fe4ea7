import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VirtualBoard } from '@cyno/virtual-board';
import { withUnbrokenTerms } from '../src/locales/th/unbroken-terms.ts';
import { newGrower, openStates } from './support/alerts.ts';
import { everyWidget } from './support/every-widget.ts';
import { adminPaths, guestPaths, type PageIds, pagePaths, pathWith, tab } from './support/page-paths.ts';
import { type Product, startProduct } from './support/product.ts';
import { saveDashboard } from './support/saved-dashboard.ts';
import { sendValues } from './support/send-values.ts';
import { expect, test } from './support/test.ts';
import { thaiFindings } from './support/thai-findings.ts';
import { newUser, openAs, type User } from './support/users.ts';

test.use({ locale: 'th-TH' });
test.describe.configure({ mode: 'parallel' });

interface Farm {
  readonly user: User;
  readonly ids: PageIds;
}

/** A board with an open alert, a rule, a scene, an output, a dashboard with every widget, a link, a pass and a sketch; all their names are Thai. */
async function newFarm(boards: VirtualBoard[]): Promise<Farm> {
  const { user, board, espid } = await newGrower(boards);
  const at = (part: string) => `/api/device/${encodeURIComponent(espid)}${part}`;
  await user.api('PATCH', at(''), { name: 'โรงเรือน', tags: ['บ่อปลา'] });
  const { rules } = (await user.api('GET', '/api/alert-rules')) as { rules: { id: number; name: string | null }[] };
  for (const { id, name, ...rule } of rules) {
    if (name === 'Too hot') await user.api('PUT', `/api/alert-rules/${id}`, { ...rule, name: 'ร้อนเกินไป' });
  }
  await sendValues(board, { temp: 35, humid: 60 });
  await expect.poll(() => openStates(user)).toContain('active');
  await user.api('PUT', at('/outputs/4'), { mode: 'digit', name: 'พัดลม', locked: false, momentaryMs: null });
  const action = { kind: 'output', pin: '4', mode: 'digit', value: 1 };
  const conditions = [{ espid, key: 'temp', comparison: '>', threshold: 30, release: 28 }];
  const rule = { kind: 'rule', conditions, forSeconds: 0, action, back: 0, limit: null, activeHours: null };
  await user.api('POST', at('/automations'), { name: 'ร้อนให้เปิดพัดลม', enabled: true, definition: rule });
  await user.api('POST', '/api/scenes', { name: 'กลางคืน', actions: [{ espid, ...action }] });
  const widgets = everyWidget('https://camera.example', espid).map((widget) => inThai(widget));
  await saveDashboard(user, espid, { name: 'ฟาร์ม', widgets });
  const { dashboard } = (await user.api('GET', at('/dashboard'))) as { dashboard: { id: number } };
  const link = { name: 'จอ', expiresAt: null, exposed: [], origins: [], password: null };
  const { token } = (await user.api('POST', `/api/dashboards/${dashboard.id}/links`, link)) as { token: string };
  const pass = (await user.api('POST', at('/passes'), {
    ...{ name: 'แขก', title: 'ประตู', target: { kind: 'output', pin: '4', mode: 'digit' }, uses: 2 },
    ...{ offers: [{ value: '1', label: 'เปิด' }], from: null, until: Date.now() + 86_400_000 },
  })) as { token: string };
  const farm = (await user.api('POST', '/api/dashboards', { name: 'ฟาร์ม', espids: [], widgets })) as { id: number };
  const setup = { board: 'esp32', host: 'iot.example.com', content: { type: 'own', own: sketch } };
  const project = (await user.api('POST', '/api/projects', { name: 'โรงเรือน', setup, espids: [espid] })) as {
    id: number;
  };
  return { user, ids: { espid, project: project.id, dashboard: farm.id, link: token, pass: pass.token } };
}

/** The widget with Thai in the place of everything that its owner writes. */
function inThai<Part extends { id: string }>(widget: Part): Part {
  const written = ['title', 'word', 'onWord', 'offWord', 'text', 'alt', 'label'];
  return JSON.parse(JSON.stringify(widget), (key, value) => {
    if (key === 'name') return widget.id;
    return written.includes(key) ? `ก ${widget.id}` : value;
  });
}

const sketch = {
  variables: [{ key: 'temp', label: 'อุณหภูมิ', unit: '°C', min: 0, max: 50, decimals: 1 }],
  outputs: [{ pin: '4', name: 'พัดลม', mode: 'digit' }],
  events: [],
  template: { name: 'climate', version: 1 },
  intervalS: 5,
};

let farm: Farm;
const boards: VirtualBoard[] = [];
test.beforeAll(async () => {
  farm = await newFarm(boards);
});
test.afterAll(() => Promise.all(boards.map((board) => board.stop())));

for (const [name, paths] of Object.entries(pagePaths)) {
  test(`${name} are in Thai`, async ({ page }) => {
    const found: string[] = [];
    // Each loaded for itself: what comes before its texts would be English.
    for (const path of paths) {
      await openAs(page, farm.user, pathWith(path, farm.ids));
      found.push(...(await thaiFindings(page, path)));
    }
    expect(found).toEqual([]);
  });
}

test.describe('on a server of its own', () => {
  // On one of others the names that they gave their devices would be listed.
  let directory: string;
  let own: Product;
  test.beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'cyno-thai-'));
    own = await startProduct(directory);
  });
  test.afterAll(async () => {
    await own.stop();
    await rm(directory, { recursive: true, force: true });
  });

  test('the pages of an administrator are in Thai', async ({ page }) => {
    const setupCode = new URL(own.setup ?? '').searchParams.get('setup') ?? '';
    const administrator = await newUser(own, { setupCode, name: 'admin' });
    const found: string[] = [];
    for (const path of adminPaths) {
      await openAs(page, administrator, path);
      found.push(...(await thaiFindings(page, path)));
    }
    // Log lines are chosen by the part of the program that wrote them, which has one name in every language.
    expect(found.filter((text) => !/^[a-z-]+$/.test(text))).toEqual([]);
  });
});

test('what guests see of a farm is in Thai', async ({ page }) => {
  for (const path of guestPaths) {
    await page.goto(farm.user.http + pathWith(path, farm.ids));
    expect(await thaiFindings(page, path)).toEqual([]);
  }
});

test('an account without a board is in Thai', async ({ page }) => {
  const user = await newUser();
  const found: string[] = [];
  for (const path of ['/device', '/dashboard', '/alerts', '/scenes', '/code']) {
    await openAs(page, user, path);
    found.push(...(await thaiFindings(page, path)));
  }
  expect(found).toEqual([]);
});

/** Dialogs, by the buttons that lead to each from its page. */
const dialogs: Record<string, readonly (readonly string[])[]> = {
  '/device': [['เพิ่มอุปกรณ์'], ['รหัสเชื่อมต่อ'], ['กรอง']],
  [tab('Dashboard')]: [['เต็มจอ'], ['แก้ไข', 'เพิ่มวิดเจ็ต']],
  [tab('History')]: [['ส่งออก'], ['นำเข้า']],
  [tab('Control')]: [['ตั้งค่า พัดลม']],
  [tab('Automation')]: [['เพิ่มระบบอัตโนมัติ']],
  [tab('Firmware')]: [['ล้างการตั้งค่า']],
  [tab('Sharing')]: [['เชิญผู้อื่น'], ['สร้างลิงก์'], ['สร้างบัตรผ่าน'], ['โอนอุปกรณ์ให้ผู้อื่น']],
  [tab('Settings')]: [['แก้ไข อุณหภูมิ']],
  '/dashboard': [['สร้างแดชบอร์ด']],
  '/alerts/rules': [['เพิ่มกฎ']],
  '/alerts/maintenance': [['เพิ่มการบำรุงรักษา']],
  '/scenes': [['เพิ่มชุดคำสั่ง']],
  '/profile': [['โทเค็นใหม่'], ['เพิ่มบริการ'], ['ลบบัญชี…']],
};

for (const [path, ways] of Object.entries(dialogs)) {
  test(`the dialogs of ${path} are in Thai`, async ({ page }) => {
    const found: string[] = [];
    await openAs(page, farm.user, pathWith(path, farm.ids));
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    for (const buttons of ways) {
      await page.setViewportSize({ width: 1440, height: 900 });
      for (const button of buttons) {
        // A name that nobody sees has no marks.
        const named = (name: string) => page.getByRole('button', { name, exact: true });
        await named(withUnbrokenTerms(button)).or(named(button)).first().click();
      }
      await expect(dialog.first()).toBeVisible();
      found.push(...(await thaiFindings(page, `${path}: ${buttons.join(', ')}`)));
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
    expect(found).toEqual([]);
  });
}
