import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { newEvent, startTestNotifications } from '../../../../test/notifications.ts';

const refusal = (responseCode: number) => Object.assign(new Error('Refused'), { responseCode });

test.each<[string, number, 'queued' | 'failed', SMTPServerOptions]>([
  ['the login', 535, 'queued', { onAuth: (_auth, _session, done) => done(refusal(535)) }],
  ['every connection', 554, 'queued', { onConnect: (_session, done) => done(refusal(554)) }],
  ['mail without a login', 530, 'queued', { onMailFrom: (_address, _session, done) => done(refusal(530)) }],
  ['the recipient', 550, 'failed', { onRcptTo: (_address, _session, done) => done(refusal(550)) }],
])('mail to a server that refuses %s (%i) is %s', async (_, code, state, options) => {
  const smtp = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(null, { user: 'cyno' }),
    ...options,
  });
  await new Promise<void>((resolve) => {
    smtp.listen(0, '127.0.0.1', resolve);
  });
  const { port } = smtp.server.address() as AddressInfo;
  const world = await startTestNotifications({ SMTP_URL: `smtp://cyno:secret@127.0.0.1:${port}` });
  onTestFinished(async () => {
    await world.stop();
    await new Promise<void>((resolve) => {
      smtp.close(resolve);
    });
  });
  const ann = await world.person('ann@example.com');
  await world.queue(newEvent(ann.id));
  await world.pass();
  const reason = `The mail server refused it (${code}).`;
  expect((await ann.messages())[0].deliveries).toMatchObject([{ state, reason }]);
});
