import { z } from 'zod';
import {
  boardOrder,
  deviceFirmware,
  firmwareImage,
  firmwareImageList,
  firmwareImagePatch,
  firmwareUpload,
  firmwareUploadQuery,
  resetRequest,
  rolloutList,
  rolloutRequest,
  rollout as rolloutSchema,
  rolloutsQuery,
} from '../../boards/firmware.ts';
import { dayMs, espid, morning, ownerEmail } from '../farm.ts';
import type { Operations } from '../operation.ts';
import { deviceParams, idParams } from '../params.ts';

const image = {
  id: 21,
  fileName: 'greenhouse.bin',
  version: '1.4.0',
  notes: 'Reads the soil sensor more slowly.',
  family: 'esp32',
  bytes: 912_384,
  flashBytes: 4_194_304,
  md5: '00112233445566778899aabbccddeeff',
  uploadedAt: morning,
  runsOn: 1,
};
const imageName = { id: 21, fileName: 'greenhouse.bin', version: '1.4.0' };
const job = {
  id: 70,
  rolloutId: 33,
  espid,
  deviceName: 'Greenhouse',
  image: imageName,
  state: 'waiting',
  percent: 0,
  createdAt: morning,
  startedAt: null,
  finishedAt: null,
  reason: null,
  by: ownerEmail,
};
const rollout = {
  id: 33,
  image: imageName,
  strategy: 'first_then_rest',
  state: 'running',
  reason: null,
  createdAt: morning,
  by: ownerEmail,
  jobs: [job],
};
const noImage = { '404 not_found': 'You have no such firmware image.' };
const params = { espid };
const orderErrors = {
  '403 forbidden': 'The device is paused because the plan has no room for it.',
  '409 conflict': 'The board is offline, or its firmware is too old.',
} as const;

export const firmwareOperations = {
  'POST /api/firmware/images': {
    summary: 'Upload a firmware image',
    description: 'The image is the body, of type `application/octet-stream`.',
    errors: {
      '400 bad_request': 'The body is no firmware image of an ESP board, or is damaged.',
      '409 limit_reached': 'The account has no room for another image.',
      '413 too_large': 'A firmware image may have 16 MB.',
      '429 rate_limited': 'Other uploads are under way.',
    },
    schema: { querystring: firmwareUploadQuery, response: { 200: firmwareUpload, 201: firmwareUpload } },
    example: { query: { fileName: 'greenhouse.bin', version: '1.4.0' }, response: { image, known: false } },
  },
  'GET /api/firmware/images': {
    summary: 'List your firmware images',
    schema: { response: { 200: firmwareImageList } },
    example: { response: { images: [image], usedBytes: 912_384, maxBytes: 104_857_600 } },
  },
  'PATCH /api/firmware/images/:id': {
    summary: 'Change the version and notes of an image',
    errors: noImage,
    schema: { params: idParams, body: firmwareImagePatch, response: { 200: firmwareImage } },
    example: {
      params: { id: 21 },
      body: { version: '1.4.0', notes: 'Reads the soil sensor more slowly.' },
      response: image,
    },
  },
  'DELETE /api/firmware/images/:id': {
    summary: 'Delete a firmware image',
    errors: { ...noImage, '409 conflict': 'An update with this image is under way.' },
    schema: { params: idParams, response: { 204: z.null() } },
    example: { params: { id: 21 } },
  },
  'GET /api/firmware/rollouts': {
    summary: 'List your firmware rollouts',
    description:
      'The newest 50. With `espid`: only those that are under way, and the newest one that this device had together with others.',
    errors: { '404 not_found': 'You have no such device.' },
    schema: { querystring: rolloutsQuery, response: { 200: rolloutList } },
    example: { response: { rollouts: [rollout] } },
  },
  'POST /api/firmware/rollouts': {
    summary: 'Update the firmware of devices',
    errors: {
      '400 bad_request': 'A device is named twice.',
      '404 not_found': 'You have no such firmware image or device.',
      '409 conflict': 'A board cannot take the image or is being updated already; `fields` names each.',
    },
    schema: { body: rolloutRequest, response: { 202: rolloutSchema } },
    example: { body: { imageId: 21, espids: [espid], strategy: 'first_then_rest' }, response: rollout },
  },
  'POST /api/firmware/rollouts/:id/stop': {
    summary: 'Stop a firmware rollout',
    description: 'Boards that have begun to download finish.',
    errors: { '404 not_found': 'You have no such rollout.' },
    schema: { params: idParams, response: { 200: rolloutSchema } },
    example: {
      params: { id: 33 },
      response: {
        ...rollout,
        state: 'stopped',
        reason: `Stopped by ${ownerEmail}.`,
        jobs: [{ ...job, state: 'cancelled', finishedAt: morning }],
      },
    },
  },
  'GET /api/device/:espid/firmware': {
    summary: 'Get the firmware and the updates of a device',
    schema: { params: deviceParams, response: { 200: deviceFirmware } },
    example: {
      params,
      response: {
        current: imageName,
        currentSince: morning,
        previous: null,
        jobs: [job],
        reach: { port: null, lastDownloadAt: morning - dayMs },
      },
    },
  },
  'POST /api/device/:espid/reboot': {
    summary: 'Restart a board',
    errors: orderErrors,
    schema: { params: deviceParams, response: { 202: boardOrder } },
    example: { params, response: { sent: true } },
  },
  'POST /api/device/:espid/reset': {
    summary: 'Wipe what a board stores',
    description: 'The body repeats the id of the device, so that no board is wiped by mistake.',
    errors: { '400 bad_request': 'The id in the body is not that of the device.', ...orderErrors },
    schema: { params: deviceParams, body: resetRequest, response: { 202: boardOrder } },
    example: { params, body: { espid }, response: { sent: true } },
  },
  'GET /api/ota/:token/update': {
    summary: 'Download a firmware update',
    description: 'For boards: the address is sent to a board when its update is due. The response is the image.',
    errors: {
      '403 forbidden': 'The download is for another board, or the board cannot take the image.',
      '404 not_found': 'No download waits at this address.',
      '503 unavailable': 'Too many boards fetch firmware at this moment.',
    },
    schema: { params: z.object({ token: z.string() }) },
    example: { params: { token: 'EXAMPLE' } },
  },
} satisfies Operations;
