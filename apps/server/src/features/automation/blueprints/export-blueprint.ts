import {
  type AutomationDefinition,
  blueprintFormat,
  blueprintVersion,
  cutText,
  type ExportBlueprintRequest,
  type ExportedBlueprint,
  maxBlueprintInputs,
  type OutputMode,
  ownDeviceInput,
  type SceneAction,
} from '@cyno/contract';
import { badRequest, because } from '../../../platform/errors.ts';
import { variablesInMessages } from '../definitions/index.ts';
import { InputCollection } from './input-collection.ts';
import type { Json } from './placeholders.ts';

/** What people call the parts of devices; empty: nothing. */
export interface ExportNames {
  hasVariable(espid: string, key: string): boolean;
  /** `espid` null: of any device. */
  variable(espid: string | null, key: string): { readonly label: string; readonly unit: string };
  output(espid: string, pin: string): string;
  event(espid: string, name: string): string;
}

interface Exporting {
  readonly request: ExportBlueprintRequest;
  readonly names: ExportNames;
  /** Leaves out of a text what is private to the account. */
  withoutPrivate(text: string): string;
}

type Exported = { kind: 'automation'; definition: Json } | { kind: 'scene'; actions: Json };

/** An automation of a device as a blueprint that holds nothing of its account. Throws a 400 for a part that no blueprint can have. */
export function exportAutomation(
  { espid, definition }: { espid: string; definition: AutomationDefinition },
  exporting: Exporting,
): ExportedBlueprint {
  return withinBounds(exporting, (request) => {
    const parts = new ExportedParts({ ...exporting, request }, new Set(variablesInMessages(definition)));
    parts.device(espid);
    const content = parts.fieldsOf(definition as Fields, { espid });
    return parts.finish({ kind: 'automation', definition: content });
  });
}

/** A scene as a blueprint that holds nothing of its account. */
export function exportScene(actions: readonly SceneAction[], exporting: Exporting): ExportedBlueprint {
  return withinBounds(exporting, (request) => {
    const parts = new ExportedParts({ ...exporting, request }, new Set());
    const content = actions.map((action) => parts.fieldsOf(action as Fields, { espid: action.espid }));
    return parts.finish({ kind: 'scene', actions: content });
  });
}

/** Of what has more parts than a blueprint has inputs only those become some that have to, unless they were chosen. */
function withinBounds(
  { request }: Exporting,
  write: (request: ExportBlueprintRequest) => ExportedBlueprint,
): ExportedBlueprint {
  const isTooMuch = ({ blueprint }: ExportedBlueprint) => blueprint.inputs.length > maxBlueprintInputs;
  const chosen = write(request);
  const exported = isTooMuch(chosen) && request.inputs === null ? write({ ...request, inputs: [] }) : chosen;
  if (isTooMuch(exported)) {
    const { length } = exported.blueprint.inputs;
    throw badRequest(
      `A blueprint has room for ${maxBlueprintInputs} things to choose, and here are ${length}. Choose fewer, or split it in two.`,
      because('blueprint_too_many_inputs', { count: length, max: maxBlueprintInputs }),
    );
  }
  return exported;
}

/** The fields of a part, of which these define what the others are about. */
interface Fields {
  readonly espid?: Json;
  readonly key?: Json;
  readonly kind?: Json;
  readonly mode?: Json;
  readonly scope?: Json;
}

/** Where a part stands: the device that it is of, or the input of several, and the fields beside it. */
interface Place {
  readonly espid: string;
  readonly devices?: string | undefined;
  readonly beside?: Fields;
}

/** In this order people read them; what is not named comes last. */
const order = [
  ...['kind', 'scope', 'espid', 'ruleId', 'key', 'comparison', 'threshold', 'release'],
  ...['at', 'repeat', 'match', 'conditions', 'groups', 'forSeconds', 'action', 'back', 'limit'],
];

const placeOf = (field: string): number => (order.includes(field) ? order.indexOf(field) : order.length);

/** Fields with parts of their own. */
const containers: ReadonlySet<string> = new Set([
  ...['at', 'repeat', 'activeHours', 'limit', 'conditions', 'groups', 'condition'],
  ...['action', 'next', 'otherwise'],
]);

/** Fields that mean the same in every account. */
const common: ReadonlySet<string> = new Set([
  ...['kind', 'type', 'mode', 'match', 'comparison', 'whileRunning'],
  ...['event', 'offsetMinutes', 'date', 'days', 'state'],
]);

