import type { KitVariable, OwnSketch, SketchEvent, SketchOutput } from '@cyno/contract';
import { commentText, literal, numberLiteral, pascalCase } from './cpp-text.ts';
import type { Kit, SketchParts } from './kit.ts';

/** A set-up of one's own as a kit, so that both become a sketch in the same way. */
export function ownKit(own: OwnSketch, name: string): Kit {
  return {
    id: 'own',
    name,
    group: 'basics',
    summary: '',
    sensor: '',
    ...(own.template && { template: own.template }),
    variables: own.variables,
    libraries: [],
    intervalS: own.intervalS,
    parts: () => parts(own),
  };
}

function parts({ variables, outputs, events }: OwnSketch): SketchParts {
  const named = nameEvents(events);
  const pins = nameOutputs(outputs);
  return {
    wiring: pins.map(({ output, label }) => `${label}: pin ${output.pin}, ${meanings[output.mode]}.`),
    pins: outputs.map(({ pin }) => pin),
    outputs,
    includes: [],
    globals: [
      ...(variables.length > 0 ? [madeUpFunction] : []),
      ...pins.map(outputFunction),
      ...(named.length > 0 ? [eventGlobals(named)] : []),
    ].join('\n\n'),
    setup: pins.map(({ output }) => `pinMode(${output.pin}, OUTPUT);`).join('\n'),
    measure: variables.length > 0 ? [measureHint, ...variables.map(measureLine)].join('\n') : '',
    ...(named.length > 0 && { onEvent: named.map(eventBranch).join('\n') }),
  };
}

const meanings = {
  digit: 'on (1) or off (0), switched from the Control tab',
  pwm: 'pulse width 0 to 255, set from the Control tab',
  DAC: 'voltage in steps of 0 to 255, set from the Control tab',
};

const madeUpFunction = `// A made-up number, until the reading of a sensor stands in its place.
static float madeUp(float lowest, float highest) {
  return lowest + (highest - lowest) * random(0, 1001) / 1000.0F;
}`;

const measureHint = `// Put the readings of your sensors in place of madeUp(...). A sensor that fails should give NAN: that is not sent.
// Do not wait in here; a sensor that needs longer than a second is asked in one pass and read in a later one.`;

const measureLine = ({ key, label, unit, min, max, decimals }: KitVariable): string => {
  const meaning = [label, unit].filter((word) => word !== '').join(', ');
  const code = `addValue(${literal(key)}, madeUp(${numberLiteral(min)}, ${numberLiteral(max)}), ${decimals});`;
  return meaning === '' ? code : `${code} // ${commentText(meaning)}`;
};

interface NamedOutput {
  readonly output: SketchOutput;
  readonly label: string;
  /** Of its function in the sketch. */
  readonly identifier: string;
}

function nameOutputs(outputs: readonly SketchOutput[]): NamedOutput[] {
  const taken = new Set<string>();
  return outputs.map((output) => ({
    output,
    label: output.name === '' ? `Output ${output.pin}` : output.name,
    identifier: unusedName(`set${pascalCase(output.name)}`, `setPin${output.pin}`, taken),
  }));
}

const drive = {
  digit: (pin: string) => ({
    range: '1 is on, 0 is off',
    write: `level = level == 0 ? LOW : HIGH;\n  digitalWrite(${pin}, level);`,
  }),
  pwm: (pin: string) => ({ range: '0 to 255', write: `analogWrite(${pin}, level);` }),
  DAC: (pin: string) => ({ range: '0 to 255', write: `dacWrite(${pin}, level);` }),
};

function outputFunction({ output, label, identifier }: NamedOutput): string {
  const { range, write } = drive[output.mode](output.pin);
  return `// ${commentText(label)}, ${range}. For your own code: the Control tab switches it without this, and learns here of what you do.
void ${identifier}(int level) {
  ${write}
  iot.gpioUpdate(${output.pin}, level);
}`;
}

interface NamedEvent {
  readonly event: SketchEvent;
  /** Of the variable that holds its value. */
  readonly identifier: string;
}

function nameEvents(events: readonly SketchEvent[]): NamedEvent[] {
  const taken = new Set<string>();
  return events.map((event, index) => {
    const own = pascalCase(event.name);
    return { event, identifier: unusedName(own === '' ? '' : `event${own}`, `event${index + 1}`, taken) };
  });
}

/** The first name that is one and not taken; names of outputs and events can become the same. */
function unusedName(wanted: string, otherwise: string, taken: Set<string>): string {
  const name = wanted === '' || wanted === 'set' || taken.has(wanted) ? otherwise : wanted;
  const free = taken.has(name) ? `${name}_${taken.size + 1}` : name;
  taken.add(free);
  return free;
}

const eventGlobals = (
  events: readonly NamedEvent[],
): string => `// What the dashboard has set, and what it is after a start.
${events.map(({ event, identifier }) => `static String ${identifier} = ${literal(event.initial)};${eventComment(event)}`).join('\n')}

// When your own code changes one of them, for instance because a button was pressed, this tells the dashboard:
// changeEvent(${literal(events[0]?.event.name ?? '')}, ${events[0]?.identifier}, ${literal(events[0]?.event.initial ?? '')});
void changeEvent(const char *name, String &held, const String &text) {
  held = text;
  iot.eventUpdate(name, text);
}`;

function eventComment({ name, label, initial }: SketchEvent): string {
  const meaning = label === '' || label === name ? '' : label;
  const asNumber = Number.isFinite(Number(initial)) ? 'as a number: .toFloat()' : '';
  const comment = [meaning, asNumber].filter((word) => word !== '').join('; ');
  return comment === '' ? '' : ` // ${commentText(comment)}`;
}

const eventBranch = ({ event, identifier }: NamedEvent): string => `if (name == ${literal(event.name)}) {
  ${identifier} = text;
  Serial.println(name + " is now " + text); // put here what is to happen
}`;
