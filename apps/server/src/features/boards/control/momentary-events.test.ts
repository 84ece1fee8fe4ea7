import { expect, test } from 'vitest';
import { isMomentary } from './momentary-events.ts';

test.each([
  { what: 'the pump of an irrigation kit', name: 'P', template: 'smart_farm_7in1', is: true },
  { what: 'a setting of the same kit', name: 'Pu', template: 'smart_farm_7in1', is: false },
  { what: 'an event of that name without the kit', name: 'P', template: null, is: false },
  { what: 'the pump that its owner lets come back', name: 'P', template: 'smart_farm_7in1', chosen: false, is: false },
  { what: 'a button', name: 'feed', widget: 'button' as const, template: null, is: true },
  {
    what: 'a button that is to come back',
    name: 'feed',
    widget: 'button' as const,
    template: null,
    chosen: false,
    is: false,
  },
  { what: 'what its owner made momentary', name: 'feed', template: null, chosen: true, is: true },
])('momentary or not: $what', ({ name, widget = 'switch' as const, template, chosen = null, is }) => {
  expect(isMomentary({ name, widget, momentary: chosen }, template)).toBe(is);
});
