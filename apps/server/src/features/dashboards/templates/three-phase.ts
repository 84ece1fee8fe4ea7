import { chart, gauge, type Tile, value } from './grid.ts';
import { mainsVoltage } from './power.ts';
import type { Template } from './template.ts';

const phases = ['a', 'b', 'c'] as const;
const voltages = phases.map((phase) => mainsVoltage(`V${phase}`, `Voltage ${phase.toUpperCase()}`));
const eachPhase = (prefix: string, title: string): Tile[] =>
  phases.map((phase) => value(`${prefix}${phase}`, `${title} ${phase.toUpperCase()}`));
const keysOf = (prefix: string) => phases.map((phase) => `${prefix}${phase}`);

/** Signed: what is fed into the grid counts below zero. */
const powers = phases.map((phase) => gauge(`P${phase}`, `Power ${phase.toUpperCase()}`, { min: -20, max: 20 }));

/** A third of the width. */
const third = (tile: Tile): Tile => ({ ...tile, width: 4 });
/** As high as the three values beside it. */
const besideThree = (title: string, keys: readonly string[]): Tile => ({ ...chart(title, keys, 9), height: 6 });

const common = (powerFactor: string, frequency: string): Tile[] => [
  ...voltages.map(third),
  ...powers.map(third),
  besideThree('Power, last 24 hours', keysOf('P')),
  ...eachPhase('I', 'Current'),
  besideThree('Current, last 24 hours', keysOf('I')),
  ...eachPhase(powerFactor, 'Power factor'),
  value(frequency, 'Frequency'),
];

const dts6111 = [
  ...common('PF', 'f'),
  value('Et', 'Energy, total'),
  value('Ei', 'Energy, imported'),
  value('Ee', 'Energy, exported'),
];

const threeDirections = [
  ...common('Pf', 'F'),
  value('E1', 'Imported, total'),
  ...phases.map((phase, index) => value(`E${index + 2}`, `Imported ${phase.toUpperCase()}`)),
  value('E5', 'Exported, total'),
  ...phases.map((phase, index) => value(`E${index + 6}`, `Exported ${phase.toUpperCase()}`)),
];

/** Three-phase meters. */
export const threePhaseTemplates: readonly Template[] = [
  { name: 'dts6111', version: 1, title: 'Three-phase meter DTS6111', tiles: dts6111 },
  {
    name: 'dts6111-300a',
    version: 1,
    title: 'Three-phase meter DTS6111, 300 A',
    tiles: [
      ...dts6111,
      value('Ert', 'Reactive energy, total'),
      value('Eri', 'Reactive energy, imported'),
      value('Ere', 'Reactive energy, exported'),
    ],
  },
  { name: 'dtsu666', version: 1, title: 'Three-phase meter DTSU666', tiles: threeDirections },
  { name: 'pm2230', version: 1, title: 'Three-phase meter PM2230', tiles: threeDirections },
];
