import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server of the run, to be named in `SMTP_URL`. */
export interface MailServer {
  readonly url: string;
  /** The link to a page in the newest mail to an address that has one, as soon as there are `count` such mails. */
  linkTo(address: string, page: string, count?: number): Promise<string>;
  /** All mails to an address so far, decoded. */
  mailsTo(address: string): string[];
  /** Turns everybody away, or lets them in again. */
  refuse(refuses: boolean): void;
  stop(): Promise<void>;
}

/** Names a mail that never comes, beside twenty other busy processes too. */
const waitMs = 120_000;

/** Starts a real mail server on loopback. */
export async function startMailServer(): Promise<MailServer> {
  const mails: { to: string[]; text: string }[] = [];
  const arrivals = new EventTarget();
  let refuses = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => done(refuses ? new Error('Out of order') : null),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const text = decode(Buffer.concat(chunks).toString('utf8'));
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), text });
        arrivals.dispatchEvent(new Event('mail'));
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const mailsTo = (address: string) => mails.filter(({ to }) => to.includes(address)).map(({ text }) => text);
  return {
    url: `smtp://127.0.0.1:${port}`,
    mailsTo,
    async linkTo(address, page, count = 1) {
      const pattern = new RegExp(`https?://[^\\s"<>]+${page}#token=[\\w-]+`);
      const signal = AbortSignal.timeout(waitMs);
      for (;;) {
        const links = mailsTo(address).flatMap((text) => pattern.exec(text)?.[0] ?? []);
        const newest = links.at(-1);
        if (newest !== undefined && links.length >= count) return newest;
        await once(arrivals, 'mail', { signal });
      }
    },
    refuse(next) {
      refuses = next;
    },
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

/** Undoes quoted-printable (RFC 2045, section 6.7) as far as ASCII goes; links are nothing else. */
function decode(raw: string): string {
  return raw
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Opens the newest link to a page over the API, as `newUser` wants it done for a new address. */
export function confirmBy(mail: MailServer, http: string): (email: string) => Promise<void> {
  return async (email) => {
    const token = new URL(await mail.linkTo(email, '/auth/confirmEmail')).hash.slice('#token='.length);
    const response = await fetch(`${http}/api/auth/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    if (!response.ok) throw new Error(`The address was not confirmed: ${response.status}`);
  };
}
