import { sketchCatalog, sketchLanguage, sketchResponse } from '../../boards/sketches.ts';
import { sketchRequest } from '../../code/projects.ts';
import { kitSetup } from '../farm.ts';
import type { Operations } from '../operation.ts';

const request = { name: 'Greenhouse', setup: kitSetup, format: 'arduino' };
const budget = { bytes: 61, maxBytes: 512 };
const pins = [{ pin: '4', gpio: 4, modes: ['digit', 'pwm'], note: null }];
const unknown = { '400 bad_request': 'The set-up does not fit the board; `fields` names each problem.' };

export const sketchOperations = {
  'GET /api/sketches/catalog': {
    summary: 'List boards and kits for sketches',
    schema: { querystring: sketchLanguage, response: { 200: sketchCatalog } },
    example: {
      response: {
        boards: [{ id: 'esp32', name: 'ESP32 DevKit', family: 'esp32', pins }],
        kits: [
          {
            id: 'soil',
            name: 'Soil moisture',
            group: 'farm',
            summary: 'Measures how moist the soil is, and drives a pump.',
            sensor: 'Capacitive soil sensor',
            boards: ['esp32'],
            variables: [{ key: 'soil', label: 'Soil moisture', unit: '%', min: 0, max: 100, decimals: 1 }],
            events: [],
            onBoards: [
              {
                board: 'esp32',
                wiring: ['AOUT → 34', 'VCC → 3V3'],
                outputs: [{ pin: '4', name: 'Pump', mode: 'digit' }],
              },
            ],
            template: { name: 'farm', version: 1 },
            libraries: ['CynoIOT'],
            intervalS: 5,
            budget,
          },
        ],
      },
    },
  },
  'POST /api/sketches/generate': {
    summary: 'Generate a sketch',
    description: 'Your e-mail address and connection key are filled in.',
    errors: unknown,
    schema: { querystring: sketchLanguage, body: sketchRequest, response: { 200: sketchResponse } },
    example: {
      body: request,
      response: {
        name: 'Greenhouse',
        files: [{ path: 'Greenhouse.ino', text: '#include <cynoiot.h>\n', editLines: [1] }],
        notes: ['Type the name and password of your network.'],
        budget,
      },
    },
  },
  'POST /api/sketches/zip': {
    summary: 'Download a generated sketch',
    description: 'The response is a ZIP file with the folder of the sketch.',
    errors: unknown,
    schema: { querystring: sketchLanguage, body: sketchRequest },
    example: { body: request },
  },
} satisfies Operations;
