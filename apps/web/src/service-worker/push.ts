/** As long as calls of the app wait. */
const callTimeoutMs = 15_000;

/** What the server encrypts for this browser (`channels/push.ts` of its notifications). Instants in ms since the epoch. */
export interface PushedMessage {
  /** The same in each attempt to send it. */
  readonly key: string;
  readonly subject: string;
  readonly text: string;
  /** A path of the app. */
  readonly link: string;
  /** With it the reader takes action without a login; null: there is nothing to do from here. */
  readonly token: string | null;
  /** Whether its reader may do more about it than acknowledge it. */
  readonly mayOperate: boolean;
  /** What can be switched from it; null: nothing. A message that was shown by an earlier version has none. */
  readonly output?: {
    readonly espid: string;
    readonly pin: string;
    readonly name: string;
    readonly on: boolean;
  } | null;
  /** With it this browser reports what became of the message; null: nobody wants to know. */
  readonly receipt: string | null;
  /** How many alerts are active; null: that is not known. */
  readonly badge: number | null;
  /** What is about the same has the same one. */
  readonly tag: string;
  readonly severity: 'info' | 'warning' | 'critical';
  readonly kind: string;
  readonly at: number;
}

/** What the server refuses a press with; `error` is English. */
interface Refusal {
  readonly error?: string;
  readonly reason?: string;
}

/** The server may have done it, or a part of it, before it failed. */
const failedWithin = 'server_failed';

const texts = {
  en: {
    acknowledge: 'Acknowledge',
    snooze: 'Snooze 1 hour',
    switch: (name: string, on: boolean) => `${name} ${on ? 'on' : 'off'}`,
    unreadable: 'Open Cyno to see what happened.',
    refused: ({ error, reason }: Refusal) => (reason === failedWithin ? undefined : error),
    unreached: 'The server did not respond, so it is not known whether this was done. Press here to open Cyno.',
  },
  th: {
    acknowledge: 'รับทราบ',
    snooze: 'พักการเตือน 1 ชั่วโมง',
    switch: (name: string, on: boolean) => `${on ? 'เปิด' : 'ปิด'} ${name}`,
    unreadable: 'เปิด Cyno เพื่อดูว่าเกิดอะไรขึ้น',
    refused: ({ error, reason }: Refusal) =>
      error === undefined || reason === failedWithin
        ? undefined
        : (refusedInThai[reason ?? ''] ?? 'ยังไม่ได้ทำอะไร แตะที่นี่เพื่อเปิด Cyno'),
    unreached: 'เซิร์ฟเวอร์ไม่ตอบ จึงไม่ทราบว่าทำแล้วหรือยัง แตะที่นี่เพื่อเปิด Cyno',
  },
};
const refusedInThai: Readonly<Record<string, string>> = {
  message_link_over: 'ข้อความนี้ถูกใช้ไปแล้วหรือเก่าเกินไป เปิด Cyno เพื่อดูว่ายังมีอะไรต้องทำ',
  output_locked: 'เอาต์พุตนี้ต้องยืนยันก่อนสั่ง เปิด Cyno เพื่อสั่งงาน',
};
/** A service worker has no page whose language it could take. */
const textsHere = () => (navigator.language.startsWith('th') ? texts.th : texts.en);

type Registration = Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications'>;
/** `renotify`, `actions` and `timestamp` are not in TypeScript's library: https://notifications.spec.whatwg.org/#dictdef-notificationoptions. */
type Options = NotificationOptions & {
  renotify?: boolean;
  timestamp?: number;
  actions?: { action: string; title: string }[];
};

const icons = { icon: 'icons/icon-192.png' };

/**
 * Shows a message, reports that, and puts the number of active alerts on the sign of the app; one about the same takes the place of it. What
 * cannot be read is shown as that: a browser ends silent subscriptions.
 */
