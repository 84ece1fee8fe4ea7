import type { BoardEvent, ControlState, NewPass, Output, PassOffer } from '@cyno/contract';
import { cutText } from '@cyno/contract/cut-text';
import { t } from '@lingui/core/macro';
import { usualLabels } from './offer-label.ts';

/** Something that a pass can operate, and the ways in which it may. */
export type PassTarget = {
  id: string;
  label: string;
  target: NewPass['target'];
  /** Sets of buttons to choose from; without one a single value is typed. */
  ways: readonly PassWay[];
};
export type PassWay = { id: string; label: string; offers: PassOffer[] };

function switched(): PassWay[] {
  const on = { value: '1', label: usualLabels.on };
  const off = { value: '0', label: usualLabels.off };
  return [
    { id: 'both', label: t`Switch on and off`, offers: [on, off] },
    { id: 'on', label: t`Switch on`, offers: [on] },
    { id: 'off', label: t`Switch off`, offers: [off] },
  ];
}
const pressed = (): PassWay[] => [{ id: 'press', label: t`Press`, offers: [{ value: '1', label: usualLabels.press }] }];

/** What of a device passes can be made for: everything that is set up on its Control tab. */
export function passTargets({ outputs, events }: ControlState): PassTarget[] {
  return [...outputs.map(ofOutput), ...events.map(ofEvent)];
}

function ofOutput({ pin, mode, name, momentaryMs }: Output): PassTarget {
  const target = { kind: 'output', pin, mode } as const;
  const ways = mode !== 'digit' ? [] : momentaryMs === null ? switched() : pressed();
  return { id: `output ${pin}`, label: name ?? pin, target, ways };
}

function ofEvent({ name, label, widget, choices }: BoardEvent): PassTarget {
  const offer = { id: `event ${name}`, label: label ?? name, target: { kind: 'event', name } as const };
  switch (widget) {
    case 'switch':
      return { ...offer, ways: switched() };
    case 'button':
      return { ...offer, ways: pressed() };
    case 'choice':
      return { ...offer, ways: waysOfChoices(choices) };
    default:
      return { ...offer, ways: [] };
  }
}

const maxOffers = 6;
const asOffer = (value: string): PassOffer => ({ value, label: cutText(value, 24) });

function waysOfChoices(choices: readonly string[]): PassWay[] {
  const one = choices.map((value) => ({ id: `one ${value}`, label: t`Only ${value}`, offers: [asOffer(value)] }));
  const all = { id: 'all', label: t`All choices`, offers: choices.slice(0, maxOffers).map(asOffer) };
  return choices.length > 1 && choices.length <= maxOffers ? [all, ...one] : one;
}
