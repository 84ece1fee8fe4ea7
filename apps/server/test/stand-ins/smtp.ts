import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { type ParsedMail, parseMail, readableMail } from './mime.ts';

/** A real mail server that keeps what it takes. */
export async function startTestSmtp() {
  const mails: (ParsedMail & { readonly to: string[]; readonly readable: string })[] = [];
  const arrivals: (() => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map((recipient) => recipient.address);
        const raw = Buffer.concat(chunks).toString('latin1');
        mails.push({ ...parseMail(raw), to, readable: readableMail(raw) });
        for (const arrived of arrivals.splice(0)) arrived();
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /** The newest mail to an address, its head and its text, as soon as there are `count` of them. */
    async mailTo(address: string, count = 1): Promise<string> {
      for (;;) {
        const texts = mails.filter((mail) => mail.to.includes(address)).map((mail) => mail.readable);
        const newest = texts.at(-1);
        if (newest !== undefined && texts.length >= count) return newest;
        await new Promise<void>((resolve) => {
          arrivals.push(resolve);
        });
      }
    },
    /** The newest mail to an address with this subject, as soon as there is one. */
    async mailAbout(address: string, subject: string): Promise<ParsedMail> {
      for (;;) {
        const found = mails.findLast((mail) => mail.to.includes(address) && mail.headers.get('subject') === subject);
        if (found) return found;
        await new Promise<void>((resolve) => {
          arrivals.push(resolve);
        });
      }
    },
    /** How many are connected. */
    connections: () => server.connections.size,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(resolve);
      }),
  };
}

export type TestSmtp = Awaited<ReturnType<typeof startTestSmtp>>;

/** The token in the link to a page. */
export function linkToken(mail: string, page: string): string {
  const token = mail.split(`https://cyno.test${page}#token=`)[1]?.match(/^[\w-]+/)?.[0];
  if (token === undefined) throw new Error(`No link to ${page} in this mail:\n${mail}`);
  return token;
}
