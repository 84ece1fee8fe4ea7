import type { Member } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import {
  IconBell,
  IconCode,
  IconCpu,
  IconCreditCard,
  IconDatabaseExport,
  IconFileText,
  IconGavel,
  IconHelpCircle,
  IconHistory,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconLayoutSidebar,
  IconLogout,
  IconMoon,
  IconPlus,
  IconServer,
  IconStack2,
  IconSun,
  IconUser,
  IconUserCog,
  IconUsers,
} from '@tabler/icons-react';
import type { SeenDevice } from '../../features/boards/devices/index.ts';
import { devicePath, may } from '../../features/boards/devices/index.ts';
import { docsPath } from '../../lib/language/docs-path.ts';
import type { Icon } from '../../ui/graphics/icon.tsx';
import type { Appearance } from '../../ui/shell/appearance.ts';
import { deviceTabs, rightForTab } from '../device/device-tabs.ts';
import { tabLabel } from '../device/tab-label.ts';

export type Command = {
  id: string;
  label: string;
  /** What kind of thing it is; found by its description too. */
  detail: string;
  /** Found only by a text that names this too: there are many of its kind. */
  needs?: string;
  icon: Parameters<typeof Icon>[0]['of'];
  does:
    | { type: 'open'; path: string }
    | { type: 'open-tab'; path: string }
    | { type: 'change'; change: Partial<Appearance> }
    | { type: 'logout' };
};

type Known = Pick<Appearance, 'theme' | 'menuMode'> & {
  devices: readonly SeenDevice[];
  member: Member;
  dashboards: readonly { id: number; name: string }[];
};

const maxFound = 50;

/** Everything that the palette can do at this moment. */
export function paletteCommands({ devices, dashboards, member, theme, menuMode }: Known): Command[] {
  const page = (label: string, path: string, icon: Command['icon']): Command => ({
    id: path,
    label,
    detail: t`Page`,
    icon,
    does: { type: 'open', path },
  });
  const otherTheme = theme === 'dark' ? 'light' : 'dark';
  const otherMode = menuMode === 'static' ? 'overlay' : 'static';
  return [
    ...devices
      .filter((device) => !device.pending)
      .map((device): Command => {
        const path = devicePath(device.espid);
        const detail = device.owner ? t`Shared by ${device.owner}` : device.espid;
        const icon = device.owner ? IconUsers : IconCpu;
        return { id: path, label: device.name, detail, icon, does: { type: 'open', path } };
      }),
    ...dashboards.map(({ id, name }): Command => {
      const path = `/dashboard/${id}`;
      return { id: path, label: name, detail: t`Dashboard`, icon: IconLayoutDashboard, does: { type: 'open', path } };
    }),
    page(t`All devices`, '/device', IconLayoutGrid),
    page(t`Dashboards`, '/dashboard', IconLayoutDashboard),
    page(t`Alerts`, '/alerts', IconBell),
    page(t`Scenes`, '/scenes', IconStack2),
    page(t`Profile`, '/profile', IconUser),
    page(t`Plan`, '/bill', IconCreditCard),
    page(t`Code`, '/code', IconCode),
    page(t`New sketch`, '/code/new', IconCode),
    {
      id: 'add',
      label: t`Add device`,
      detail: t`Action`,
      icon: IconPlus,
      does: { type: 'open', path: '/device?add=1' },
    },
    ...(member === 'admin'
      ? [
          page(t`Logs`, '/admin/logs', IconFileText),
          page(t`Users`, '/admin/users', IconUserCog),
          page(t`Claims`, '/admin/claims', IconGavel),
          page(t`Audit log`, '/admin/audit', IconHistory),
          page(t`System`, '/admin/server', IconServer),
          page(t`Backups`, '/admin/backups', IconDatabaseExport),
        ]
      : []),
    {
      id: 'docs',
      label: t`How to use`,
      detail: t`Page, new tab`,
      icon: IconHelpCircle,
      does: { type: 'open-tab', path: docsPath() },
    },
    ...docs().map(
      ([path, label]): Command => ({
        id: `docs ${path}`,
        label,
        detail: t`How to use`,
        icon: IconHelpCircle,
        does: { type: 'open-tab', path: docsPath(`${path}/`) },
      }),
    ),
    {
      id: 'theme',
      label: otherTheme === 'dark' ? t`Use the dark theme` : t`Use the light theme`,
      detail: t`Action`,
      icon: otherTheme === 'dark' ? IconMoon : IconSun,
      does: { type: 'change', change: { theme: otherTheme } },
    },
    {
      id: 'menu',
      label: otherMode === 'overlay' ? t`Show the menu over the page` : t`Show the menu beside the page`,
      detail: t`Action`,
      icon: IconLayoutSidebar,
      does: { type: 'change', change: { menuMode: otherMode } },
    },
    { id: 'logout', label: t`Logout`, detail: t`Action`, icon: IconLogout, does: { type: 'logout' } },
    ...devices.filter((device) => !device.pending).flatMap(devicePages),
  ];
}

/** The pages of a device, but the overview, which the device itself stands for. */
const devicePages = (device: SeenDevice): Command[] =>
  deviceTabs
    .filter((tab) => tab !== 'Overview' && may(device, rightForTab(tab)))
    .map((tab) => {
      const path = devicePath(device.espid, tab);
      const label = tabLabel(tab);
      return { id: path, label: device.name, detail: label, needs: label, icon: IconCpu, does: { type: 'open', path } };
    });

/** The pages of the documentation that people look for, by the addresses below `/docs`. */
const docs = (): [path: string, label: string][] => [
  ['boards/connect', t`Connect a board`],
  ['boards/flash', t`Flash by cable`],
  ['boards/troubleshooting', t`Troubleshooting`],
  ['using/dashboards', t`Build a dashboard`],
  ['using/automation', t`Automate outputs`],
  ['using/alerts', t`Set up alerts`],
  ['using/sharing', t`Share a device`],
  ['interfaces/http-api', t`Use the HTTP API`],
];

/** The commands in which every word of `text` begins a word or stands within an id; those whose name begins with it first. */
export function findCommands(commands: readonly Command[], text: string): Command[] {
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean);
  const first = terms[0];
  if (!first) return commands.filter(({ needs }) => needs === undefined).slice(0, maxFound);
  const found = commands.filter(({ label, detail, needs }) => {
    const all = `${label} ${detail}`.toLowerCase();
    const isNamed = needs === undefined || terms.some((word) => needs.toLowerCase().startsWith(word));
    return isNamed && terms.every((word) => all.includes(word));
  });
  const rank = ({ label, needs }: Command) => {
    const name = label.toLowerCase();
    if (needs !== undefined) return 3;
    if (name.startsWith(first)) return 0;
    return name.includes(` ${first}`) ? 1 : 2;
  };
  return found.toSorted((a, b) => rank(a) - rank(b)).slice(0, maxFound);
}
