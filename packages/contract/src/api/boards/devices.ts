import { z } from 'zod';
import { deviceLogQuery, deviceLogResponse } from '../../boards/device-log.ts';
import {
  copySettingsRequest,
  copySettingsResponse,
  type Device,
  device,
  deviceList,
  deviceListQuery,
  devicePatch,
  packedDeviceList,
  updateOrderRequest,
  updateOrderResponse,
} from '../../boards/devices.ts';
import { bulkRequest, bulkResponse } from '../../boards/many-devices.ts';
import { DevicePacker } from '../../boards/packed-devices.ts';
import { dayMs, espid, greenhouse, morning, otherEspid } from '../farm.ts';
import type { Operations } from '../operation.ts';
import { deviceParams } from '../params.ts';

const params = { espid };

function packed(one: Device) {
  const packer = new DevicePacker();
  packer.add(one);
  return packer.finish();
}

export const deviceOperations = {
  'GET /api/device/': {
    summary: 'List your devices',
    description: 'Devices in your order, with the newest values of their variables; behind them the boards that wait.',
    schema: { response: { 200: deviceList } },
    example: { response: [greenhouse] },
  },
  'GET /api/device-list': {
    summary: 'List your devices by column',
    description:
      'The same as `GET /api/device/` in a fraction of its size, for accounts with thousands of devices. A column with one entry stands for all rows; `layout` is, for each device, the place in `layouts` of what describes its variables, and `value`, `at` and `intervalMs` have those of all variables, device by device. With `limit` the first devices only; `total` and `online` count all.',
    schema: { querystring: deviceListQuery, response: { 200: packedDeviceList } },
    example: { query: { limit: 1 }, response: { total: 1, online: 1, devices: packed(device.parse(greenhouse)) } },
  },
  'POST /api/device/update-order/': {
    summary: 'Reorder your devices',
    errors: { '400 bad_request': 'The list does not name each of your devices exactly once.' },
    schema: { body: updateOrderRequest, response: { 200: updateOrderResponse } },
    example: {
      body: { devices: [{ espid }, { espid: otherEspid }] },
      response: {
        devices: [
          { espid, order: 0 },
          { espid: otherEspid, order: 1 },
        ],
      },
    },
  },
  'GET /api/device/:espid': {
    summary: 'Get a device with its newest values',
    schema: { params: deviceParams, response: { 200: device } },
    example: { params, response: greenhouse },
  },
  'PATCH /api/device/:espid': {
    summary: 'Change the settings of a device',
    description: 'What is left out stays as it is.',
    errors: {
      '400 bad_request': 'The body names nothing to change, or a chip although the id of the board names it.',
      '403 forbidden': 'Only the owner of a device may make it a favourite.',
    },
    schema: { params: deviceParams, body: devicePatch, response: { 200: device } },
    example: { params, body: { name: 'Greenhouse', tags: ['vegetables'] }, response: greenhouse },
  },
  'DELETE /api/device/:espid': {
    summary: 'Delete a device',
    description: 'It can be restored, with its history, until the instant of the response.',
    schema: { params: deviceParams, response: { 200: z.object({ restorableUntil: z.number() }) } },
    example: { params, response: { restorableUntil: morning + 7 * dayMs } },
  },
  'POST /api/device/:espid/restore': {
    summary: 'Restore a deleted device',
    errors: {
      '403 limit_reached': 'Your account or its plan has no room for another device.',
      '404 not_found': 'You have no deleted device with this id.',
    },
    schema: { params: deviceParams, response: { 200: device } },
    example: { params, response: greenhouse },
  },
  'GET /api/device/:espid/log': {
    summary: 'List the event log of a device',
    description: 'Newest first, as on the Console tab.',
    schema: { params: deviceParams, querystring: deviceLogQuery, response: { 200: deviceLogResponse } },
    example: {
      params,
      query: { kinds: 'connected,command', limit: 2 },
      response: {
        lines: [{ id: 5107, at: morning, kind: 'connected', text: 'connected from 192.0.2.17', raw: null, run: null }],
      },
    },
  },
  'POST /api/device/:espid/copy-settings': {
    summary: 'Copy settings to other devices',
    description:
      'To devices of the same account and board family; what they have under the same name is overwritten. `failed` names those of several that could not take it, and why.',
    errors: {
      '400 bad_request': 'A target is the device itself or another kind of board.',
      '409 limit_reached': 'The only target has no room for more outputs or events.',
    },
    schema: { params: deviceParams, body: copySettingsRequest, response: { 200: copySettingsResponse } },
    example: {
      params,
      body: { to: [otherEspid], parts: ['variables', 'tags'] },
      response: { devices: [{ espid: otherEspid, copied: { variables: 1, tags: 1 } }], failed: [] },
    },
  },
  'POST /api/device/bulk': {
    summary: 'Change, delete or restore several devices',
    description: 'Each device by itself: `failed` names those that could not, and why.',
    errors: {
      '400 bad_request': 'The body names nothing to change.',
      '403 forbidden': 'Access tokens may not restore devices.',
      '404 not_found': 'You have no group with this id.',
    },
    schema: { body: bulkRequest, response: { 200: bulkResponse } },
    example: {
      body: { devices: [espid, otherEspid], act: { kind: 'change', addTags: ['vegetables'], groupId: 4 } },
      response: {
        done: [espid],
        failed: [{ espid: otherEspid, error: `There is no device "${otherEspid}" in your account.` }],
      },
    },
  },
} satisfies Operations;
