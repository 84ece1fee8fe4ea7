import { absoluteHumidity, dewPoint, heatIndex, vapourPressureDeficit, wetBulb } from './climate.ts';
import { areaState, hoursState, previousState, totalState } from './counters.ts';
import type { State } from './state.ts';
import { agoState, windowState } from './windows.ts';

/** What a function takes at a place; a `unit` is the one that it reckons in. */
export interface Parameter {
  readonly name: string;
  readonly unit?: string;
  readonly isDuration?: boolean;
}

interface Documented {
  readonly name: string;
  readonly group: 'Numbers' | 'Air' | 'Time' | 'Counters';
  /** What it returns, as a sentence. */
  readonly about: string;
  readonly example: string;
  readonly parameters: readonly Parameter[];
  /** How many of the parameters may be left out, or come any number of times after the last. */
  readonly optional?: number;
  readonly hasMore?: boolean;
  /** The unit of the result: one of its own, `same` as the first value's, or none that is known. */
  readonly unit: string | 'same' | null;
}

/** A function without a memory. */
export interface PlainFunction extends Documented {
  apply(...values: number[]): number;
}

/** A function that remembers earlier values of its first parameter. */
export interface RememberingFunction extends Documented {
  /** `lengthMs` is its duration. */
  begin(lengthMs: number): State;
  /** True where the result is how far two values are apart. */
  readonly isDifference?: boolean;
  /** True where a value counts again with each message of the device, although it did not come with it. */
  readonly holds?: boolean;
  /** What it remembers, where that is not its first value. */
  prepare?(...values: number[]): number;
  /** The result, where that is not what it remembers. */
  combine?(value: number, remembered: number): number;
}

export type FunctionEntry = PlainFunction | RememberingFunction;

const x: Parameter = { name: 'x' };
const temperature: Parameter = { name: 'temperature', unit: '°C' };
const humidity: Parameter = { name: 'humidity', unit: '%' };
const duration: Parameter = { name: 'duration', isDuration: true };
const several = { parameters: [{ name: 'a' }, { name: 'b' }], hasMore: true, unit: 'same' } as const;
const air = { group: 'Air', parameters: [temperature, humidity] } as const;
const one = { group: 'Numbers', parameters: [x] } as const;
const window = { group: 'Time', parameters: [x, duration] } as const;
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

function rounded(value: number, digits = 0): number {
  const scale = 10 ** Math.min(Math.max(Math.round(digits), 0), 15);
  return Math.round(value * scale) / scale;
}

const plain: readonly PlainFunction[] = [
  {
    ...one,
    name: 'abs',
    about: 'The number without its sign.',
    example: 'abs(balance)',
    unit: 'same',
    apply: Math.abs,
  },
  {
    ...one,
    name: 'round',
    about: 'Rounded to whole numbers, or to so many digits.',
    example: 'round(temp, 1)',
    parameters: [x, { name: 'digits' }],
    optional: 1,
    unit: 'same',
    apply: rounded,
  },
  { ...one, name: 'floor', about: 'Rounded down.', example: 'floor(level)', unit: 'same', apply: Math.floor },
  { ...one, name: 'ceil', about: 'Rounded up.', example: 'ceil(level)', unit: 'same', apply: Math.ceil },
  { ...one, name: 'sqrt', about: 'The square root.', example: 'sqrt(x^2 + y^2)', unit: null, apply: Math.sqrt },
  {
    ...one,
    name: 'ln',
    about: 'The natural logarithm.',
    example: 'ln(resistance / 10000)',
    unit: null,
    apply: Math.log,
  },
  {
    ...one,
    name: 'log10',
    about: 'The logarithm to base 10.',
    example: '20 * log10(level)',
    unit: null,
    apply: Math.log10,
  },
  { ...one, name: 'exp', about: 'e to the power of the number.', example: 'exp(-x)', unit: null, apply: Math.exp },
  {
    ...one,
    name: 'sin',
    about: 'The sine of an angle in radians.',
    example: 'sin(angle * pi / 180)',
    unit: null,
    apply: Math.sin,
  },
  {
    ...one,
    name: 'cos',
    about: 'The cosine of an angle in radians.',
    example: 'cos(angle * pi / 180)',
    unit: null,
    apply: Math.cos,
  },
  {
    ...one,
    name: 'number',
    about: 'The same number without its unit, so that it goes with any other.',
    example: 'number(temp) + number(humid)',
    unit: null,
    apply: (value) => value,
  },
  {
    ...one,
    name: 'clamp',
    about: 'The number, but never below the one limit or above the other.',
    example: 'clamp(level, 0, 100)',
    parameters: [x, { name: 'low' }, { name: 'high' }],
    unit: 'same',
    apply: (value, low = 0, high = 0) => Math.min(Math.max(value, low), high),
  },
  {
    ...one,
    name: 'map',
    about: 'Moves a number from one range into another, such as a distance into per cent.',
    example: 'map(distance, 120, 20, 0, 100)',
    parameters: [x, { name: 'fromLow' }, { name: 'fromHigh' }, { name: 'toLow' }, { name: 'toHigh' }],
    unit: null,
    apply: (value, fromLow = 0, fromHigh = 0, toLow = 0, toHigh = 0) =>
      toLow + ((value - fromLow) * (toHigh - toLow)) / (fromHigh - fromLow),
  },
  {
    ...several,
    group: 'Numbers',
    name: 'avg',
    about: 'The average of several values.',
    example: 'avg(temp1, temp2)',
    apply: (...values) => sumOf(values) / values.length,
  },
  {
    ...several,
    group: 'Numbers',
    name: 'sum',
    about: 'The sum of several values.',
    example: 'sum(Pa, Pb, Pc)',
    apply: (...values) => sumOf(values),
  },
  {
    ...several,
    group: 'Numbers',
    name: 'min',
    about: 'The smallest of several values.',
    example: 'min(temp1, temp2)',
    apply: Math.min,
  },
  {
    ...several,
    group: 'Numbers',
    name: 'max',
    about: 'The largest of several values.',
    example: 'max(temp1, temp2)',
    apply: Math.max,
  },
  {
    ...air,
    name: 'dewPoint',
    about: 'The temperature at which dew forms.',
    example: 'dewPoint(temp, humid)',
    unit: '°C',
    apply: dewPoint,
  },
  {
    ...air,
    name: 'absoluteHumidity',
    about: 'How much water is in the air.',
    example: 'absoluteHumidity(temp, humid)',
    unit: 'g/m³',
    apply: absoluteHumidity,
  },
  {
    ...air,
    name: 'vpd',
    about: 'The vapour pressure deficit: how strongly air draws water from leaves.',
    example: 'vpd(temp, humid)',
    unit: 'kPa',
    apply: vapourPressureDeficit,
  },
  {
    ...air,
    name: 'wetBulb',
    about: 'The wet-bulb temperature.',
    example: 'wetBulb(temp, humid)',
    unit: '°C',
    apply: wetBulb,
  },
  {
    ...air,
    name: 'heatIndex',
    about: 'How hot it feels in the shade.',
    example: 'heatIndex(temp, humid)',
    unit: '°C',
    apply: heatIndex,
  },
];

