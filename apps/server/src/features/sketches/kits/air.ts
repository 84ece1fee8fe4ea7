import type { Board } from '../boards.ts';
import { type Kit, type SketchParts, variable } from '../kit.ts';
import { dhtLibraries, pmsLibrary } from '../libraries.ts';
import { serialPort } from '../serial-port.ts';

const dust = [
  variable('pm1', 'PM1', 'µg/m³', 4),
  variable('pm2', 'PM2.5', 'µg/m³', 4),
  variable('pm10', 'PM10', 'µg/m³', 4),
];

/** The PMS7003 sends by itself about once a second; `air` holds the newest reading. */
function pmsParts(board: Board): SketchParts {
  const { serial } = board.pins;
  const port = serialPort(board, serial, { baud: 9600, format: '8N1' });
  return {
    wiring: [`PMS7003: TX to ${serial.rx}, RX to ${serial.tx}, VCC to 5V, GND to GND.`],
    includes: [...port.includes, 'PMS.h'],
    globals: `${port.globals}
PMS pms(port);
PMS::DATA air;
static uint32_t airAt = 0; // when the newest reading came, 0 = never`,
    setup: port.setup,
    always: 'if (pms.read(air)) airAt = millis();',
    measure: `if (airAt == 0 || millis() - airAt > 10000) return; // the sensor is silent
addValue("pm1", air.PM_AE_UG_1_0);
addValue("pm2", air.PM_AE_UG_2_5);
addValue("pm10", air.PM_AE_UG_10_0);`,
  };
}

export const pms7003: Kit = {
  id: 'pms7003',
  name: 'PMS7003 air',
  summary: 'Fine dust in the air: PM1, PM2.5 and PM10.',
  template: { name: 'pms7003', version: 1 },
  variables: dust,
  libraries: [pmsLibrary],
  intervalS: 5,
  parts: pmsParts,
};

/** Where the DHT of the dust kit is: on the ESP8266 D6, as in the public kit. */
const dhtPin = (board: Board) => (board.chip === 'esp8266' ? 'D6' : board.pins.data);

export const pms7003Dht: Kit = {
  id: 'pms7003_dht',
  name: 'PMS7003 air with DHT11',
  summary: 'Fine dust together with temperature and humidity.',
  variables: [...dust, variable('temp', 'Temperature', '°C', 5), variable('humid', 'Humidity', '%', 5)],
  libraries: [pmsLibrary, ...dhtLibraries],
  intervalS: 5,
  parts(board) {
    const pms = pmsParts(board);
    return {
      ...pms,
      wiring: [...pms.wiring, `DHT11: data to ${dhtPin(board)}, plus to 3V3, minus to GND.`],
      includes: [...pms.includes, 'DHT.h'],
      globals: `${pms.globals}
DHT dht(${dhtPin(board)}, DHT11); // write DHT22 for the white one`,
      setup: `${pms.setup}
dht.begin();`,
      measure: `addValue("temp", dht.readTemperature());
addValue("humid", dht.readHumidity());
${pms.measure}`,
    };
  },
};

export const airPurifier: Kit = {
  id: 'pms7003_airpurifier',
  name: 'Air purifier',
  summary: 'A fan that follows the fine dust, with modes that can be chosen from the dashboard.',
  template: { name: 'pms7003_airpurifier', version: 2 },
  variables: [...dust, variable('puri', 'Fan speed', '%', 4)],
  libraries: [pmsLibrary],
  intervalS: 5,
  parts(board) {
    const { fan } = board.pins;
    const pms = pmsParts(board);
    return {
      ...pms,
      wiring: [...pms.wiring, `Fan: through a MOSFET to ${fan}, with its own supply.`],
      globals: `${pms.globals}
static String mode = "auto";  // auto, sleep, normal or turbo
static int startAt = 15;      // PM2.5 at which the fan starts
static int fullAt = 75;       // PM2.5 at which it runs at full speed
static int limit = 100;       // the highest speed, %
static int speed = 0;         // the speed now, %

static void driveFan() {
  if (mode == "sleep") speed = 15;
  else if (mode == "normal") speed = 50;
  else if (mode == "turbo") speed = 100;
  else if (air.PM_AE_UG_2_5 < startAt) speed = 0;
  else speed = map(min((int)air.PM_AE_UG_2_5, fullAt), startAt, max(fullAt, startAt + 1), 15, 100);
  speed = min(speed, limit);
  analogWrite(${fan}, speed * 255 / 100);
}`,
      setup: `${pms.setup}
pinMode(${fan}, OUTPUT);`,
      measure: `driveFan();
addValue("puri", speed);
${pms.measure}`,
      onEvent: `if (name == "Mode") mode = text == "null" ? "auto" : text;
if (name == "Start") startAt = constrain(text.toInt(), 0, 254);
if (name == "Max") fullAt = constrain(text.toInt(), 1, 255);
if (name == "MaxPWM") limit = constrain(text.toInt(), 0, 100);
driveFan();`,
    };
  },
};
