/** What the server encrypts for this browser (`channels/push.ts` of its notifications). Instants in ms since the epoch. */
export interface PushedMessage {
  readonly subject: string;
  readonly text: string;
  /** A path of the app. */
  readonly link: string;
  /** With it the reader takes action without a login; null: there is nothing to do from here. */
  readonly token: string | null;
  /** Whether its reader may do more about it than acknowledge it. */
  readonly mayOperate: boolean;
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

const actions = {
  acknowledge: { kind: 'acknowledge' },
  snooze: { kind: 'snooze', minutes: 60 },
} as const;
type Action = keyof typeof actions;
const actionNames = Object.keys(actions) as Action[];

const texts = {
  en: {
    acknowledge: 'Acknowledge',
    snooze: 'Snooze 1 hour',
    unreadable: 'Open Cyno to see what happened.',
    unreached: 'Nothing was done: the server could not be reached. Press here to open Cyno.',
  },
  th: {
    acknowledge: 'รับทราบ',
    snooze: 'พักการแจ้งเตือน 1 ชั่วโมง',
    unreadable: 'เปิด Cyno เพื่อดูว่าเกิดอะไรขึ้น',
    unreached: 'ยังไม่ได้ทำอะไร เพราะติดต่อเซิร์ฟเวอร์ไม่ได้ แตะที่นี่เพื่อเปิด Cyno',
  },
};
/** A service worker has no page whose language it could take; results of the server are in that of the browser too. */
const textsHere = () => (navigator.language.startsWith('th') ? texts.th : texts.en);

type Registration = Pick<ServiceWorkerRegistration, 'showNotification'>;
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
  const { subject, text, tag, severity, kind, at, token, mayOperate, receipt, badge } = message;
  const offered = actionNames.filter((action) => token !== null && (mayOperate || action === 'acknowledge'));
  const options: Options = {
    ...icons,
    body: text,
    tag,
    timestamp: at,
    renotify: kind === 'active',
    requireInteraction: severity === 'critical' && kind === 'active',
    data: message,
    actions: offered.map((action) => ({ action, title: textsHere()[action] })),
  };
  await registration.showNotification(subject, options);
  await Promise.all([report(receipt, 'delivered'), setBadge(badge)]);
}

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
  const chosen = action === 'acknowledge' || action === 'snooze' ? actions[action] : undefined;
  if (!chosen || !data?.token) {
    // A window opens only right after the press.
    const opened = open(data?.token ? `message#${data.token}` : (data?.link ?? 'alerts'));
    await Promise.all([opened, report(data?.receipt ?? null, 'read')]);
    return;
  }
  const { subject, link, tag } = data;
  const body = await takeAction(data.token, chosen);
  await registration.showNotification(subject, {
    ...icons,
    body,
    tag,
    data: { ...data, token: null, receipt: null, link },
  });
}

/** Resolves with what came of it, as a sentence. */
async function takeAction(token: string, action: (typeof actions)[Action]): Promise<string> {
  try {
    const response = await post('actions', token, { action });
    const { result, message } = await response.json();
    return (response.ok ? result : message) ?? textsHere().unreached;
  } catch {
    return textsHere().unreached;
  }
}
