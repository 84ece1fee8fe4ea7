import { z } from 'zod';
import { eventName, eventValue, outputMode, pinName } from '../boards/control.ts';
import { line, lines, notOneLine, oneLine, rowId } from '../text.ts';

const key = z.string().min(1).max(32).regex(oneLine, notOneLine);
const title = line(40);
const tone = z.enum(['good', 'warning', 'danger', 'neutral']);
export type WidgetTone = z.infer<typeof tone>;

/** From `from` upwards a value is shown in this tone, with this word; zones stand in the order of `from`. */
export const widgetZone = z.object({
  from: z.number(),
  tone,
  word: line(20),
});
export type WidgetZone = z.infer<typeof widgetZone>;

/** Up to 31 days. */
const minutes = z.number().int().min(5).max(44_640);
const zones = z.array(widgetZone).max(6);
const scale = { min: z.number(), max: z.number(), zones };
const range = { min: z.number(), max: z.number(), step: z.number().positive(), unit: line(16) };
/** One variable; `unit` and `decimals` are those of the variable unless the widget has its own. */
const valueFields = { title, key, unit: line(16).optional(), decimals: z.number().int().min(0).max(6).optional() };
/** `#rrggbb` */
const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'A colour looks like #rrggbb.');
const webAddress = z
  .url({ protocol: /^https?$/, error: 'Type an address with https://.' })
  .max(1_000, 'An address has at most 1,000 characters.');
/** A small picture that is stored in the dashboard itself. No SVG: that could hold more than a picture. */
const ownPicture = z
  .string()
  .max(70_000, 'A picture that is kept in the dashboard has at most 50 KB.')
  .regex(/^data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+=*$/);

/** What a control operates: a pin of the board, or an event of its sketch. */
export const widgetTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('output'), pin: pinName, mode: outputMode }),
  z.object({ kind: z.literal('event'), name: eventName }),
]);
export type WidgetTarget = z.infer<typeof widgetTarget>;

const ofOneValue = [
  z.object({ type: z.literal('value'), ...valueFields, zones: zones.optional() }),
  z.object({ type: z.literal('gauge'), ...valueFields, ...scale }),
  z.object({ type: z.literal('bar'), ...valueFields, ...scale }),
  z.object({ type: z.literal('tank'), ...valueFields, ...scale }),
  /** Percent as they are, or found from the voltage of so many cells in a row. */
  z.object({
    type: z.literal('battery'),
    ...valueFields,
    chemistry: z.enum(['percent', 'lithium', 'lead']),
    cells: z.number().int().min(1).max(24),
  }),
  /** A lamp that is lit from `onFrom` upwards; `colour` instead of that of its tone. */
  z.object({
    type: z.literal('led'),
    title,
    key,
    tone,
    onFrom: z.number(),
    colour: colour.optional(),
    onWord: line(20),
    offWord: line(20),
  }),
] as const;

const ofHistory = [
  /** `right` are those of `keys` with the axis at the right; without any each unit has its own. */
  z.object({
    type: z.literal('chart'),
    title,
    minutes,
    keys: z.array(key).min(1).max(8),
    style: z.enum(['line', 'area', 'steps']).optional(),
    right: z.array(key).max(8).optional(),
    limits: z
      .array(z.object({ value: z.number(), tone, word: line(20) }))
      .max(4)
      .optional(),
    /** Whether it shows where its variables alert; without it, it does. */
    alertLimits: z.boolean().optional(),
  }),
  /** A bar for each hour or day. `rise` is what a counter gained, `total` the value times hours (W: Wh). */
  z.object({
    type: z.literal('bars'),
    ...valueFields,
    minutes,
    zones,
    by: z.enum(['hour', 'day']),
    figure: z.enum(['average', 'lowest', 'highest', 'rise', 'total']),
  }),
  /** Averages by hour and weekday. */
  z.object({ type: z.literal('heatmap'), ...valueFields, minutes }),
  z.object({ type: z.literal('histogram'), ...valueFields, minutes, bins: z.number().int().min(4).max(40) }),
  /** `values`: the newest values next to each other; `time`: how long the first one was in each state. */
  z.object({
    type: z.literal('pie'),
    title,
    keys: z.array(key).min(1).max(8),
    minutes,
    zones,
    shares: z.enum(['values', 'time']),
  }),
  /** When a value was at `onFrom` or above. */
  z.object({ type: z.literal('timeline'), title, key, onFrom: z.number(), minutes }),
  /** When which text or zone was there, a line for each variable. */
  z.object({ type: z.literal('states'), title, keys: z.array(key).min(1).max(6), minutes, zones }),
  /** `keys`: the direction in degrees from north, and the speed if there is one. */
  z.object({ type: z.literal('compass'), title, keys: z.array(key).min(1).max(2), minutes }),
  /** `keys`: latitude and longitude; none: the place of the device's settings. */
  z.object({ type: z.literal('map'), title, keys: z.array(key).max(2), minutes }),
] as const;

