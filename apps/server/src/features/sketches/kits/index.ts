import type { Kit } from '../kit.ts';
import { airPurifier, pms7003, pms7003Dht } from './air.ts';
import { ledEvent, motion, ownValues, relays } from './basics.ts';
import { bme280, dht, ds18b20 } from './climate.ts';
import { hydroponic, level, soil7in1, soilAnalog, soilHumid } from './farm.ts';
import { dds6111, ddsu666, mk229, pzem004t, pzem017 } from './power.ts';
import { dts6111, dts6111Large, dtsu666 } from './three-phase.ts';

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
  ownValues,
  pms7003Dht,
  airPurifier,
  hydroponic,
  soilHumid,
  pzem017,
  mk229,
  ddsu666,
  dds6111,
  dts6111,
  dts6111Large,
  dtsu666,
];
