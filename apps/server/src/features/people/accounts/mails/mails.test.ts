import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLogger } from '../../../../../test/log.ts';
import { startTestSmtp, type TestSmtp } from '../../../../../test/stand-ins/smtp.ts';
import { createMailer, type Mailer } from '../../../../platform/mail/index.ts';
import { english } from './catalogue-en.ts';
import { thai } from './catalogue-th.ts';
import type { MailCatalogue } from './mail-catalogue.ts';
import { instantFor, type Recipient, writeMail } from './mails.ts';

let smtp: TestSmtp;
let mailer: Mailer;
beforeAll(async () => {
  smtp = await startTestSmtp();
  mailer = createMailer({
    smtp: { url: smtp.url, from: 'Cyno <cyno@example.com>' },
    outbox: '/nowhere',
    log: silentLogger,
  });
});
afterAll(async () => {
  mailer.close();
  await smtp.stop();
});

const link = 'https://cyno.test/auth/confirmEmail?token=a-B_c&x="y"';
const resetLink = 'https://cyno.test/auth/reset-password';
/** Names and values that try to be markup, a header or a link of their own. */
const hostile = `<script>alert(1)</script>"'&\r\nBcc: victim@example.com`;

const samples: { [Kind in keyof MailCatalogue['mails']]: Parameters<MailCatalogue['mails'][Kind]>[0] } = {
  confirm: { resetLink },
  accountExists: { resetLink },
  reset: {},
  passwordChanged: { resetLink },
  confirmNewAddress: { oldEmail: hostile },
  addressTaken: {},
  addressChanging: { newEmail: hostile, resetLink },
  addressChanged: { newEmail: hostile },
  confirmNotification: { owner: hostile },
  security: { change: 'two_step_off', resetLink },
  newLogin: { at: 'today', browser: hostile, network: '192.0.2.1', resetLink },
  deletion: { until: 'tomorrow' },
  exportReady: { until: 'tomorrow' },
  notification: {
    subject: '<b>Pond</b> & "tank"',
    lines: [hostile, 'Pond: 34 °C'],
    owner: hostile,
    mayAct: true,
    mayOperate: true,
  },
  invitation: { until: 'tomorrow' },
  offer: { owner: 'ann@example.com', kind: 'device', name: hostile, until: null },
  handedOver: { newOwner: 'ann@example.com', name: hostile },
  boardClaimed: { espid: 'ESP-1', name: hostile, until: 'tomorrow' },
  boardLost: { espid: 'ESP-1', name: hostile },
  claimDecided: { espid: 'ESP-1', granted: true },
  offerToNewcomer: { owner: 'ann@example.com', kind: 'transfer', name: hostile, until: 'tomorrow', signup: 'open' },
};
const kinds = Object.keys(samples) as (keyof typeof samples)[];
const languages = ['en', 'th'] as const;

const wholeSeconds = (at: number) => at - (at % 1_000);

let serial = 0;
async function send(kind: keyof typeof samples, to: Partial<Recipient>) {
  serial += 1;
  const email = `ann${serial}@example.com`;
  const recipient = { name: null, language: null, timeZone: null, ...to, email };
  const mail = writeMail(recipient, kind, samples[kind] as never, link);
  await mailer.send(mail);
  await smtp.mailTo(email);
  const received = smtp.mails.find((one) => one.to.includes(email));
  if (!received) throw new Error('No mail came');
  return { ...received, subject: mail.subject };
}

describe.each(languages)('in %s', (language) => {
  test.each(kinds)('%s comes whole over SMTP, as text and as HTML', async (kind) => {
    const sentAt = wholeSeconds(Date.now());
    const mail = await send(kind, { language, name: hostile });
    const arrivedAt = Date.now();
    expect(mail.headers.get('content-type')).toMatch(/^multipart\/alternative; boundary=/);
    expect(mail.headers.get('from')).toBe('Cyno <cyno@example.com>');
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail.headers.get('message-id')).toMatch(/^<.+@example\.com>$/);
    const date = Date.parse(mail.headers.get('date') ?? '');
    expect(sentAt <= date && date <= arrivedAt).toBe(true);
    expect(mail.headers.get('subject')).toBe(mail.subject);
    expect([...mail.headers.keys()].filter((name) => name === 'bcc')).toEqual([]);
    expect(mail.to).toHaveLength(1);
    // RFC 5322, sections 2.1.1 and 2.3: seven bits, and short lines.
    expect(mail.raw).toMatch(/^[\t\r\n\x20-\x7e]*$/);
    expect(Math.max(...mail.raw.split('\r\n').map((line) => line.length))).toBeLessThan(998);

    const { action } = mailOf(language, kind);
    if (action !== undefined) {
      expect(mail.text).toContain(`${action}:\r\n${link}`);
      expect(mail.html).toContain('href="https://cyno.test/auth/confirmEmail?token=a-B_c&amp;x=&quot;y&quot;"');
    }
    expect(mail.html).toContain(`<html lang="${language}">`);
    expect(mail.html).not.toContain('<script');
    expect(mail.html).not.toMatch(/<(img|link|iframe)|url\(|@import|src=/i);
  });

  test('every tag that opens is closed', async () => {
    for (const kind of kinds) {
      const { html } = await send(kind, { language, name: hostile });
      const open: string[] = [];
      for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
        if (['meta', 'br'].includes(name)) continue;
        if (slash === '') open.push(name);
        else expect(open.pop(), kind).toBe(name);
      }
      expect(open, kind).toEqual([]);
    }
  });
});

function mailOf(language: 'en' | 'th', kind: keyof typeof samples) {
  const write = (language === 'th' ? thai : english).mails[kind] as (values: unknown) => { action?: string };
  return write(samples[kind]);
}

test('nothing of one language is in the other', () => {
  const all = (catalogue: MailCatalogue) =>
    JSON.stringify(kinds.map((kind) => (catalogue.mails[kind] as never as (v: unknown) => unknown)(samples[kind])));
  expect(all(english)).not.toMatch(/[\u0e00-\u0e7f]/);
  for (const kind of kinds) expect(mailText(kind)).toMatch(/[\u0e00-\u0e7f]{20}/);
});

const mailText = (kind: keyof typeof samples): string =>
  writeMail({ email: 'a@example.com', name: null, language: 'th', timeZone: null }, kind, samples[kind] as never).text;

test('instants are written in the zone and calendar of the reader', () => {
  const at = Date.UTC(2026, 10, 21, 22, 5);
  const reader = { email: '', name: null };
  expect(instantFor({ ...reader, language: null, timeZone: null }, at)).toBe('November 21, 2026 at 22:05 UTC');
  expect(instantFor({ ...reader, language: 'th', timeZone: 'Asia/Bangkok' }, at)).toMatch(/^22 พฤศจิกายน 2569.*05:05/);
});
