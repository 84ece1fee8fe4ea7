import type { AlertRule, ControlState, Device, DeviceGroup, EventWidget, Scene } from '@cyno/contract';
import { hiddenDevice } from '@cyno/contract/definition-conditions';
import { builtInRuleNameIn } from '@cyno/contract/rule-names';
import { t } from '@lingui/core/macro';
import { currentLanguage } from '../../../lib/language/language.ts';

/** A variable as people know it. */
export type VariableName = { label: string; unit: string; isSwitch: boolean; decimals: number | null };

/** What pins, events, variables and devices are called, as their owner set them up. */
export type Names = {
  device(espid: string): string;
  variable(espid: string, key: string): VariableName;
  /** What is on a pin; null when nothing was set up. */
  output(espid: string, pin: string): string | null;
  event(espid: string, name: string): { label: string; widget: EventWidget };
  /** A variable that several devices send, as the first one has it. */
  sharedVariable(key: string): VariableName;
  /** Null for what is another account's, or gone. */
  scene(id: number): string | null;
  group(id: number): string | null;
  alertRule(id: number): string | null;
};

/** What describes an automation: `espid` is the device that it operates, `here` the device whose page it stands on. */
export type Speech = { espid: string; here: string; names: Names };

/** What is the reader's own. */
type Own = {
  scenes?: readonly Pick<Scene, 'id' | 'name'>[] | undefined;
  groups?: readonly Pick<DeviceGroup, 'id' | 'name'>[] | undefined;
  alertRules?: readonly Pick<AlertRule, 'id' | 'name' | 'builtIn' | 'condition'>[] | undefined;
};

/** `controls` are the pins and events of devices, by espid, as far as they are known. */
export function namesOf(
  devices: readonly Device[],
  controls: ReadonlyMap<string, ControlState>,
  { scenes = [], groups = [], alertRules = [] }: Own = {},
): Names {
  const deviceOf = (espid: string) => devices.find((device) => device.espid === espid);
  return {
    device: (espid) => deviceOf(espid)?.name ?? unknownDeviceName(espid),
    variable: (espid, key) => variableName(key, deviceOf(espid)?.variables),
    sharedVariable: (key) =>
      variableName(
        key,
        devices.flatMap(({ variables }) => variables),
      ),
    output: (espid, pin) => controls.get(espid)?.outputs.find((output) => output.pin === pin)?.name ?? null,
    event(espid, name) {
      const found = controls.get(espid)?.events.find((event) => event.name === name);
      return { label: found?.label ?? name, widget: found?.widget ?? 'text' };
    },
    scene: (id) => scenes.find((scene) => scene.id === id)?.name ?? null,
    group: (id) => groups.find((group) => group.id === id)?.name ?? null,
    alertRule(id) {
      const rule = alertRules.find((each) => each.id === id);
      return rule ? alertRuleTitle(rule) : null;
    },
  };
}

/** What a device is called that the reader has not: one that is hidden from them, or gone. */
export const unknownDeviceName = (espid: string): string => (espid === hiddenDevice ? t`another device` : espid);

function variableName(key: string, variables: Device['variables'] = []): VariableName {
  const { label = key, unit = '', decimals = null, value } = variables.find((each) => each.key === key) ?? {};
  return { label, unit, decimals, isSwitch: typeof value === 'boolean' };
}

/** What people see as the name of an alert rule, in the language of the page where nobody chose it; null: it has none. */
export const alertRuleName = ({ name, builtIn }: Pick<AlertRule, 'name' | 'builtIn'>): string | null =>
  builtIn ? builtInRuleNameIn(name, currentLanguage()) : name;

/** What an alert rule is called: `Too hot`, and `temp beyond a limit` when it has no name. */
export function alertRuleTitle(rule: Pick<AlertRule, 'name' | 'builtIn' | 'condition'>): string {
  const name = alertRuleName(rule);
  if (name !== null) return name;
  const { condition } = rule;
  switch (condition.kind) {
    case 'limit':
      return t`${{ variable: condition.key }} beyond a limit`;
    case 'change':
      return t`${{ variable: condition.key }} changes fast`;
    case 'stuck':
      return t`${{ variable: condition.key }} does not change`;
    case 'forecast':
      return t`${{ variable: condition.key }} will pass a limit`;
    case 'unusual':
      return t`${{ variable: condition.key }} is unusual`;
    case 'silent':
      return t`No data`;
    case 'command-failed':
      return t`Command failed`;
    case 'update-failed':
      return t`Update failed`;
    case 'signal':
      return t`Weak signal`;
  }
}
