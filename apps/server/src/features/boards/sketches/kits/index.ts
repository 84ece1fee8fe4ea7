import type { Kit } from '../kit.ts';
import { pms7003, pms7003Dht } from './air.ts';
import { airPurifier } from './air-purifier.ts';
import { debugText, gpioControl, ledEvent, motion, ownValues, relays } from './basics.ts';
import { bme280, dht, dht11, ds18b20 } from './climate.ts';
import { hydroponic, level, soil7in1, soilAnalog, soilHumid } from './farm.ts';
import { irrigationKits } from './irrigation.ts';
import { dds6111, ddsu666, mk229, pzem004t, pzem017 } from './power.ts';
import { presence } from './presence.ts';
import { dts6111, dts6111Large, dtsu666, pm2230 } from './three-phase.ts';

/** The kits to choose from, commonest first. */
export const kits: readonly Kit[] = [
  dht,
  pms7003,
  pzem004t,
  relays,
  soil7in1,
  soilAnalog,
  bme280,
  ds18b20,
  level,
  motion,
  ledEvent,
  gpioControl,
  ownValues,
  dht11,
  debugText,
  presence,
  pms7003Dht,
  airPurifier,
  ...irrigationKits,
  hydroponic,
  soilHumid,
  pzem017,
  mk229,
  ddsu666,
  dds6111,
  dts6111,
  dts6111Large,
  dtsu666,
  pm2230,
];
