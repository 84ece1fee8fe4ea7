import type { Device, DeviceGroup, DeviceVariable } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import type { CellValue, ColumnKind } from './filters/filter-match.ts';

/** A column of the device list: what it is called, what it holds and how a device fills it. */
export type DeviceColumn = {
  /** `name`, `status` … or `value:` and the key of a variable. */
  id: string;
  label: string;
  kind: ColumnKind;
  /** Written behind numbers: `°C`, `dBm`; empty for none. */
  unit: string;
  /** The values that a `choice` column can have: as `read` gives them, and what they are called. */
  choices: readonly { id: string; label: string }[];
  read: (device: Device) => CellValue;
  /** What it is sorted by, where that is not what it holds. */
  rank?: (device: Device) => CellValue;
};

const text = (id: string, label: string, read: DeviceColumn['read']): DeviceColumn => ({
  id,
  label,
  kind: 'text',
  unit: '',
  choices: [],
  read,
});

const familyNames: Record<Device['family'], string> = {
  esp8266: 'ESP8266',
  esp32: 'ESP32',
  'esp32-s2': 'ESP32-S2',
  'esp32-s3': 'ESP32-S3',
  'esp32-c3': 'ESP32-C3',
  other: 'Other',
};

/** Choices that are called as they are. */
const named = (names: readonly string[]) => names.map((name) => ({ id: name, label: name }));

/** The columns that every device has. */
export const fixedColumns = (): DeviceColumn[] => [
  text('name', t`Name`, (device) => device.name),
  {
    ...text('status', t`Status`, (device) => (device.online ? 'Online' : 'Offline')),
    kind: 'choice',
    choices: [
      { id: 'Online', label: t`Online` },
      { id: 'Offline', label: t`Offline` },
    ],
  },
  {
    ...text('lastSeen', t`Last seen`, (device) => device.lastSeenAt),
    kind: 'date',
    // Boards that are online are all seen now: sorted by the second they would change places all the time.
    rank: (device) => (device.online ? Number.MAX_SAFE_INTEGER : device.lastSeenAt),
  },
  { ...text('signal', t`Signal`, (device) => device.rssi), kind: 'number', unit: 'dBm' },
  text('firmware', t`Firmware`, (device) => device.firmware),
  {
    ...text('board', t`Board`, (device) => familyNames[device.family]),
    kind: 'choice',
    choices: Object.values(familyNames).map((id) => ({ id, label: id === familyNames.other ? t`Other` : id })),
  },
  text('kit', t`Kit`, (device) => device.template),
  text('id', t`Id`, (device) => device.espid),
  text('ssid', t`Wi-Fi`, (device) => device.ssid),
  text('ip', t`IP address`, (device) => device.ip),
  {
    ...text('favourite', t`Favourite`, (device) => (device.favourite ? 'Yes' : 'No')),
    kind: 'choice',
    choices: [
      { id: 'Yes', label: t`Yes` },
      { id: 'No', label: t`No` },
    ],
  },
];

/** The column of the tags that these devices have; none while there are no tags. */
export function tagColumns(devices: readonly Device[]): DeviceColumn[] {
  const found = new Set<string>();
  for (const device of devices) for (const tag of device.tags) found.add(tag);
  const tags = [...found].toSorted((a, b) => a.localeCompare(b));
  if (tags.length === 0) return [];
  return [
    {
      ...text('tags', t`Tags`, (device) => device.tags),
      kind: 'choice',
      choices: named(tags),
      rank: (device) => device.tags.join(', ') || null,
    },
  ];
}

/** The column of the account's groups; none while there are no groups. */
export function groupColumns(groups: readonly DeviceGroup[]): DeviceColumn[] {
  if (groups.length === 0) return [];
  const names = new Map<number | null, string>(groups.map(({ id, name }) => [id, name]));
  const nameOf = ({ groupId }: Device) => names.get(groupId) ?? null;
  return [{ ...text('group', t`Group`, nameOf), kind: 'choice', choices: named(groups.map(({ name }) => name)) }];
}

/** The column of a variable that some device has; `value:` and its key. */
const valueColumnId = (key: string): string => `value:${key}`;

/** One column for each variable of these devices, the commonest first. */
export function valueColumns(devices: readonly Device[]): DeviceColumn[] {
  const byKey = new Map<string, { first: DeviceVariable; count: number; value: DeviceVariable['value'] }>();
  for (const { variables } of devices) {
    for (const variable of variables) {
      const known = byKey.get(variable.key);
      if (known) {
        known.count += 1;
        known.value ??= variable.value;
      } else byKey.set(variable.key, { first: variable, count: 1, value: variable.value });
    }
  }
  return [...byKey]
    .toSorted(([keyA, a], [keyB, b]) => b.count - a.count || keyA.localeCompare(keyB))
    .map(([key, { first, value }]) => {
      const kind = kindOf(value);
      return {
        id: valueColumnId(key),
        label: first.label,
        kind,
        unit: first.unit,
        choices:
          kind === 'choice'
            ? [
                { id: 'On', label: t`On` },
                { id: 'Off', label: t`Off` },
              ]
            : [],
        read: (device) => device.variables.find((variable) => variable.key === key)?.value ?? null,
      };
    });
}

/** By the first value that is known. */
function kindOf(value: DeviceVariable['value']): ColumnKind {
  if (typeof value === 'boolean') return 'choice';
  return typeof value === 'string' ? 'text' : 'number';
}

export const headlineId = 'values';

/** The column that shows a card's values side by side; it is neither sorted nor filtered by. */
export const headlineColumn = (): DeviceColumn => ({
  id: headlineId,
  label: t`Values`,
  kind: 'text',
  unit: '',
  choices: [],
  read: () => null,
});

/** The columns that the table offers: the others, and behind the status what a card would show. */
export const tableColumns = (columns: readonly DeviceColumn[]): DeviceColumn[] =>
  columns.toSpliced(2, 0, headlineColumn());

/** What a value of a column is called. */
export const cellText = ({ choices }: DeviceColumn, value: Exclude<CellValue, null>): string =>
  choices.find(({ id }) => id === value)?.label ?? String(value);
