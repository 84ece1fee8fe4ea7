import { useMemo } from 'react';
import { useDeviceGroups } from '../../../boards/device-groups/index.ts';
import { useDevices } from '../../../boards/devices/index.ts';
import type { RuleNames } from './rule-scope.ts';

const noDevices: RuleNames['devices'] = [];

/** The account's own devices and groups, by which its rules are read aloud. */
export function useRuleNames(): RuleNames {
  const devices = useDevices().data ?? noDevices;
  const groups = useDeviceGroups();
  return useMemo(() => ({ devices: devices.filter(({ pending }) => !pending), groups }), [devices, groups]);
}
