import {
  commandList,
  commandsQuery,
  controlState,
  eventRequest,
  eventSettings,
  ioRequest,
  outputSettings,
} from '../../boards/control.ts';
import { switchedQuery, switchedResponse } from '../../telemetry/replay.ts';
import { espid, pumpOutput, queuedCommand, range, sentCommand } from '../farm.ts';
import type { Operations } from '../operation.ts';
import { deviceParams, eventNameParams, outputParams } from '../params.ts';

const params = { espid };
const event = {
  name: 'mode',
  label: 'Irrigation',
  widget: 'choice',
  min: null,
  max: null,
  step: null,
  choices: ['auto', 'off'],
  locked: false,
  momentary: false,
  wanted: 'auto',
  reported: 'auto',
  reportedAt: range.to,
  changedBy: null,
};
const state = {
  pins: [{ pin: '4', gpio: 4, modes: ['digit', 'pwm'], note: null }],
  outputs: [pumpOutput],
  events: [event],
  commands: [sentCommand],
};
const sendErrors = {
  '403 forbidden': 'The device is paused because the plan has no room for it.',
  '409 limit_reached': 'Too many commands wait for the board.',
  '429 rate_limited': 'A board takes 5 commands a second.',
} as const;
const tooMany = { '409 limit_reached': 'The device has as many outputs or events as it can have.' };
const pinParams = { espid, pin: '4' };
const eventParams = { espid, name: 'mode' };

export const controlOperations = {
  'GET /api/device/:espid/control': {
    summary: 'Get the outputs, events and commands of a device',
    schema: { params: deviceParams, response: { 200: controlState } },
    example: { params, response: state },
  },
  'POST /api/device/:espid/io': {
    summary: 'Switch outputs of a device',
    description: 'The response comes before the board reports: follow the commands by their ids.',
    errors: { '400 bad_request': 'A pin is named twice, or cannot be driven like this.', ...sendErrors },
    schema: { params: deviceParams, body: ioRequest, response: { 202: commandList } },
    example: {
      params,
      body: { pins: [{ pin: '4', mode: 'digit', value: 1 }] },
      response: { commands: [queuedCommand] },
    },
  },
  'POST /api/device/:espid/event': {
    summary: 'Send an event to a device',
    description: 'The response comes before the board reports: follow the command by its id.',
    errors: { '400 bad_request': 'The value does not fit the set-up of the event.', ...sendErrors },
    schema: { params: deviceParams, body: eventRequest, response: { 202: commandList } },
    example: {
      params,
      body: { name: 'mode', value: 'auto' },
      response: { commands: [{ ...queuedCommand, kind: 'event', target: 'mode', mode: null, value: 'auto' }] },
    },
  },
  'GET /api/device/:espid/commands': {
    summary: 'List the commands of one output or event',
    description: 'Newest first.',
    schema: { params: deviceParams, querystring: commandsQuery, response: { 200: commandList } },
    example: { params, query: { kind: 'output', target: '4', limit: 1 }, response: { commands: [sentCommand] } },
  },
  'GET /api/device/:espid/switched': {
    summary: 'Get what outputs and events were in a range',
    schema: { params: deviceParams, querystring: switchedQuery, response: { 200: switchedResponse } },
    example: { params, query: range, response: { before: [], commands: [sentCommand] } },
  },
  'PUT /api/device/:espid/outputs/:pin': {
    summary: 'Set up an output',
    errors: { '400 bad_request': 'The board has no such pin, or cannot drive it like this.', ...tooMany },
    schema: { params: outputParams, body: outputSettings, response: { 200: controlState } },
    example: {
      params: pinParams,
      body: { mode: 'digit', name: 'Pump', locked: false, momentaryMs: null },
      response: state,
    },
  },
  'DELETE /api/device/:espid/outputs/:pin': {
    summary: 'Remove an output',
    errors: { '404 not_found': 'The device has no such output.' },
    schema: { params: outputParams, response: { 200: controlState } },
    example: { params: pinParams, response: { ...state, outputs: [] } },
  },
  'PUT /api/device/:espid/events/:name': {
    summary: 'Set up an event',
    errors: { '400 bad_request': 'The settings do not fit each other, or the name is none of an event.', ...tooMany },
    schema: { params: eventNameParams, body: eventSettings, response: { 200: controlState } },
    example: {
      params: eventParams,
      body: {
        label: 'Irrigation',
        widget: 'choice',
        min: null,
        max: null,
        step: null,
        choices: ['auto', 'off'],
        locked: false,
        momentary: false,
      },
      response: state,
    },
  },
  'DELETE /api/device/:espid/events/:name': {
    summary: 'Remove an event',
    errors: { '404 not_found': 'The device has no such event.' },
    schema: { params: eventNameParams, response: { 200: controlState } },
    example: { params: eventParams, response: { ...state, events: [] } },
  },
} satisfies Operations;
