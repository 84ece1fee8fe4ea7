import { z } from 'zod';
import { annotation, annotationContent, annotationList, annotationsQuery } from '../../telemetry/annotations.ts';
import { espid, morning, ownerEmail, range } from '../farm.ts';
import type { Operations } from '../operation.ts';
import { deviceIdParams, deviceParams } from '../params.ts';

const content = { from: morning, to: null, text: 'Filter changed', tone: 'note' };
const note = { id: 14, ...content, author: ownerEmail, createdAt: morning, changedAt: null };
const params = { espid };
const noteParams = { espid, id: 14 };
const noNote = { '404 not_found': 'The device has no such note.' };

export const annotationOperations = {
  'GET /api/device/:espid/annotations': {
    summary: 'List the notes on the time line of a device',
    schema: { params: deviceParams, querystring: annotationsQuery, response: { 200: annotationList } },
    example: { params, query: { from: range.from, to: range.to + 1 }, response: { annotations: [note], more: false } },
  },
  'POST /api/device/:espid/annotations': {
    summary: 'Add a note to the time line of a device',
    errors: { '409 conflict': 'The device has as many notes as it can have.' },
    schema: { params: deviceParams, body: annotationContent, response: { 201: annotation } },
    example: { params, body: content, response: note },
  },
  'PUT /api/device/:espid/annotations/:id': {
    summary: 'Change a note',
    errors: noNote,
    schema: { params: deviceIdParams, body: annotationContent, response: { 200: annotation } },
    example: { params: noteParams, body: content, response: { ...note, changedAt: morning + 60_000 } },
  },
  'DELETE /api/device/:espid/annotations/:id': {
    summary: 'Delete a note',
    errors: noNote,
    schema: { params: deviceIdParams, response: { 204: z.null() } },
    example: { params: noteParams },
  },
  'POST /api/device/:espid/annotations/:id/restore': {
    summary: 'Restore a deleted note',
    errors: { '404 not_found': 'The device has no such deleted note.' },
    schema: { params: deviceIdParams, response: { 200: annotation } },
    example: { params: noteParams, response: note },
  },
} satisfies Operations;
