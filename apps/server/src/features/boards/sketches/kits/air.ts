import type { KitVariable } from '@cyno/contract';
import type { Board } from '../boards.ts';
import type { Kit, SketchParts } from '../kit.ts';
import { dhtLibraries, pmsLibrary } from '../libraries.ts';
import { serialPort } from '../serial-port.ts';

const dust = (key: string, label: string): KitVariable => ({
  key,
  label,
  unit: 'µg/m³',
  min: 0,
  max: 999,
  decimals: 0,
});

export const dustVariables = [dust('pm1', 'PM1'), dust('pm2', 'PM2.5'), dust('pm10', 'PM10')];

/** The PMS7003 sends by itself about once a second; `air` holds the newest reading, `isFresh()` is true when there is one. */
export function pmsParts(board: Board): SketchParts {
  const { serial } = board.pins;
  const port = serialPort(board, serial, { baud: 9600, format: '8N1' });
  return {
    wiring: [`PMS7003: TX to ${serial.rx}, RX to ${serial.tx}, VCC to 5V, GND to GND.`],
    pins: [serial.rx, serial.tx],
    includes: [...port.includes, 'PMS.h'],
    globals: `${port.globals}
PMS pms(port);
PMS::DATA air;
static uint32_t airAt = 0; // when the newest reading came, 0 = never

static bool isFresh() {
  return airAt != 0 && millis() - airAt < 10000;
}`,
    setup: port.setup,
    always: 'if (pms.read(air)) airAt = millis();',
    measure: `if (!isFresh()) return; // the sensor is silent
addValue("pm1", air.PM_AE_UG_1_0, 0);
addValue("pm2", air.PM_AE_UG_2_5, 0); // PM2.5
addValue("pm10", air.PM_AE_UG_10_0, 0);`,
  };
}

export const pms7003: Kit = {
  id: 'pms7003',
  name: 'PMS7003 air',
  group: 'air',
  summary: 'Fine dust in the air: PM1, PM2.5 (sent as pm2) and PM10.',
  sensor: 'PMS7003',
  template: { name: 'pms7003', version: 1 },
  variables: dustVariables,
  libraries: [pmsLibrary],
  intervalS: 5,
  parts: pmsParts,
};

/** Where the DHT of the dust kit is: on the ESP8266 D6, as in the public kit. */
const dhtPin = (board: Board) => (board.chip === 'esp8266' ? 'D6' : board.pins.data);

export const pms7003Dht: Kit = {
  id: 'pms7003_dht',
  name: 'PMS7003 air with DHT11',
  group: 'air',
  summary: 'Fine dust together with temperature and humidity. When the DHT fails, the dust is still sent.',
  sensor: 'PMS7003 and DHT11',
  template: { name: 'pms7003_dht', version: 1 },
  variables: [
    ...dustVariables,
    { key: 'temp', label: 'Temperature', unit: '°C', min: -40, max: 80, decimals: 1 },
    { key: 'humid', label: 'Humidity', unit: '%', min: 0, max: 100, decimals: 1 },
  ],
  libraries: [pmsLibrary, ...dhtLibraries],
  intervalS: 5,
  parts(board) {
    const pms = pmsParts(board);
    return {
      ...pms,
      wiring: [...pms.wiring, `DHT11: data to ${dhtPin(board)}, plus to 3V3, minus to GND.`],
      pins: [...pms.pins, dhtPin(board)],
      includes: [...pms.includes, 'DHT.h'],
      globals: `${pms.globals}
DHT dht(${dhtPin(board)}, DHT11); // write DHT22 for the white one`,
      setup: `${pms.setup}
dht.begin();`,
      measure: `addValue("temp", dht.readTemperature(), 1);
addValue("humid", dht.readHumidity(), 1);
${pms.measure}`,
    };
  },
};
