import { z } from 'zod';
import { commandState, eventValue, outputMode } from '../boards/control.ts';
import { line } from '../text.ts';
import { widgetTarget } from './widgets.ts';

/** One thing that a guest may do: a big button with this word, which sends this value. */
export const passOffer = z.object({ value: eventValue, label: line(24).min(1, 'Give each button a word.') });
export type PassOffer = z.infer<typeof passOffer>;

/** How often a pass can be used at most, and how long it is good for. */
export const maxPassUses = 1_000;
export const longestPassMs = 366 * 24 * 3_600_000;

/**
 * `POST /api/device/:espid/passes`: lets anyone who has the link operate one output or event, `uses` times, from an instant (null:
 * at once) until another, ms since the epoch. `name` is for the owner, `title` is what the guest reads beside the name of the output.
 */
export const newPass = z.object({
  name: line(40).min(1, 'Say whom it is for.'),
  title: line(40).min(1, 'Say what it operates.'),
  target: widgetTarget,
  offers: z
    .array(passOffer)
    .min(1, 'Choose what it may do.')
    .max(6)
    .refine((offers) => new Set(offers.map(({ value }) => value)).size === offers.length, 'Name each value once.'),
  uses: z.number().int().min(1, 'At least once.').max(maxPassUses, `At most ${maxPassUses} times.`),
  from: z.number().int().nullable(),
  until: z.number().int(),
});
export type NewPass = z.infer<typeof newPass>;

export const passState = z.enum(['ready', 'not_yet', 'used_up', 'ended', 'revoked']);
export type PassState = z.infer<typeof passState>;

/** A guest pass as its owner sees it. Instants in ms since the epoch. */
export const guestPass = newPass.extend({
  id: z.number().int(),
  state: passState,
  used: z.number().int(),
  createdAt: z.number(),
  lastUsedAt: z.number().nullable(),
});
export type GuestPass = z.infer<typeof guestPass>;

/** `GET /api/device/:espid/passes`: the newest first; those that are over go after 30 days. */
export const passList = z.object({ passes: z.array(guestPass) });
export type PassList = z.infer<typeof passList>;
/** The token is shown this once; the guest opens `/pass/<token>`. */
export const passCreated = z.object({ pass: guestPass, token: z.string() });
export type PassCreated = z.infer<typeof passCreated>;

/** The header that carries a pass's token; never the address, which proxies write down. */
export const passHeader = 'x-cyno-pass';

/**
 * `GET /api/public/pass`: what a guest may know. `unavailable`: the device or its owner's account is not there any more, or rests.
 * With `unavailable` and `revoked` nothing else is included, and outside its time and uses nothing of the device.
 */
export const publicPass = z.object({
  state: z.enum([...passState.options, 'unavailable']),
  now: z.number(),
  pass: z
    .object({
      title: z.string(),
      /**
       * The output or event itself and what the board reported of it last; `pin` and `mode` are null for an event. Null while the pass
       * cannot be used; after the last use it stays as long as that use waits for the board.
       */
      target: z
        .object({
          name: z.string(),
          pin: z.string().nullable(),
          mode: outputMode.nullable(),
          reported: z.string().nullable(),
        })
        .nullable(),
      offers: z.array(passOffer),
      /** The owner wants a question before it is switched. */
      asks: z.boolean(),
      /** It goes back by itself after so long; null: it stays. */
      backAfterMs: z.number().nullable(),
      /** Null where `target` is. */
      online: z.boolean().nullable(),
      usesLeft: z.number().int(),
      from: z.number().nullable(),
      until: z.number(),
    })
    .nullable(),
});
export type PublicPass = z.infer<typeof publicPass>;

const useKey = z.string().regex(/^[\w-]{16,64}$/);
/** `POST /api/public/pass/uses`: `key` is the guest's own; the same one again is the same use. */
export const passUseRequest = z.object({ value: eventValue, key: useKey });
export type PassUseRequest = z.infer<typeof passUseRequest>;
export const passUseParams = z.object({ key: useKey });

/** `GET /api/public/pass/uses/:key`: what became of one use. */
export const passUse = z.object({
  key: z.string(),
  label: z.string(),
  state: commandState,
  /** How long the board took to respond; null: not known. */
  answerMs: z.number().nullable(),
  usesLeft: z.number().int(),
});
export type PassUse = z.infer<typeof passUse>;
