import { t } from '@lingui/core/macro';
import { IconDots } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { IconButton } from '../../../../ui/buttons/button.tsx';
import type { Choosing } from '../use-choosing.ts';
import { type DeviceSection, sectionName } from './device-sections.ts';

export type GroupControlProps = { section: DeviceSection; choosing: Choosing };

type GroupButtonProps = Omit<ComponentProps<typeof IconButton>, 'label' | 'icon'> & { section: DeviceSection };

/** The button that opens what can be done with a group. */
export function GroupButton({ section, ...button }: GroupButtonProps) {
  return <IconButton {...button} label={t`Group ${{ name: sectionName(section) }}`} icon={IconDots} />;
}
