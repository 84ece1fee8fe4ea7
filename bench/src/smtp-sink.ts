import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A mail as far as a bench needs it. */
export interface TakenMail {
  readonly to: string;
  readonly messageId: string;
}

/** A mail server that takes everything and keeps nothing; `onMail` is called before the mail is acknowledged, and delays that. */
export async function startSmtpSink(
  onMail: (mail: TakenMail) => Promise<void> = async () => undefined,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let isText = false;
    let mail = { to: '', messageId: '' };
    const take = async (line: string) => {
      mail.to ||= /^rcpt to:<(.+)>/i.exec(line)?.[1] ?? '';
      mail.messageId ||= /^message-id: (<.+>)/i.exec(line)?.[1] ?? '';
      if (isText && line !== '.') return;
      if (isText) {
        await onMail(mail);
        mail = { to: '', messageId: '' };
      }
      isText = !isText && /^data$/i.test(line);
      socket.write(isText ? '354 go on\r\n' : '250 ok\r\n');
    };
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.write('220 sink\r\n');
    const lines = createInterface({ input: socket }).on('line', (line) => void take(line));
    lines.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