/** The parts of what is exported, each as it stands in the blueprint. Only fields that are known here get into one. */
class ExportedParts {
  readonly #exporting: Exporting;
  readonly #inputs: InputCollection;
  /** Variables of the own device that texts name. */
  readonly #named: ReadonlySet<string>;

  constructor(exporting: Exporting, named: ReadonlySet<string>) {
    this.#exporting = exporting;
    this.#named = named;
    this.#inputs = new InputCollection(exporting.request.inputs);
  }

  finish(content: Exported): ExportedBlueprint {
    const { request, withoutPrivate } = this.#exporting;
    const blueprint = {
      format: blueprintFormat,
      version: blueprintVersion,
      name: withoutPrivate(request.name),
      description: withoutPrivate(request.description),
      inputs: this.#inputs.inputs,
      ...content,
    } as ExportedBlueprint['blueprint'];
    return { blueprint, parts: this.#inputs.parts };
  }

  /** The id of the input of a device. */
  device(espid: string): string {
    const count = this.#inputs.parts.filter(({ kind }) => kind === 'device').length;
    return this.#inputs.add({
      thing: `device ${espid}`,
      id: ownDeviceInput,
      label: count === 0 ? 'Device' : `Device ${count + 1}`,
      always: true,
      input: (given) => ({ ...given, kind: 'device' }),
    });
  }

  fieldsOf(fields: Fields, place: Place): Json {
    const espid = typeof fields.espid === 'string' ? fields.espid : place.espid;
    // The database stores the fields of an object in an order of its own; a form follows that of a sentence.
    const entries = Object.entries<Json>({ ...fields }).toSorted(([a], [b]) => placeOf(a) - placeOf(b));
    const devices = fields.scope === undefined ? undefined : this.#devices(fields.scope);
    return Object.fromEntries(
      entries.map(([field, value]) => [field, this.#part(field, value, { espid, devices, beside: fields })]),
    );
  }

  #part(field: string, value: Json, place: Place): Json {
    if (value === null) return value;
    if (field === 'scope' && place.devices !== undefined) return { input: place.devices };
    if (Array.isArray(value)) return value.map((one: Json) => this.#part(field, one, place));
    if (common.has(field) && typeof value !== 'object') return value;
    if (typeof value === 'object' && containers.has(field)) return this.fieldsOf(value as Fields, place);
    if (typeof value === 'string') return this.#text(field, value, place);
    if (typeof value === 'number') return this.#number(field, value, place);
    throw unknownPart(field);
  }

  #text(field: string, value: string, place: Place): Json {
    const { withoutPrivate } = this.#exporting;
    switch (field) {
      case 'espid':
        return { input: this.device(value) };
      case 'key': {
        const id = this.#variable(place, value);
        return this.#inputs.isInput(id) ? { input: id } : value;
      }
      case 'pin':
        return this.#output(value, place);
      case 'name':
        return this.#event(value, place);
      case 'text':
        return this.#message(value, place);
      case 'value':
      case 'back':
        return withoutPrivate(value);
      default:
        throw unknownPart(field);
    }
  }

  #number(field: string, value: number, place: Place): Json {
    switch (field) {
      case 'threshold':
        return this.#compared(value, 'limit', place);
      case 'release':
        return this.#compared(value, 'back', place);
      case 'forSeconds':
        return value === 0 ? value : this.#duration(value, 'hold', 'How long it must hold');
      case 'seconds':
        return place.beside?.kind === 'wait'
          ? this.#duration(value, 'pause', 'Pause')
          : this.#duration(value, 'at_most', 'How long at most');
      case 'secondOfDay':
        return this.#time(value, 'time', 'Time');
      case 'from':
        return this.#time(value, 'from', 'From');
      case 'to':
        return this.#time(value, 'until', 'Until');
      case 'ruleId': {
        const input = (given: { id: string; label: string }) => ({ ...given, kind: 'alert' as const });
        return this.#inputs.put({
          thing: `alert ${value}`,
          id: 'alert',
          label: 'Alert',
          always: true,
          literal: null,
          input,
        });
      }
      case 'sceneId': {
        const input = (given: { id: string; label: string }) => ({ ...given, kind: 'scene' as const });
        return this.#inputs.put({
          thing: `scene ${value}`,
          id: 'scene',
          label: 'Scene',
          always: true,
          literal: null,
          input,
        });
      }
      case 'value':
      case 'back':
        return value;
      default:
        throw unknownPart(field);
    }
  }

  /** The id of the input of several devices. */
  #devices(scope: Json): string {
    return this.#inputs.add({
      thing: `devices ${JSON.stringify(scope)}`,
      id: 'devices',
      label: 'Devices',
      always: true,
      input: (given) => ({ ...given, kind: 'devices' }),
    });
  }

  /** The id of the input of a variable. */
  #variable({ espid, devices }: Pick<Place, 'espid' | 'devices'>, key: string): string {
    const device = devices ?? this.device(espid);
    const { label, unit } = this.#exporting.names.variable(devices === undefined ? espid : null, key);
    const isOpen = this.#isOpen(key);
    return this.#inputs.add({
      thing: `variable ${device} ${key}`,
      id: isOpen ? key : 'variable',
      label: this.#label(label, 'Value'),
      // A text names it by its input, and a key with something private in it is nobody's to read.
      always: !isOpen || (device === ownDeviceInput && this.#named.has(key)),
      input: (given) => ({
        ...given,
        kind: 'variable',
        device,
        ...(isOpen && { default: key }),
        ...(unit && { unit }),
      }),
    });
  }

  #output(pin: string, { espid, beside }: Place): Json {
    const device = this.device(espid);
    const mode = beside?.mode as OutputMode;
    const name = this.#label(this.#exporting.names.output(espid, pin), 'Output');
    return this.#inputs.put({
      thing: `output ${espid} ${pin} ${mode}`,
      id: name,
      label: name,
      literal: pin,
      input: (given) => ({ ...given, kind: 'output', device, mode, default: pin }),
    });
  }

  #event(name: string, { espid }: Place): Json {
    const device = this.device(espid);
    const isOpen = this.#isOpen(name);
    return this.#inputs.put({
      thing: `event ${espid} ${name}`,
      id: isOpen ? name : 'event',
      label: this.#label(this.#exporting.names.event(espid, name), 'Event'),
      always: !isOpen,
      literal: name,
      input: (given) => ({ ...given, kind: 'event', device, ...(isOpen && { default: name }) }),
    });
  }

  #message(value: string, { espid }: Place): Json {
    const named = value.replaceAll(/\{([^{}]{1,32})\}/g, (whole, key: string) =>
      this.#isOfRun(espid, key) ? whole : `{${this.#variable({ espid }, key)}}`,
    );
    const text = this.#exporting.withoutPrivate(named);
    return this.#inputs.put({
      id: 'message',
      label: 'Message',
      literal: text,
      input: (given) => ({ ...given, kind: 'text', default: text }),
    });
  }

  #compared(value: number, what: 'limit' | 'back', { espid, devices, beside }: Place): Json {
    const key = String(beside?.key);
    const { label, unit } = this.#exporting.names.variable(devices === undefined ? espid : null, key);
    const id = this.#variable({ espid, devices }, key);
    const name = cutText(this.#label(label, 'Value'), 50);
    return this.#inputs.put({
      id: `${id.slice(0, 20)}_${what}`,
      label: `${name}: ${what === 'limit' ? 'limit' : 'way back'}`,
      literal: value,
      input: (given) => ({ ...given, kind: 'number', default: value, ...(unit && { unit }) }),
    });
  }

  #duration(value: number, id: string, label: string): Json {
    return this.#inputs.put({
      id,
      label,
      literal: value,
      input: (given) => ({ ...given, kind: 'duration', default: value }),
    });
  }

  #time(value: number, id: string, label: string): Json {
    return this.#inputs.put({
      id,
      label,
      literal: value,
      input: (given) => ({ ...given, kind: 'time', default: value }),
    });
  }

  /** Whether a text means what started the run, since the device has no variable of this name. */
  #isOfRun = (espid: string, key: string): boolean =>
    (key === 'device' || key === 'value') && !this.#exporting.names.hasVariable(espid, key);

  /** Whether others may read a text as it is. */
  #isOpen = (text: string): boolean => this.#exporting.withoutPrivate(text) === text;

  #label = (text: string, otherwise: string): string => cutText(this.#exporting.withoutPrivate(text), 60) || otherwise;
}

const unknownPart = (field: string) =>
  badRequest(
    `Blueprints cannot carry the part "${field}" of this automation yet.`,
    because('blueprint_part', { part: field }),
  );
