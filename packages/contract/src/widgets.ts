import { z } from 'zod';
import { eventName, eventValue, outputMode, pinName } from './control.ts';
import { line, notOneLine, oneLine } from './text.ts';

const key = z.string().min(1).max(32).regex(oneLine, notOneLine);
const title = line(40);
const tone = z.enum(['good', 'warning', 'danger', 'neutral']);

/** From `from` upwards a value is shown in this tone, with this word; zones stand in the order of `from`. */
export const widgetZone = z.object({
  from: z.number(),
  tone,
  word: line(20),
});
export type WidgetZone = z.infer<typeof widgetZone>;

const minutes = z.number().int().min(5).max(10_080);
const scale = { min: z.number(), max: z.number(), zones: z.array(widgetZone).max(6) };

/** What a control operates: a pin of the board, or an event of its sketch. */
export const widgetTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('output'), pin: pinName, mode: outputMode }),
  z.object({ kind: z.literal('event'), name: eventName }),
]);
export type WidgetTarget = z.infer<typeof widgetTarget>;

/** What a widget shows or operates on the dashboard's device. */
export const widgetContent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('value'), title, key }),
  z.object({ type: z.literal('gauge'), title, key, ...scale }),
  z.object({ type: z.literal('tank'), title, key, ...scale }),
  z.object({ type: z.literal('chart'), title, keys: z.array(key).min(1).max(8), minutes }),
  /** A lamp that is lit from `onFrom` upwards. */
  z.object({ type: z.literal('led'), title, key, onFrom: z.number(), tone, onWord: line(20), offWord: line(20) }),
  /** When a value was at `onFrom` or above. */
  z.object({ type: z.literal('timeline'), title, key, onFrom: z.number(), minutes }),
  /** The newest values, one below the other. */
  z.object({ type: z.literal('table'), title, keys: z.array(key).min(1).max(20) }),
  z.object({ type: z.literal('clock'), title }),
  z.object({ type: z.literal('switch'), title, target: widgetTarget }),
  z.object({ type: z.literal('button'), title, target: widgetTarget, value: eventValue }),
  z.object({
    type: z.literal('slider'),
    title,
    target: widgetTarget,
    unit: line(16),
    min: z.number(),
    max: z.number(),
    step: z.number().positive(),
  }),
  z.object({
    type: z.literal('choice'),
    title,
    target: widgetTarget,
    options: z
      .array(z.object({ value: eventValue, label: line(24) }))
      .min(2)
      .max(12),
  }),
]);
export type WidgetContent = z.infer<typeof widgetContent>;