const remembering: readonly RememberingFunction[] = [
  {
    ...window,
    name: 'avg',
    about: 'The average of the last minutes, hours or days.',
    example: 'avg(temp, 10min)',
    unit: 'same',
    begin: (lengthMs) => windowState('avg', lengthMs),
  },
  {
    ...window,
    name: 'min',
    about: 'The smallest value of a time.',
    example: 'min(temp, 1d)',
    unit: 'same',
    begin: (lengthMs) => windowState('min', lengthMs),
  },
  {
    ...window,
    name: 'max',
    about: 'The largest value of a time.',
    example: 'max(temp, 1d)',
    unit: 'same',
    begin: (lengthMs) => windowState('max', lengthMs),
  },
  {
    ...window,
    name: 'sum',
    about: 'The sum of the values of a time.',
    example: 'sum(rain, 1d)',
    unit: 'same',
    begin: (lengthMs) => windowState('sum', lengthMs),
  },
  {
    ...window,
    name: 'count',
    about: 'How many values came in a time.',
    example: 'count(door, 1h)',
    unit: null,
    begin: (lengthMs) => windowState('count', lengthMs),
  },
  {
    ...window,
    name: 'ago',
    about: 'The value that it had so long ago.',
    example: 'temp - ago(temp, 1d)',
    unit: 'same',
    begin: agoState,
  },
  {
    ...window,
    name: 'change',
    about: 'By how much it changed in a time: the difference to yesterday with 1d.',
    example: 'change(temp, 1d)',
    unit: 'same',
    isDifference: true,
    begin: agoState,
    combine: (value, before) => value - before,
  },
  {
    group: 'Time',
    parameters: [x],
    name: 'previous',
    about: 'The value before this one.',
    example: 'x - previous(x)',
    unit: 'same',
    begin: previousState,
  },
  {
    group: 'Counters',
    parameters: [{ name: 'power', unit: 'kW' }],
    name: 'energy',
    about: 'The energy since the first value, in kWh.',
    example: 'energy(power)',
    unit: 'kWh',
    begin: areaState,
  },
  {
    group: 'Counters',
    parameters: [x],
    name: 'integral',
    about: 'The number times hours, added up since the first value.',
    example: 'integral(flow)',
    unit: null,
    begin: areaState,
  },
  {
    group: 'Counters',
    parameters: [x],
    name: 'total',
    about: 'All values added up since the first.',
    example: 'total(pulses)',
    unit: 'same',
    begin: totalState,
  },
  {
    group: 'Counters',
    parameters: [{ name: 'condition' }],
    name: 'runningHours',
    about: 'For how many hours something was on or true.',
    example: 'runningHours(power > 5)',
    unit: 'h',
    begin: hoursState,
    holds: true,
  },
  {
    group: 'Counters',
    parameters: [temperature, { name: 'base', unit: '°C' }],
    name: 'degreeDays',
    about: 'Degrees above the base times days, added up: the warmth that plants had.',
    example: 'degreeDays(temp, 10)',
    unit: '°C·d',
    begin: areaState,
    prepare: (value, base = 0) => Math.max(0, value - base) / 24,
  },
  {
    group: 'Counters',
    parameters: [temperature, { name: 'base', unit: '°C' }],
    name: 'heatingDegreeDays',
    about: 'Degrees below the base times days, added up: how much had to be heated.',
    example: 'heatingDegreeDays(temp, 15)',
    unit: '°C·d',
    begin: areaState,
    prepare: (value, base = 0) => Math.max(0, base - value) / 24,
  },
];

/** All functions, as documentation and autocompletion list them. */
export const functionCatalogue: readonly FunctionEntry[] = [...plain, ...remembering];

/** The functions of a name: one that remembers has a duration where the plain one has another value. */
export function functionsNamed(name: string): readonly FunctionEntry[] {
  return functionCatalogue.filter((entry) => entry.name === name);
}

/** How a function is called, such as `avg(x, duration)`. */
export function signatureOf({ name, parameters, optional = 0, hasMore = false }: FunctionEntry): string {
  const names = parameters.map((parameter, index) =>
    index >= parameters.length - optional ? `[${parameter.name}]` : parameter.name,
  );
  return `${name}(${[...names, ...(hasMore ? ['…'] : [])].join(', ')})`;
}