const ofThings = [
  /** The newest values, one below the other. */
  z.object({ type: z.literal('table'), title, keys: z.array(key).min(1).max(20) }),
  /** What is out of order among all that the dashboard shows. */
  z.object({ type: z.literal('warnings'), title }),
  /** The open alerts of all that the dashboard shows, or of the device that the widget names. */
  z.object({ type: z.literal('alerts'), title }),
  z.object({ type: z.literal('devices'), title }),
  /** Markdown; `{{temp}}` stands for the newest value of one of `keys`. */
  z.object({ type: z.literal('text'), title, text: lines(4_000), keys: z.array(key).max(20) }),
  z.object({
    type: z.literal('image'),
    title,
    url: z.union([ownPicture, webAddress]),
    fit: z.enum(['contain', 'cover']),
    /** What the picture shows, for those who do not see it. */
    alt: line(120),
  }),
  /** A picture that is fetched again every so many seconds. */
  z.object({ type: z.literal('camera'), title, url: webAddress, seconds: z.number().int().min(1).max(3_600) }),
  z.object({ type: z.literal('frame'), title, url: webAddress }),
  z.object({ type: z.literal('clock'), title }),
  /** Time until `until`, ms since the epoch. */
  z.object({ type: z.literal('countdown'), title, until: z.number().int().min(0).max(8.64e15) }),
  /** For how long the board has been connected. */
  z.object({ type: z.literal('uptime'), title }),
  /** Runs a scene of the dashboard's owner; `confirm`: a question comes first, as for a scene with something locked in it. */
  z.object({ type: z.literal('scene'), title, sceneId: rowId, confirm: z.boolean() }),
] as const;

const target = widgetTarget;
const controls = [
  z.object({ type: z.literal('switch'), title, target }),
  z.object({ type: z.literal('button'), title, target, value: eventValue }),
  z.object({ type: z.literal('slider'), title, target, ...range }),
  z.object({ type: z.literal('stepper'), title, target, ...range }),
  z.object({ type: z.literal('number'), title, target, ...range }),
  z.object({
    type: z.literal('choice'),
    title,
    target,
    options: z
      .array(z.object({ value: eventValue, label: line(24) }))
      .min(2)
      .max(12),
  }),
  /** Sends `#rrggbb`, or `r;g;b` from 0 to 255: a comma would end an event's value. */
  z.object({ type: z.literal('colour'), title, target, format: z.enum(['hex', 'rgb']) }),
  z.object({ type: z.literal('message'), title, target }),
  /** `keys`: the text variable in which the board replies, if it does. */
  z.object({ type: z.literal('terminal'), title, target, keys: z.array(key).max(1) }),
] as const;

/**
 * What a widget shows or operates on the dashboard's device. Every variable that it needs stands in `key` or `keys`, and what it
 * operates in `target`.
 */
export const widgetContent = z.discriminatedUnion('type', [...ofOneValue, ...ofHistory, ...ofThings, ...controls]);
export type WidgetContent = z.infer<typeof widgetContent>;
