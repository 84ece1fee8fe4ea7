import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { controlQuery } from '../../boards/control/index.ts';
import { useDeviceGroups } from '../../boards/device-groups/index.ts';
import { useSeenDevices } from '../../boards/devices/index.ts';
import { alertRulesQuery, scenesQuery } from './automation-queries.ts';
import { alertRuleTitle, type Names, namesOf } from './names.ts';

/** The names of all devices, scenes, groups and alert rules of the account, and of the pins and events of these ones; the same object until one changes. */
export function useNames(espids: readonly string[]): Names {
  const devices = useSeenDevices();
  const controls = useQueries({ queries: espids.map((espid) => controlQuery(espid)) });
  const scenes = useQuery(scenesQuery).data?.scenes;
  const alertRules = useQuery(alertRulesQuery).data?.rules;
  const groups = useDeviceGroups();
  // Each value that comes makes a new list of devices; what things are called hardly ever changes.
  const id = JSON.stringify([
    devices.map(({ espid, name, variables }) => [
      espid,
      name,
      variables.map(({ key, label, unit, decimals, value }) => [key, label, unit, decimals, typeof value]),
    ]),
    controls.map(({ data }) => [
      data?.outputs.map(({ pin, name }) => [pin, name]),
      data?.events.map(({ name, label, widget }) => [name, label, widget]),
    ]),
    scenes?.map(({ id: sceneId, name }) => [sceneId, name]),
    alertRules?.map((rule) => [rule.id, alertRuleTitle(rule)]),
    groups.map(({ id: groupId, name }) => [groupId, name]),
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `id` stands for everything that the names are made of
  return useMemo(() => {
    const known = espids.flatMap((espid, index) => {
      const state = controls[index]?.data;
      return state ? [[espid, state] as const] : [];
    });
    return namesOf(devices, new Map(known), { scenes, alertRules, groups });
  }, [id]);
}
