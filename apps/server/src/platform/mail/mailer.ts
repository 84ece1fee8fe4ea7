import { createRequire } from 'node:module';
import { FairPlaces } from '../fair-places/index.ts';
import type { Logger } from '../log/index.ts';
import { Outbox } from './outbox.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for programs that show it; a mail without has one part only. */
  readonly html?: string;
  /** By what a mail server recognizes one that is sent a second time (RFC 5322, section 3.6.4); without it each is new. */
  readonly messageId?: string;
}

export interface Mailer {
  /** False: mail is written to files and reaches nobody. */
  readonly delivers: boolean;
  /** Throws when the mail server cannot be reached. */
  check(): Promise<void>;
  /** Resolves when the mail server took the mail (or the file is written), throws otherwise. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

const load = createRequire(import.meta.url);
/** For servers that have a mail server: it takes 3 MB of memory. */
const smtpLibrary = (): typeof import('nodemailer') => load('nodemailer');
const timeoutMs = 10_000;
/**
 * So long a mail waits for one of the few connections, and may take then: together less than the minute after which a notification is sent
 * again. What has waited too long is not given to the library, which would send it later, beside the one that is sent again.
 */
const waitMs = 15_000;
const mailTimeoutMs = 30_000;
const connections = 5;
const maxWaiting = 500;
const late = () => new Error('The mail server did not take it in time.');
const sender = 'Cyno <no-reply@localhost>';

/** Sends mail through the SMTP server of `smtp.url`, or writes `.eml` files to `outbox` when there is none. */
export function createMailer(options: {
  smtp: { readonly url: string; readonly from: string } | null;
  outbox: string;
  log: Logger;
}): Mailer {
  const { smtp } = options;
  if (!smtp) return fileMailer(new Outbox(options.outbox), options.log);
  const transport = smtpLibrary().createTransport({
    url: smtp.url,
    pool: true,
    maxConnections: connections,
    maxRequeues: 1,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  const places = new FairPlaces<'mail'>({
    places: connections,
    perKey: connections,
    waitingPerKey: maxWaiting,
    maxWaitMs: waitMs,
    refusal: late,
  });
  return {
    delivers: true,
    async check() {
      await transport.verify();
    },
    async send(mail) {
      const giveBack = await places.take({ key: 'mail' });
      await inTime(transport.sendMail(message(smtp.from, mail)).finally(giveBack));
    },
    close: () => transport.close(),
  };
}

/** Each step has a time of its own, which a server that is slow at all of them adds up. */
async function inTime(sending: Promise<unknown>): Promise<void> {
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => over.reject(late()), mailTimeoutMs);
  try {
    await Promise.race([sending, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** RFC 3834: nobody's holiday notice shall reply. */
const headers = { 'Auto-Submitted': 'auto-generated' };

/** As an object the address is taken as it is and cannot smuggle in a second one. Date comes by itself, and Message-ID where there is none. */
const message = (from: string, { to, subject, text, html, messageId }: Mail) => ({
  from,
  to: { name: '', address: to },
  subject,
  text: withLineEnds(text),
  ...(html !== undefined && { html: withLineEnds(html) }),
  ...(messageId !== undefined && { messageId }),
  headers,
});

/** RFC 2045, section 6.8: lines end like this before they become base64. */
const withLineEnds = (text: string): string => text.replaceAll(/\r?\n/g, '\r\n');

function fileMailer(outbox: Outbox, log: Logger): Mailer {
  const transport = smtpLibrary().createTransport({ streamTransport: true, buffer: true });
  return {
    delivers: false,
    async check() {},
    async send(mail) {
      const { to, subject } = mail;
      const file = await outbox.write((await transport.sendMail(message(sender, mail))).message);
      // Its link stays in the file: anyone who reads the log must not be able to use it.
      log.warn({ to, file }, `Mail is not configured. "${subject}" was written to the outbox`);
    },
    close: () => transport.close(),
  };
}