export async function showPushed(registration: Registration, read: () => PushedMessage): Promise<void> {
  const message = parsed(read);
  if (!message) {
    await registration.showNotification('Cyno', { ...icons, body: textsHere().unreadable, tag: 'unreadable' });
    return;
  }
  const { key, subject, text, tag, severity, kind, at, receipt, badge } = message;
  const displayed = await registration.getNotifications({ tag }).catch(() => []);
  const isAgain = displayed.some(({ data }) => data?.key === key);
  const options: Options = {
    ...icons,
    body: text,
    tag,
    timestamp: at,
    // A message comes twice when its server ended before it noted that it was sent.
    renotify: kind === 'active' && !isAgain,
    requireInteraction: severity === 'critical' && kind === 'active',
    data: message,
    actions: buttonsOf(message),
  };
  await registration.showNotification(subject, options);
  await Promise.all([report(receipt, 'delivered'), setBadge(badge)]);
}

/** What the buttons of a message do; browsers show two of them, so the output comes before the pause. */
function offered({ token, mayOperate, output }: PushedMessage) {
  if (token === null) return [];
  const texts = textsHere();
  return [
    { action: 'acknowledge', title: texts.acknowledge, does: { kind: 'acknowledge' } },
    ...(output ? [switchOf(output)] : []),
    ...(mayOperate ? [{ action: 'snooze', title: texts.snooze, does: { kind: 'snooze', minutes: 60 } }] : []),
  ];
}

const buttonsOf = (message: PushedMessage) => offered(message).map(({ action, title }) => ({ action, title }));

const switchOf = ({ espid, pin, name, on }: NonNullable<PushedMessage['output']>) => ({
  action: 'switch',
  title: textsHere().switch(name, on),
  does: { kind: 'switch', espid, pin, on, confirmed: false },
});

/** Where the system has no such signs, there is none. */
async function setBadge(count: number | null): Promise<void> {
  if (count === null || !('setAppBadge' in navigator)) return;
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
}

/** Never rejects: what cannot be reported stays as the server knows it. */
async function report(receipt: string | null, state: 'delivered' | 'read'): Promise<void> {
  if (!receipt) return;
  await post('receipts', receipt, { state }).catch(() => undefined);
}

const post = (what: 'actions' | 'receipts', token: string, body: object): Promise<Response> =>
  fetch(`api/public/message/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-cyno-message': token },
    body: JSON.stringify(body),
    // The browser ends the worker some time, and who pressed would never know what came of it.
    signal: AbortSignal.timeout(callTimeoutMs),
  });

function parsed(read: () => PushedMessage): PushedMessage | undefined {
  try {
    const message = read();
    return typeof message.subject === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}

interface Surroundings {
  readonly registration: Registration;
  /** Shows a page of the app, in a window that is open if there is one. */
  open(path: string): Promise<unknown>;
}

/**
 * Does what was pressed on a message: takes an action and reports what came of it, or opens the page where that is possible without a
 * login; where there is nothing to do, what the message is about.
 */
export async function pressed(
  { action, data }: { action: string; data: PushedMessage | undefined },
  { registration, open }: Surroundings,
): Promise<void> {
  const chosen = data && offered(data).find((one) => one.action === action);
  if (!chosen || !data.token) {
    // A window opens only right after the press.
    const opened = open(data?.token ? `message#${data.token}` : (data?.link ?? 'alerts'));
    await Promise.all([opened, report(data?.receipt ?? null, 'read')]);
    return;
  }
  const { subject, tag } = data;
  const { text: body, token } = await takeAction(data.token, chosen.does);
  const left = { ...data, token, receipt: data.receipt && token };
  const options: Options = { ...icons, body, tag, data: left, actions: buttonsOf(left) };
  await registration.showNotification(subject, options);
}

/** Resolves with what came of it, as a sentence, and the token of the next action; null: there is none. */
async function takeAction(token: string, action: object): Promise<{ text: string; token: string | null }> {
  const { unreached, refused } = textsHere();
  try {
    const response = await post('actions', token, { action });
    const body = await response.json();
    if (response.ok) return { text: body.result, token: body.token };
    // A link that is over is good for nothing more; what was refused otherwise may be tried again.
    return { text: refused(body) ?? unreached, token: body.reason === 'message_link_over' ? null : token };
  } catch {
    return { text: unreached, token };
  }
}
