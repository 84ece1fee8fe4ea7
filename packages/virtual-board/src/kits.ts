import { clamp, daylight, dayWave, during, type Random, resolution, wander } from './signals.ts';

/** The moment of a reading: second of the local day, and seconds since the reading before. */
export interface Moment {
  secondOfDay: number;
  elapsedS: number;
}

/** What a sketch measures: the payload of its `template/name`, and a source of readings. */
export interface Kit {
  template: string;
  begin(random: Random): (moment: Moment) => Record<string, number>;
}

export type KitName = 'climate' | 'soil' | 'power' | 'air' | 'tank';

/** Air and soil of a tropical garden: temp °C, humid %RH, light lux, soil %. */
const climate: Kit = {
  template: 'climate,1',
  begin(random) {
    const air = airOf(random);
    const clouds = wander(random, 0.22, 500);
    const flicker = wander(random, 0.015, 4);
    const wetness = wander(random, 0.5, 400);
    return (moment) => {
      const { secondOfDay, elapsedS } = moment;
      const sky = clamp(0.72 + clouds(elapsedS), 0.12, 1);
      const sun = 54_000 * daylight(secondOfDay) ** 1.3 * sky;
      const lamp = 160 * during(secondOfDay, 18.5, 22.5) + 3;
      const light = (sun + lamp) * (1 + flicker(elapsedS));
      // Watered for four minutes at 6 and 18 o'clock, drying in between.
      const sinceWatering = (secondOfDay + 6 * 3600) % (12 * 3600);
      const dried = 41 + 23 * Math.exp(-sinceWatering / 16_000);
      const soil = sinceWatering < 240 ? 42.5 + (dried - 42.5) * (sinceWatering / 240) : dried;
      return {
        ...air(moment),
        light: Math.round(light),
        soil: resolution(clamp(soil + wetness(elapsedS), 0, 100), 0.1),
      };
    };
  },
};

/** A seven-in-one soil probe: humid %, temp °C, ec µS/cm, ph, n, p, k mg/kg. */
const soil: Kit = {
  template: 'smart_farm_7in1,1',
  begin(random) {
    const wetness = wander(random, 1.2, 1800);
    const warmth = wander(random, 0.3, 3600);
    const acid = wander(random, 0.06, 7200);
    const food = wander(random, 4, 5400);
    return ({ secondOfDay, elapsedS }) => {
      const humid = clamp(34 + 4 * dayWave(secondOfDay, 7) + wetness(elapsedS), 5, 60);
      const nutrients = food(elapsedS);
      return {
        humid: resolution(humid, 0.1),
        temp: resolution(26.5 + 1.8 * dayWave(secondOfDay, 17) + warmth(elapsedS), 0.1),
        ec: Math.round(380 + 9 * humid + 6 * nutrients),
        ph: resolution(6.6 + acid(elapsedS), 0.1),
        n: Math.round(42 + nutrients),
        p: Math.round(58 + nutrients * 1.3),
        k: Math.round(116 + nutrients * 2.4),
      };
    };
  },
};

/** The mains of a small house: v V, i A, p W, e kWh, f Hz, pf. */
const power: Kit = {
  template: 'pzem004t,1',
  begin(random) {
    const grid = wander(random, 1.6, 400);
    const ripple = wander(random, 0.2, 3);
    const frequency = wander(random, 0.025, 90);
    const people = wander(random, 45, 240);
    const fridgePhase = random() * 3000;
    let e = 1180 + random() * 400;
    return ({ secondOfDay, elapsedS }) => {
      const fridge = (secondOfDay + fridgePhase) % 3000 < 1100 ? 115 : 4;
      const home = 380 * during(secondOfDay, 6, 8) + 640 * during(secondOfDay, 17.5, 22.5);
      const cooling = 780 * during(secondOfDay, 12.5, 15.5) * ((secondOfDay % 900) / 900 < 0.6 ? 1 : 0.1);
      const p = Math.max(18, 84 + fridge + home + cooling + people(elapsedS));
      const v = 229 - p / 900 + grid(elapsedS) + ripple(elapsedS);
      const pf = clamp(0.82 + p / 9000 + ripple(0) / 60, 0.5, 1);
      e += (p * elapsedS) / 3_600_000;
      return {
        v: resolution(v, 0.1),
        i: resolution(p / (v * pf), 0.001),
        p: resolution(p, 0.1),
        e: resolution(e, 0.001),
        f: resolution(50 + frequency(elapsedS), 0.1),
        pf: resolution(pf, 0.01),
      };
    };
  },
};

/** Dust by a road, with temperature and humidity: pm1, pm2 (PM2.5), pm10 µg/m³, temp °C, humid %RH. */
const air: Kit = {
  template: '0',
  begin(random) {
    const weather = airOf(random);
    const haze = wander(random, 5, 2400);
    const gusts = wander(random, 1.4, 15);
    return (moment) => {
      const { secondOfDay, elapsedS } = moment;
      const traffic = 13 * during(secondOfDay, 6.5, 9) + 16 * during(secondOfDay, 17, 20);
      const pm2 = Math.max(2, 17 + traffic + haze(elapsedS) + gusts(elapsedS));
      return {
        pm1: Math.round(pm2 * 0.66),
        pm2: Math.round(pm2),
        pm10: Math.round(pm2 * 1.34 + 2),
        ...weather(moment),
      };
    };
  },
};

/** A hydroponic tank: level cm (minus the distance from sensor to water), tds ppm, ec µS/cm, temp °C. */
const tank: Kit = {
  template: '0',
  begin(random) {
    const waves = wander(random, 0.15, 3);
    const salts = wander(random, 12, 3000);
    const warmth = wander(random, 0.2, 3600);
    return ({ secondOfDay, elapsedS }) => {
      // Filled to the brim every six hours, drunk by the plants in between.
      const drunk = (secondOfDay % 21_600) / 21_600;
      const tds = Math.round(720 + 70 * drunk + salts(elapsedS));
      return {
        level: resolution(-8 - 17 * drunk + waves(elapsedS), 0.1),
        tds,
        ec: tds * 2,
        temp: resolution(25.4 + 1.6 * dayWave(secondOfDay, 16) + warmth(elapsedS), 0.1),
      };
    };
  },
};

/** Temperature that follows the sun with some lag, and the humidity that goes against it. */
function airOf(random: Random): (moment: Moment) => { temp: number; humid: number } {
  const front = wander(random, 0.7, 1500);
  const breeze = wander(random, 0.12, 20);
  const moisture = wander(random, 1.6, 1200);
  const draught = wander(random, 0.35, 15);
  return ({ secondOfDay, elapsedS }) => {
    const temp = 28.2 + 4.3 * dayWave(secondOfDay, 14.5) + front(elapsedS) + breeze(elapsedS);
    const humid = 67 - 3.1 * (temp - 28.2) + moisture(elapsedS) + draught(elapsedS);
    return { temp: resolution(temp, 0.1), humid: resolution(clamp(humid, 25, 99), 0.1) };
  };
}

/** The kits by name. */
export const kits: Readonly<Record<KitName, Kit>> = { climate, soil, power, air, tank };
