// The terms of the field: what names and comments do not use, and what they use instead.

/** One word of a name, split at capitals, hyphens and underscores: `describeWish`, `pass-words.ts`, `.offer-acts`. */
export const names = {
  'wish wishes wished wisher': 'request (what a client asks for) or command (what goes to a board)',
  'act acts acted': 'action',
  words: 'text, label, message; terms of a search',
  'look looks looked looking': 'display settings, appearance; check, evaluate',
  kept: 'stored, retained; retention',
  most: 'max, as in `maxRows`',
  'shown told untold': 'visible, shared; notified',
  'tell tells': 'notify, report, send',
  'say says said saying': 'report, announce, log; message',
  'ask asks asked asking': 'request, query, fetch, confirm',
  'answer answers answered unanswered': 'response, result, reply; confirmed',
  'ground grounds': 'core',
  'tidy tidied': 'cleanup',
  leaf: 'subtopic',
  'sitting sittings': 'login session, visit',
  'seal seals': 'etag, revision',
  'room rooms': 'channel (live), capacity, free slots',
  'entrance entrances': 'join',
  'greet greets greeted greeting greetings': 'connect sequence',
  'outlet outlets': 'publisher',
  news: 'remote changes, cluster events',
  anew: 'again',
};

/** Parts of a name that are more than one word. */
export const nameParts = [
  [/[sS]econdStep|second-step|second_step/, 'two-factor, `twoFactor`'],
  [/[lL]ogIn(?!fo)|log-in(?!fo)/, 'login'],
  [/[sS]ignUp|sign-up/, 'signup'],
  [/[rR]oll(?:ed)?Up|roll-up/, 'rollup'],
  [/[rR]ollOut|roll-out/, 'rollout'],
  [/(?<![a-z])reUse|ReUse|re-use/, 'reuse'],
  [/[iI]nTurn(?![a-z])|in-turn(?![a-z])|FairTurns|fair-turns/, 'keyed queue, fair queue'],
  [/[gG]oe?s?On(?![a-z])/, 'continue, resume, proceed'],
  [/[tT]ak(?:e|en|es|ing)Back/, 'undo, cancel, revoke, restore'],
];

export const comments = [
  [/\bwish(?:es|ed)?\b/i, 'request, command'],
  [/\bacts?\b|\bacted\b/i, 'action; run, fire'],
  [/\bwords\b/i, 'text, label, message'],
  [/\b(?:the|its|their|an?|own|this|same|usual) looks?\b/i, 'display settings, appearance'],
  [/\blook(?:s|ed|ing)? back\b/i, 'playback'],
  [/\bkept\b/i, 'stored, retained, held'],
  [/\b(?:un)?told\b|\btell(?:s|ing)?\b/i, 'notify, report, show, distinguish'],
  [/\bsa(?:y|ys|id|ying)\b/i, 'report, show, describe, define'],
  [/\bask(?:s|ed|ing)?\b/i, 'request, query, check, confirm'],
  [/\b(?:un)?answer(?:s|ed|ing)?\b/i, 'respond, return, confirm; response, result'],
  [/\bsittings?\b/i, 'login session, visit'],
  [/\bseals?\b/i, 'etag, revision'],
  [/\bentrances?\b/i, 'join'],
  [/\bgreet(?:s|ed|ing|ings)?\b/i, 'connect sequence'],
  [/\boutlets?\b/i, 'publisher'],
  [/\bnews\b/i, 'change, event, notification'],
  [/\bleaf\b/i, 'subtopic'],
  [/\bsecond[- ]step\b/i, 'two-factor step'],
  [/\bt(?:ake|akes|aken|ook|aking) back\b/i, 'undo, cancel, revoke, restore'],
  [/\banew\b/i, 'again; recreated, restarted'],
  [/\b(?:go|goes|went|gone|going) on\b/i, 'continue, resume'],
  [/\bwhoever\b/i, 'who, anyone who'],
  [/\bwherever\b/i, 'where'],
  [/\bof late\b/i, 'recently'],
  [/\bfor the moment\b/i, 'momentary'],
  [/\blog-ins?\b/i, 'login'],
  [/\bsign-ups?\b/i, 'signup'],
  [/\broll-ups?\b/i, 'rollup'],
  [/\broll-outs?\b/i, 'rollout'],
  [/\bre-us(?:e|ed|es|ing)\b/i, 'reuse'],
];

/** Names that cannot change, besides those of the HTTP API and the database (`wire-names.mjs`), and whose they are. */
export const fixedNames = {
  Outlet: 'React Router',
  answerCallbackQuery: 'a method of the Bot API of Telegram',
  greetingTimeout: 'an option of nodemailer',
  roomId: 'what LINE calls a chat of several people in its webhooks',
  second_step_guessed: 'the name of a security event',
};

/** Files whose names cannot change: they are addresses of the documentation. */
export const fixedFiles = [
  'apps/docs/content/running/log-in-through-others.md',
  'apps/docs/content/th/using/log-in.md',
  'apps/docs/content/using/log-in.md',
  'apps/docs/content/using/second-step.md',
  'apps/docs/content/th/using/second-step.md',
];
