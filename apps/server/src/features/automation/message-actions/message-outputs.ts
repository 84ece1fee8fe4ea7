import { type AutomationDefinition, stepsOf } from '@cyno/contract';
import type { ControlFeature } from '../../boards/control/index.ts';
import type { DeviceRecord, DevicesFeature } from '../../boards/devices/index.ts';
import type { OfferedOutput, OutgoingMessage } from '../notifications/index.ts';
import type { ScenesFeature } from '../scenes/index.ts';

const maxOffered = 2;

interface MessageOutputsDeps {
  readonly devices: Pick<DevicesFeature, 'access'>;
  readonly control: Pick<ControlFeature, 'targets'>;
  readonly scenes: Pick<ScenesFeature, 'scenes'>;
  /** What the owner of a device lets it do by itself. */
  automationsOf(deviceId: number): Promise<AutomationDefinition[]>;
}

/** Finds what is worth switching because of what a message is about. */
export class MessageOutputs {
  readonly #deps: MessageOutputsDeps;

  constructor(deps: MessageOutputsDeps) {
    this.#deps = deps;
  }

  /**
   * At most two outputs of the only device of a message, if the account may operate it: those that its automations or the account's scenes
   * name, else its first ones. Locked ones are left out, because they are confirmed first.
   */
  async offered(accountId: number, { events }: Pick<OutgoingMessage, 'events'>): Promise<OfferedOutput[]> {
    const { devices, control } = this.#deps;
    const espid = events[0]?.espid;
    if (!espid || events.some((event) => event.espid !== espid)) return [];
    const device = devices.access.find(accountId, espid, 'operate');
    const outputs = device
      ? control.targets.outputs(device.id).filter(({ mode, locked }) => mode === 'digit' && !locked)
      : [];
    if (!device || outputs.length === 0) return [];
    const named = await this.#named(accountId, device);
    const preferred = outputs.filter(({ pin }) => named.has(pin));
    return (preferred.length > 0 ? preferred : outputs).slice(0, maxOffered).map(({ pin, name, reported }) => ({
      espid,
      pin,
      name: name ?? pin,
      on: reported !== 1,
    }));
  }

  /** The pins that automations of the device and scenes of the account switch. */
  async #named(accountId: number, { id, espid }: DeviceRecord): Promise<Set<string>> {
    const { automationsOf, scenes } = this.#deps;
    const steps = (await automationsOf(id)).flatMap((definition) => [definition.action, ...stepsOf(definition)]);
    const actions = (await scenes.scenes.list(accountId)).scenes
      .flatMap((scene) => scene.actions)
      .filter((action) => action.espid === espid);
    return new Set([...steps, ...actions].flatMap((step) => (step.kind === 'output' ? step.pin : [])));
  }
}
