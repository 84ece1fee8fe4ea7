import type { DeviceIcon as IconName } from '@cyno/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import {
  IconBarrel,
  IconBolt,
  IconBulb,
  IconCpu,
  IconDoor,
  IconDroplet,
  IconEngine,
  IconFish,
  IconGauge,
  IconHome,
  IconPlant2,
  IconPropeller,
  IconSun,
  IconTemperature,
  IconWind,
} from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { i18n } from '../../../lib/language/i18n.ts';
import { Icon } from '../../../ui/graphics/icon.tsx';

type Drawing = ComponentProps<typeof Icon>['of'];

const drawings: Record<IconName, { of: Drawing; label: MessageDescriptor }> = {
  plant: { of: IconPlant2, label: msg`Plant` },
  drop: { of: IconDroplet, label: msg`Water` },
  thermometer: { of: IconTemperature, label: msg`Thermometer` },
  bolt: { of: IconBolt, label: msg`Power` },
  sun: { of: IconSun, label: msg`Sun` },
  wind: { of: IconWind, label: msg`Wind` },
  fan: { of: IconPropeller, label: msg`Fan` },
  bulb: { of: IconBulb, label: msg`Lamp` },
  pump: { of: IconEngine, label: msg`Pump` },
  tank: { of: IconBarrel, label: msg`Tank` },
  home: { of: IconHome, label: msg`House` },
  door: { of: IconDoor, label: msg`Door` },
  fish: { of: IconFish, label: msg`Fish` },
  gauge: { of: IconGauge, label: msg`Meter` },
};

/** What there is to choose from; null: the usual drawing. */
export const deviceIcons = (): { id: IconName | null; label: string }[] => [
  { id: null, label: t`Board` },
  ...(Object.keys(drawings) as IconName[]).map((id) => ({ id, label: i18n._(drawings[id].label) })),
];

type DeviceIconProps = { icon: IconName | null; size?: ComponentProps<typeof Icon>['size']; className?: string };

/** The drawing next to a device's name, as decoration. */
export function DeviceIcon({ icon, size, className }: DeviceIconProps) {
  return <Icon of={icon === null ? IconCpu : drawings[icon].of} size={size} className={className} />;
}
