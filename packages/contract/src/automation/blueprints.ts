import { z } from 'zod';
import { eventName, outputMode, pinName } from '../boards/control.ts';
import { line } from '../text.ts';
import { alertScope } from './alerts.ts';
import { automationDefinition } from './definitions.ts';
import { sceneRequest } from './scenes.ts';

/** What a file has as its format that holds a blueprint. */
export const blueprintFormat = 'cyno-blueprint';
/** The version that this program writes, and the newest that it reads. */
export const blueprintVersion = 1;
/** A blueprint has at most so many bytes. */
export const maxBlueprintBytes = 65_536;
/** A blueprint has at most so many inputs. */
export const maxBlueprintInputs = 40;

/** The input that is the device for which an automation is imported; every automation has it. */
export const ownDeviceInput = 'device';

const inputId = z.string().regex(/^[a-z][a-z0-9_]{0,31}$/, 'An input is called by small letters, digits and "_".');
const number = z.number().min(-1e12).max(1e12);
const label = line(60).min(1);
const input = { id: inputId, label };
const unit = line(16);
const secondOfDay = z.number().int().min(0).max(86_399);
const seconds = z.number().int().min(1).max(86_400);

/**
 * What who imports a blueprint chooses. `device` is the id of the input of the device that has the variable, output or event; variables
 * can be those of several `devices` as well. `alert` is an alert rule.
 * Durations are in seconds, times in seconds of the day.
 */
export const blueprintInput = z.discriminatedUnion('kind', [
  z.strictObject({ ...input, kind: z.literal('device') }),
  z.strictObject({
    ...input,
    kind: z.literal('variable'),
    device: inputId,
    default: z.string().min(1).max(32).optional(),
    unit: unit.optional(),
  }),
  z.strictObject({
    ...input,
    kind: z.literal('output'),
    device: inputId,
    mode: outputMode,
    default: pinName.optional(),
  }),
  z.strictObject({ ...input, kind: z.literal('event'), device: inputId, default: eventName.optional() }),
  z.strictObject({
    ...input,
    kind: z.literal('number'),
    default: number,
    min: number.optional(),
    max: number.optional(),
    unit: unit.optional(),
  }),
  z.strictObject({
    ...input,
    kind: z.literal('duration'),
    default: seconds,
    min: seconds.optional(),
    max: seconds.optional(),
  }),
  z.strictObject({ ...input, kind: z.literal('time'), default: secondOfDay }),
  z.strictObject({ ...input, kind: z.literal('text'), default: line(200).min(1) }),
  z.strictObject({ ...input, kind: z.literal('scene') }),
  z.strictObject({ ...input, kind: z.literal('devices') }),
  z.strictObject({ ...input, kind: z.literal('alert') }),
]);
export type BlueprintInput = z.infer<typeof blueprintInput>;

const common = {
  format: z.literal(blueprintFormat),
  version: z.literal(blueprintVersion),
  name: line(60).min(1),
  description: line(500),
  inputs: z.array(blueprintInput).min(1).max(maxBlueprintInputs),
};

/**
 * An automation or a scene without anything of the account that it comes from: in the definition `{ "input": "limit" }` stands where
 * who imports it chooses. In texts `{soil}` stands for the newest value of the variable that is chosen for the input `soil`.
 */
export const blueprint = z.discriminatedUnion('kind', [
  z.strictObject({ ...common, kind: z.literal('automation'), definition: z.json() }),
  z.strictObject({ ...common, kind: z.literal('scene'), actions: z.json() }),
]);
export type Blueprint = z.infer<typeof blueprint>;

/** `GET /api/blueprints`: those that come with the product, by the id of each. */
export const blueprintList = z.object({ blueprints: z.array(z.object({ id: z.string(), blueprint })) });

/** A blueprint as text, as it stands in its file. */
const text = z.string().max(maxBlueprintBytes, 'The blueprint is larger than 64 kB.');
/** `POST /api/blueprints/read`: what of it can be chosen. Throws a 400 with one sentence for what is no blueprint. */
export const readBlueprintRequest = z.object({ text });

/** What was chosen for an input: an id of a device, a key, pin, name or text, several devices, else a number. */
export const blueprintValue = z.object({ id: inputId, value: z.union([z.string().max(200), z.number(), alertScope]) });
export type BlueprintValue = z.infer<typeof blueprintValue>;
/** `POST /api/blueprints/fill`: what the blueprint becomes with these values; nothing is stored. */
export const fillBlueprintRequest = z.object({ text, values: z.array(blueprintValue).max(maxBlueprintInputs) });
export const filledBlueprint = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('automation'), definition: automationDefinition }),
  z.object({ kind: z.literal('scene'), actions: sceneRequest.shape.actions }),
]);
export type FilledBlueprint = z.infer<typeof filledBlueprint>;

/**
 * `POST /api/device/:espid/automations/:id/blueprint` and `POST /api/scenes/:id/blueprint`. `inputs`: which parts who imports it
 * chooses; null: the usual ones. Devices and scenes always are.
 */
export const exportBlueprintRequest = z.object({
  name: line(60).min(1, 'Type a name.'),
  description: line(500),
  inputs: z.array(inputId).max(200).nullable(),
});
export type ExportBlueprintRequest = z.infer<typeof exportBlueprintRequest>;
/** Something of an automation or a scene that can be an input; `always`: it has to be. */
export const blueprintPart = z.object({
  id: inputId,
  kind: z.enum([
    'device',
    'variable',
    'output',
    'event',
    'number',
    'duration',
    'time',
    'text',
    'scene',
    'devices',
    'alert',
  ]),
  label: z.string(),
  always: z.boolean(),
  isInput: z.boolean(),
});
export type BlueprintPart = z.infer<typeof blueprintPart>;
export const exportedBlueprint = z.object({ blueprint, parts: z.array(blueprintPart) });
export type ExportedBlueprint = z.infer<typeof exportedBlueprint>;
