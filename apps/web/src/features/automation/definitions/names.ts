import type { ControlState, Device, EventWidget, Scene } from '@cyno/contract';

/** A variable as people know it. */
export type VariableName = { label: string; unit: string; isSwitch: boolean; decimals: number | null };

/** What pins, events, variables and devices are called, as their owner set them up. */
export type Names = {
  device(espid: string): string;
  variable(espid: string, key: string): VariableName;
  /** What is on a pin; null when nothing was set up. */
  output(espid: string, pin: string): string | null;
  event(espid: string, name: string): { label: string; widget: EventWidget };
  /** Null for the scene of another account, and one that is gone. */
  scene(id: number): string | null;
};

/** `controls` are the pins and events of devices, by espid, as far as they are known; `scenes` those of the reader. */
export function namesOf(
  devices: readonly Device[],
  controls: ReadonlyMap<string, ControlState>,
  scenes: readonly Pick<Scene, 'id' | 'name'>[] = [],
): Names {
  const deviceOf = (espid: string) => devices.find((device) => device.espid === espid);
  return {
    device: (espid) => deviceOf(espid)?.name ?? espid,
    variable(espid, key) {
      const found = deviceOf(espid)?.variables.find((variable) => variable.key === key);
      const { label = key, unit = '', decimals = null, value } = found ?? {};
      return { label, unit, decimals, isSwitch: typeof value === 'boolean' };
    },
    output: (espid, pin) => controls.get(espid)?.outputs.find((output) => output.pin === pin)?.name ?? null,
    event(espid, name) {
      const found = controls.get(espid)?.events.find((event) => event.name === name);
      return { label: found?.label ?? name, widget: found?.widget ?? 'text' };
    },
    scene: (id) => scenes.find((scene) => scene.id === id)?.name ?? null,
  };
}
