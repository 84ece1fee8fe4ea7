import {
  alertScope,
  type Blueprint,
  type BlueprintInput,
  type BlueprintValue,
  type ExportBlueprintRequest,
  type ExportedBlueprint,
  type FilledBlueprint,
  pinName,
} from '@cyno/contract';
import { badRequest, because, notFound } from '../../../platform/errors.ts';
import type { ControlFeature } from '../../boards/control/index.ts';
import type { DeviceAccess, DeviceRecord, Devices } from '../../boards/devices/index.ts';
import type { Telemetry } from '../../telemetry/telemetry/index.ts';
import type { AutomationFeature } from '../automations/index.ts';
import type { ScenesFeature } from '../scenes/index.ts';
import { completed } from './complete-blueprint.ts';
import { type ExportNames, exportAutomation, exportScene } from './export-blueprint.ts';
import { withoutPrivate } from './private-text.ts';
import { isWithin, readBlueprint } from './read-blueprint.ts';

interface BlueprintsDeps {
  readonly access: Pick<DeviceAccess, 'find'>;
  readonly devices: Pick<Devices, 'ofAccount'>;
  readonly targets: Pick<ControlFeature['targets'], 'findOutput' | 'findEvent'>;
  readonly telemetry: Pick<Telemetry, 'variables'>;
  readonly automations: Pick<AutomationFeature['automations'], 'get'>;
  readonly scenes: Pick<ScenesFeature, 'find'>;
}

/** Automations and scenes as texts for others, and from them. */
export class Blueprints {
  readonly #deps: BlueprintsDeps;

  constructor(deps: BlueprintsDeps) {
    this.#deps = deps;
  }

  /** Throws a 404 also for an automation of another device, a 400 for a part that no blueprint can have. */
  exportAutomation(
    accountId: number,
    { device, id }: { device: DeviceRecord; id: number },
    request: ExportBlueprintRequest,
  ): ExportedBlueprint {
    const { definition } = this.#deps.automations.get(device, id);
    return exportAutomation(
      { espid: device.espid, definition },
      this.#exporting(request, [accountId, device.accountId]),
    );
  }

  /** Throws a 404 also for the scene of another account. */
  async exportScene(accountId: number, id: number, request: ExportBlueprintRequest): Promise<ExportedBlueprint> {
    const scene = await this.#deps.scenes.find(accountId, id);
    if (!scene) throw notFound('scene', String(id));
    const owners = scene.actions.flatMap(
      ({ espid }) => this.#deps.access.find(accountId, espid, 'view')?.accountId ?? [],
    );
    return exportScene(scene.actions, this.#exporting(request, [accountId, ...owners]));
  }

  /** What a blueprint becomes with these values, of the account's devices and scenes. Throws a 400 for one that does not fit. */
  async fill(accountId: number, text: string, values: readonly BlueprintValue[]): Promise<FilledBlueprint> {
    const blueprint = readBlueprint(text);
    const chosen = new Map(values.map(({ id, value }) => [id, value]));
    const unknown = values.find(({ id }) => blueprint.inputs.every((input) => input.id !== id));
    if (unknown) {
      throw badRequest(
        `The blueprint has no input "${unknown.id}".`,
        because('blueprint_damaged', { part: unknown.id }),
      );
    }
    for (const input of blueprint.inputs) {
      const problem = await this.#problemOf(accountId, input, chosen.get(input.id));
      if (problem !== null) {
        const why = because('blueprint_input_invalid', { label: input.label });
        throw badRequest(`${input.label}: ${problem}`, { ...why, fields: { [input.id]: problem } });
      }
    }
    return completed(blueprint, ({ id }) => chosen.get(id) ?? '');
  }

  read(text: string): Blueprint {
    return readBlueprint(text);
  }

  /** What is wrong with the value of an input, as a sentence; null: nothing. What devices have is checked where it is stored. */
  async #problemOf(
    accountId: number,
    input: BlueprintInput,
    value: BlueprintValue['value'] | undefined,
  ): Promise<string | null> {
    const { access, scenes } = this.#deps;
    switch (input.kind) {
      case 'device': {
        const device = typeof value === 'string' && access.find(accountId, value, 'view');
        return device ? null : 'Choose one of your devices.';
      }
      case 'variable':
        return isText(value, 32) ? null : 'Choose a variable.';
      case 'output':
        return pinName.safeParse(value).success ? null : 'Choose an output.';
      case 'event':
        return isText(value, 32) ? null : 'Type the name of an event.';
      case 'text':
        return isText(value, 200) ? null : 'Type a text of at most 200 characters.';
      case 'scene': {
        const scene = typeof value === 'number' && Number.isInteger(value) && (await scenes.find(accountId, value));
        return scene ? null : 'Choose one of your scenes.';
      }
      case 'devices':
        return alertScope.safeParse(value).success ? null : 'Choose the devices.';
      case 'alert':
        return typeof value === 'number' && Number.isInteger(value) && value > 0
          ? null
          : 'Choose one of your alert rules.';
      case 'number':
        return typeof value === 'number' && isWithin(value, input) ? null : `Type a number${rangeText(input)}.`;
      case 'duration':
        return isSeconds(value, { min: 1, max: 86_400 }) && isWithin(value, input)
          ? null
          : `Type a time${rangeText(input, ' seconds') || ' from 1 second to a day'}.`;
      case 'time':
        return isSeconds(value, { min: 0, max: 86_399 }) ? null : 'Choose a time of the day.';
    }
  }

  #exporting(request: ExportBlueprintRequest, accountIds: readonly number[]) {
    const owned = [...new Set(accountIds)].flatMap((id) => this.#deps.devices.ofAccount(id));
    const espids = owned.map(({ espid }) => espid);
    return { request, names: this.#namesOf(owned), withoutPrivate: withoutPrivate(espids) };
  }

  #namesOf(devices: readonly DeviceRecord[]): ExportNames {
    const { targets, telemetry } = this.#deps;
    const byEspid = new Map(devices.map(({ espid, id }) => [espid, id]));
    const idOf = (espid: string) => byEspid.get(espid) ?? 0;
    const find = (espid: string | null, key: string) =>
      (espid === null ? devices.map(({ id }) => id) : [idOf(espid)])
        .flatMap((id) => telemetry.variables(id))
        .find((one) => one.key === key);
    return {
      hasVariable: (espid, key) => find(espid, key) !== undefined,
      variable(espid, key) {
        const found = find(espid, key);
        return { label: found?.label ?? key, unit: found?.unit ?? '' };
      },
      output: (espid, pin) => targets.findOutput(idOf(espid), pin)?.name ?? '',
      event: (espid, name) => targets.findEvent(idOf(espid), name)?.label ?? name,
    };
  }
}

const isText = (value: unknown, max: number): boolean =>
  typeof value === 'string' && value.trim() !== '' && value.length <= max;

const isSeconds = (value: unknown, range: { min: number; max: number }): value is number =>
  typeof value === 'number' && Number.isInteger(value) && isWithin(value, range);

function rangeText({ min, max }: { min?: number | undefined; max?: number | undefined }, unit = ''): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}${unit}`;
  if (min !== undefined) return ` of at least ${min}${unit}`;
  return max === undefined ? '' : ` of at most ${max}${unit}`;
}
