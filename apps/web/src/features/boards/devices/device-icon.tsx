import type { DeviceIcon as IconName } from '@cyno/contract';
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
import { Icon } from '../../../ui/graphics/icon.tsx';

type Drawing = ComponentProps<typeof Icon>['of'];

const drawings: Record<IconName, { of: Drawing; label: string }> = {
  plant: { of: IconPlant2, label: 'Plant' },
  drop: { of: IconDroplet, label: 'Water' },
  thermometer: { of: IconTemperature, label: 'Thermometer' },
  bolt: { of: IconBolt, label: 'Power' },
  sun: { of: IconSun, label: 'Sun' },
  wind: { of: IconWind, label: 'Wind' },
  fan: { of: IconPropeller, label: 'Fan' },
  bulb: { of: IconBulb, label: 'Lamp' },
  pump: { of: IconEngine, label: 'Pump' },
  tank: { of: IconBarrel, label: 'Tank' },
  home: { of: IconHome, label: 'House' },
  door: { of: IconDoor, label: 'Door' },
  fish: { of: IconFish, label: 'Fish' },
  gauge: { of: IconGauge, label: 'Meter' },
};

/** What there is to choose from; null: the usual drawing. */
export const deviceIcons: readonly { id: IconName | null; label: string }[] = [
  { id: null, label: 'Board' },
  ...(Object.keys(drawings) as IconName[]).map((id) => ({ id, label: drawings[id].label })),
];

type DeviceIconProps = { icon: IconName | null; size?: ComponentProps<typeof Icon>['size']; className?: string };

/** The drawing next to a device's name, as decoration. */
export function DeviceIcon({ icon, size, className }: DeviceIconProps) {
  return <Icon of={icon === null ? IconCpu : drawings[icon].of} size={size} className={className} />;
}
