import {
  blueprintList,
  blueprint as blueprintSchema,
  exportBlueprintRequest,
  exportedBlueprint,
  fillBlueprintRequest,
  filledBlueprint,
  readBlueprintRequest,
} from '../../automation/blueprints.ts';
import { espid } from '../farm.ts';
import type { Operations } from '../operation.ts';
import { deviceIdParams, idParams } from '../params.ts';

const device = { id: 'device', kind: 'device', label: 'Board with the fan' };
const fan = { id: 'fan', kind: 'output', label: 'Fan', device: 'device', mode: 'digit' };
const evening = {
  format: 'cyno-blueprint',
  version: 1,
  name: 'Fan in the evening',
  description: 'Turns a fan on every day.',
  kind: 'automation',
  inputs: [device, fan, { id: 'time', kind: 'time', label: 'Time', default: 64_800 }],
  definition: {
    kind: 'timer',
    at: { type: 'time', secondOfDay: { input: 'time' } },
    repeat: { type: 'daily' },
    action: { kind: 'output', pin: { input: 'fan' }, mode: 'digit', value: 1 },
  },
};
const text = JSON.stringify(evening);
const request = { name: evening.name, description: evening.description, inputs: ['fan', 'time'] };
const parts = evening.inputs.map(({ id, kind, label }) => ({
  id,
  kind,
  label,
  always: id === 'device',
  isInput: true,
}));
const damaged = { '400 bad_request': 'The text is no blueprint that this version reads; the sentence says why.' };

export const blueprintOperations = {
  'GET /api/blueprints': {
    summary: 'List the blueprints that come with the product',
    schema: { response: { 200: blueprintList } },
    example: { response: { blueprints: [{ id: 'fan-in-the-evening', blueprint: evening }] } },
  },
  'POST /api/blueprints/read': {
    summary: 'Check a blueprint',
    description: 'Nothing is stored: the response is what its inputs are.',
    errors: damaged,
    schema: { body: readBlueprintRequest, response: { 200: blueprintSchema } },
    example: { body: { text }, response: evening },
  },
  'POST /api/blueprints/fill': {
    summary: 'Fill in the inputs of a blueprint',
    description: 'Nothing is stored: the response is what to preview, to try on the past and to create.',
    errors: { '400 bad_request': 'The text is no blueprint, or a value does not fit its input.' },
    schema: { body: fillBlueprintRequest, response: { 200: filledBlueprint } },
    example: {
      body: {
        text,
        values: [
          { id: 'device', value: espid },
          { id: 'fan', value: '4' },
          { id: 'time', value: 64_800 },
        ],
      },
      response: {
        kind: 'automation',
        definition: {
          ...evening.definition,
          at: { type: 'time', secondOfDay: 64_800 },
          action: { ...evening.definition.action, pin: '4' },
        },
      },
    },
  },
  'POST /api/device/:espid/automations/:id/blueprint': {
    summary: 'Export an automation as a blueprint',
    description:
      'It holds nothing of the account: devices and scenes become inputs, and addresses and ids in texts are left out.',
    errors: { '404 not_found': 'The device has no such automation.' },
    schema: { params: deviceIdParams, body: exportBlueprintRequest, response: { 200: exportedBlueprint } },
    example: { params: { espid, id: 40 }, body: request, response: { blueprint: evening, parts } },
  },
  'POST /api/scenes/:id/blueprint': {
    summary: 'Export a scene as a blueprint',
    errors: { '404 not_found': 'You have no scene with this id.' },
    schema: { params: idParams, body: exportBlueprintRequest, response: { 200: exportedBlueprint } },
    example: {
      params: { id: 3 },
      body: { name: 'Evening', description: '', inputs: null },
      response: {
        blueprint: {
          format: 'cyno-blueprint',
          version: 1,
          name: 'Evening',
          description: '',
          kind: 'scene',
          inputs: [device, fan],
          actions: [{ espid: { input: 'device' }, kind: 'output', pin: { input: 'fan' }, mode: 'digit', value: 0 }],
        },
        parts: parts.slice(0, 2),
      },
    },
  },
} satisfies Operations;
