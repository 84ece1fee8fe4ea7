import type { Blueprint } from '@cyno/contract';
import { t } from '@lingui/core/macro';

/** What people read of a blueprint: labels by the ids of its inputs, and messages to begin with. */
type Texts = {
  name: string;
  description: string;
  labels: Readonly<Record<string, string>>;
  messages?: Readonly<Record<string, string>>;
};

/** The texts of the blueprints that come with the product, by their ids, in the language of the page. */
const texts: Readonly<Record<string, () => Texts>> = {
  'fan-by-temperature': () => ({
    name: t`Fan by temperature`,
    description: t`Turns a fan on when it is too warm and off when it is cool enough, without switching every minute.`,
    labels: {
      device: t`Board with the fan`,
      variable: t`Temperature`,
      fan: t`Fan`,
      warm: t`On above`,
      cool: t`Off below`,
    },
  }),
  'pump-by-soil-moisture': () => ({
    name: t`Pump by soil moisture`,
    description: t`Waters dry soil at one time of the day, for some minutes at most. Outside that time the pump stays off.`,
    labels: {
      device: t`Board with the pump`,
      variable: t`Soil moisture`,
      pump: t`Pump`,
      dry: t`Water below`,
      moist: t`Enough above`,
      longest: t`Longest run`,
      from: t`Not before`,
      until: t`Not after`,
    },
  }),
  'light-at-sunset': () => ({
    name: t`Light at sunset`,
    description: t`Turns a light on at sunset and off some hours later. The device needs a location.`,
    labels: { device: t`Board with the light`, light: t`Light`, lit: t`Turn off after` },
  }),
  'door-left-open': () => ({
    name: t`Door left open`,
    description: t`Sends a message when a door has been open for some minutes.`,
    labels: {
      device: t`Board with the door sensor`,
      variable: t`Door, 1 while open`,
      open: t`Open for`,
      message: t`Message`,
    },
    messages: { message: t`The door is still open` },
  }),
  'freezer-too-warm': () => ({
    name: t`Freezer too warm`,
    description: t`Runs a spare fan and sends a message when a freezer stays too warm.`,
    labels: {
      device: t`Board with the fan`,
      variable: t`Temperature`,
      fan: t`Fan`,
      warm: t`Too warm above`,
      cold: t`Cold again below`,
      hold: t`Too warm for`,
      message: t`Message`,
    },
    messages: { message: t`The freezer is at ${{ value: '{variable}' }}` },
  }),
  'tank-refill': () => ({
    name: t`Tank refill`,
    description: t`Opens a valve when a tank is low and closes it when it is full. If that takes too long, it closes the valve, sends a message, and waits until the tank is full or you switch the automation off and on.`,
    labels: {
      device: t`Board with the valve`,
      variable: t`Tank level`,
      valve: t`Valve`,
      low: t`Open below`,
      full: t`Close above`,
      longest: t`Longest run`,
      message: t`Message`,
    },
    messages: { message: t`The tank is not full in time` },
  }),
};

/** A blueprint that comes with the product in the language of the page; one that this page does not know stays as it comes. */
export function withTextsOf(id: string, blueprint: Blueprint): Blueprint {
  if (!Object.hasOwn(texts, id)) return blueprint;
  const { name, description, labels, messages = {} } = (texts[id] as () => Texts)();
  const inputs = blueprint.inputs.map((input) => {
    const label = labels[input.id] ?? input.label;
    return input.kind === 'text'
      ? { ...input, label, default: messages[input.id] ?? input.default }
      : { ...input, label };
  });
  return { ...blueprint, name, description, inputs };
}
