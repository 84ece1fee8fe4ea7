import type { IConnectPacket } from 'mqtt-packet';
import { generate } from 'selfsigned';
import { describe, expect, it, vi } from 'vitest';
import { bench, espid, lines, topic } from '../test/bench.ts';
import type { Kit } from './kits.ts';

const received = (subtopic: string, payload: string) => ({ type: 'received', subtopic, payload });

describe('connecting', () => {
  it('signs in like the library', async () => {
    const { board, broker } = await bench({ echo: true }, { key: 'K7QM-2XFD' });
    board.start();
    await broker.until(() => broker.sessions[0]?.packets[0] !== undefined);
    const connect = broker.sessions[0]?.packets[0] as IConnectPacket;
    expect(connect).toMatchObject({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      keepalive: 10,
      clientId: espid,
      username: 'you@example.com/K7QM-2XFD',
    });
    expect(String(connect.password)).toBe('cynoiotbundle');
    expect(connect.will).toBeUndefined();
  });

  it('sends the messages of a cold boot in the order of firmware 1.0.8', async () => {
    const kit: Kit = { template: 'dht,1', begin: () => () => ({ humid: 0, temp: 26.5 }) };
    const { board, session, subscribed, live } = await bench({ echo: true }, { kit, intervalMs: 5000 });
    board.start();
    await subscribed();
    await live(5);
    expect(session().log.slice(0, 6)).toEqual([
      'CONNECT',
      `PUBLISH ${topic('template/name')} dht,1`,
      `PUBLISH ${topic('gettimestamps')} `,
      'SUBSCRIBE',
      `PUBLISH ${topic('get/init')} `,
      expect.stringMatching(/info \{"ip":"192\.168\.1\.\d+","ssid":"Virtual Wi-Fi","RSSI":"-\d+","v":"1\.0\.8"\}$/),
    ]);
    expect(session().log.at(-1)).toBe(`PUBLISH ${topic('data/update')} {"humid": 0,"temp":26.5}`);
  });

  it('tries every 15 s when it is refused, and never sooner', async () => {
    const { board, broker, clock, events } = await bench({ returnCode: 5 });
    board.start();
    await expect.poll(() => board.state).toBe('waiting');
    expect(events).toContainEqual({ type: 'refused', returnCode: 5 });
    clock.advance(14_999);
    expect(board.state).toBe('waiting');
    clock.advance(1);
    expect(board.state).toBe('connecting');
    await broker.until(() => broker.sessions.length === 2);
  });

  it.each([
    ['CONNACK', { connack: false }, 'CONNECT'],
    ['SUBACK', { suback: false }, 'SUBSCRIBE'],
  ])('gives up when no %s comes within a second', async (_packet, script, question) => {
    const { board, broker, events } = await bench({ echo: true, ...script });
    board.start();
    await broker.until(() => broker.sessions[0]?.log.includes(question) === true);
    vi.advanceTimersByTime(999);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    await expect.poll(() => events).toContainEqual({ type: 'closed', reason: 'no_answer' });
    expect(board.state).toBe('waiting');
  });

  it('speaks TLS 1.2 and does not mind who signed the certificate', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'somebody.else' }], {
      keyType: 'ec',
      curve: 'P-256',
    });
    const { board, subscribed } = await bench({ echo: true, tls: { key, cert } }, { tls: true });
    board.start();
    await subscribed();
  });

  it('disconnects when it is stopped', async () => {
    const { board, session, subscribed, broker } = await bench();
    board.start();
    await subscribed();
    await board.stop();
    await broker.until(() => session().log.at(-1) === 'DISCONNECT');
    expect(board.state).toBe('stopped');
  });
});

describe('losing the connection', () => {
  it('does not notice a quick loss: no connect sequence and no subscription', async () => {
    const { board, broker, session, subscribed, live, clock } = await bench();
    board.start();
    await subscribed();
    await live(16);
    session().drop();
    await broker.until(() => broker.sessions.length === 2);
    await expect.poll(() => board.state).toBe('online');
    board.update({ a: 1 });
    await live(6);
    expect(session().log).toEqual(['CONNECT', `PUBLISH ${topic('data/update')} {"a": 1}`]);
    clock.advance(0);
  });

  it('subscribes again after a quick loss only when its messages stay unanswered', async () => {
    const { board, broker, session, subscribed, live } = await bench();
    board.start();
    await subscribed();
    await live(16);
    broker.script.echo = false;
    session().drop();
    await broker.until(() => broker.sessions.length === 2);
    await expect.poll(() => board.state).toBe('online');
    board.update({ a: 1 });
    await live(4);
    await broker.until(() => session().log.includes('SUBSCRIBE'));
  });

  it('sends its info again, without get/init, after a loss that it had to wait out', async () => {
    const { board, broker, session, subscribed, live } = await bench();
    board.start();
    await subscribed();
    await live(4);
    session().drop();
    await expect.poll(() => board.state).toBe('waiting');
    await live(11);
    await broker.until(
      () => broker.sessions.length === 2 && lines(session().log, `PUBLISH ${topic('info')}`).length > 0,
    );
    expect(session().log.slice(0, 4)).toEqual([
      'CONNECT',
      `PUBLISH ${topic('template/name')} dht,1`,
      'SUBSCRIBE',
      expect.stringContaining(topic('info')),
    ]);
  });

  it('pings after 10 s of silence and closes when no response comes', async () => {
    const { board, broker, session, subscribed, live, events } = await bench({ echo: true, pingresp: false });
    board.start();
    await subscribed();
    await live(9);
    expect(session().log).not.toContain('PINGREQ');
    await live(1);
    await broker.until(() => session().log.includes('PINGREQ'));
    await live(10);
    await expect.poll(() => events).toContainEqual({ type: 'closed', reason: 'no_pingresp' });
  });
});

describe('the echo', () => {
  it('keeps the board quiet', async () => {
    const { board, session, subscribed, live } = await bench();
    board.start();
    await subscribed();
    for (let round = 0; round < 5; round++) {
      board.update({ a: round });
      await live(5);
    }
    expect(lines(session().log, 'SUBSCRIBE')).toHaveLength(1);
    expect(lines(session().log, `PUBLISH ${topic('info')}`)).toHaveLength(1);
  });

  it('is missed: the board subscribes and sends its info every 4 s for ever', async () => {
    const { board, broker, session, subscribed, live } = await bench({ echo: false });
    board.start();
    await subscribed();
    for (let round = 1; round <= 4; round++) {
      await live(4);
      await broker.until(() => lines(session().log, `PUBLISH ${topic('info')}`).length === round + 1);
    }
    expect(lines(session().log, 'SUBSCRIBE')).toHaveLength(5);
  });

  it('is missed after a burst within one second', async () => {
    const { board, broker, session, subscribed, live } = await bench();
    board.start();
    await subscribed();
    await live(1);
    broker.script.echo = false;
    session().publish(topic('io'), 'D1:digit:1,D2:digit:1,D5:digit:1,D6:digit:1,D7:digit:1,D3:digit:1');
    await broker.until(() => lines(session().log, `PUBLISH ${topic('ioact')}`).length === 6);
    await live(1);
    await broker.until(() => lines(session().log, 'SUBSCRIBE').length === 2);
  });

  it('lets retained messages rest; without it they come again every minute, at most five of them', async () => {
    const { board, broker, session, subscribed, live, events } = await bench();
    board.start();
    await subscribed();
    await live(2);
    board.gpioUpdate('D0', 1);
    await live(1);
    broker.script.echo = false;
    for (const pin of ['D1', 'D2', 'D3', 'D4', 'D5', 'D6']) board.gpioUpdate(pin, 1);
    board.gpioUpdate('D6', 0);
    await live(2);
    const before = session().log.length;
    for (let second = 0; second < 60; second++) {
      // Something else arrives, so that the watchdog is content and no further info is stored.
      const seen = events.length;
      session().publish(topic('other'), 'x');
      await expect.poll(() => events.length, { interval: 1 }).toBeGreaterThan(seen);
      await live(1);
    }
    const again = lines(session().log.slice(before), `PUBLISH ${topic('ioact')}`).map((line) => line.split(' ')[2]);
    expect(again).toEqual(expect.arrayContaining(['D3:act:1', 'D4:act:1', 'D5:act:1', 'D6:act:0']));
    for (const gone of ['D0:act:1', 'D1:act:1', 'D6:act:1']) expect(again).not.toContain(gone);
    expect(again.length).toBeLessThanOrEqual(5);
  });

  it('is what the own-message filter takes; without it the next equal command is lost', async () => {
    const { board, broker, session, subscribed, live, events } = await bench();
    board.start();
    await subscribed();
    await live(1);
    const actions = () => lines(session().log, `PUBLISH ${topic('eventact')} Event:led:1`).length;
    session().publish(topic('event'), 'Event:led:1');
    await broker.until(() => actions() === 1);
    await live(1);
    broker.script.echo = false;
    session().publish(topic('event'), 'Event:led:1');
    await broker.until(() => actions() === 2);
    const seen = events.length;
    session().publish(topic('event'), 'Event:led:1');
    session().publish(topic('event'), 'Event:led:1');
    await expect.poll(() => events.slice(seen).filter((event) => event.type === 'received')).toHaveLength(2);
    await broker.until(() => actions() === 3);
    expect(actions()).toBe(3);
  });
});

describe('commands', () => {
  it('drives the outputs and reports each with its integer', async () => {
    const { board, broker, session, subscribed } = await bench();
    board.start();
    await subscribed();
    session().publish(topic('io'), 'D1:digit:1,D2:pwm:128,D5:digit:on,5:digit:1,D6:DAC:9,broken,Event:set:auto:Mode');
    const actions = () => lines(session().log, `PUBLISH ${topic('ioact')}`).map((line) => line.split(' ')[2]);
    await broker.until(() => actions().length === 5);
    expect(actions()).toEqual(['D1:act:1', 'D2:act:128', 'D5:act:0', '-1:act:1', 'D6:act:9']);
    expect([...board.outputs]).toEqual([
      ['D1', 1],
      ['D2', 128],
      ['D5', 1],
      ['5', 1],
    ]);
  });

  it('closes on a packet of one byte more than its buffer', async () => {
    const { board, session, subscribed, events } = await bench();
    board.start();
    await subscribed();
    const limit = 512 - 5 - topic('io').length;
    session().publish(topic('io'), `D1:digit:1,${'x'.repeat(limit - 11)}`);
    await expect.poll(() => board.outputs.get('D1')).toBe(1);
    expect(events).not.toContainEqual({ type: 'closed', reason: 'packet_too_large' });
    session().publish(topic('io'), `D1:digit:0,${'x'.repeat(limit - 10)}`);
    await expect.poll(() => events).toContainEqual({ type: 'closed', reason: 'packet_too_large' });
    expect(board.outputs.get('D1')).toBe(1);
  });

  it('takes the time from the server', async () => {
    const { board, session, subscribed, settle, clock } = await bench();
    board.start();
    await subscribed();
    await settle();
    session().publish(topic('timestamps'), '604798');
    await expect.poll(() => board.weekSecond).toBe(604_798);
    clock.advance(3000);
    expect(board.weekSecond).toBe(0);
  });

  it('starts from scratch at a reboot, but drops an empty command', async () => {
    const { board, broker, session, subscribed, settle, clock, events } = await bench();
    board.start();
    await subscribed();
    await settle();
    session().publish(topic('reboot'), '');
    await expect.poll(() => events).toContainEqual(received('reboot', ''));
    clock.advance(2000);
    expect(broker.sessions).toHaveLength(1);
    session().publish(topic('reboot'), 'reboot-1');
    await expect.poll(() => events).toContainEqual(received('reboot', 'reboot-1'));
    clock.advance(1000);
    await broker.until(() => broker.sessions.length === 2 && session().log.includes(`PUBLISH ${topic('get/init')} `));
    expect(broker.sessions[0]?.log).not.toContain('DISCONNECT');
  });
});

describe('what a board does by itself', () => {
  it('needs the clock for its timers, and keeps them when the connection is lost', async () => {
    const { board, broker, session, subscribed, settle, live, clock } = await bench();
    board.start();
    await subscribed();
    session().publish(topic('timer'), '10:e:g:D1:d:1');
    await expect.poll(() => board.entries.timers).toBe(1);
    await live(12);
    expect(board.outputs.size).toBe(0);
    session().publish(topic('timestamps'), String(3 * 86_400 + 5));
    await expect.poll(() => board.weekSecond).toBe(259_205);
    session().drop();
    await expect.poll(() => board.state).not.toBe('online');
    clock.advance(5000);
    expect(board.outputs.get('D1')).toBe(1);
    clock.advance(15_000);
    await broker.until(() => broker.sessions.length === 2 && session().log.includes('SUBSCRIBE'));
    // What it did alone it reports with the next round of its resend buffer.
    await settle();
    await live(60);
    expect(session().log).toContain(`PUBLISH ${topic('ioact')} D1:act:1`);
  });

  it('looks at its rules also for readings that it does not publish', async () => {
    const { board, session, subscribed, settle } = await bench();
    board.start();
    await subscribed();
    session().publish(topic('automation'), 'g:a:>:10:D1:digit:1,g:a:<:10:D1:digit:0');
    await expect.poll(() => board.entries.rules).toBe(2);
    board.update({ a: 11 });
    board.update({ a: 9 });
    expect(board.outputs.get('D1')).toBe(0);
    await settle();
    expect(lines(session().log, `PUBLISH ${topic('ioact')}`)).toEqual([
      `PUBLISH ${topic('ioact')} D1:act:1`,
      `PUBLISH ${topic('ioact')} D1:act:0`,
    ]);
    expect(lines(session().log, `PUBLISH ${topic('data/update')}`)).toHaveLength(1);
  });

  it('is forgotten at a reset', async () => {
    const { board, broker, session, subscribed, settle, clock } = await bench();
    board.start();
    await subscribed();
    await settle();
    session().publish(topic('timer'), '10:e:g:D1:d:1');
    session().publish(topic('automation'), 'g:a:>:10:D1:digit:1');
    await expect.poll(() => board.entries).toEqual({ timers: 1, rules: 1 });
    session().publish(topic('reset'), 'reset-1');
    await settle();
    const restarted = () => {
      clock.advance(1000);
      return broker.sessions;
    };
    await expect.poll(restarted).toHaveLength(2);
    expect(board.entries).toEqual({ timers: 0, rules: 0 });
  });
});

describe('the sketch', () => {
  it('publishes at most every 400 ms and loses what does not fit', async () => {
    const { board, session, subscribed, clock, settle } = await bench();
    board.start();
    await subscribed();
    for (const a of [11, 12, 13]) {
      board.update({ a });
      clock.advance(200);
    }
    await settle();
    expect(lines(session().log, `PUBLISH ${topic('data/update')}`)).toEqual([
      `PUBLISH ${topic('data/update')} {"a":11}`,
      `PUBLISH ${topic('data/update')} {"a":13}`,
    ]);
  });

  it('loses the end of a payload of 257 bytes, as the library does', async () => {
    const { board, broker, session, subscribed } = await bench({ echo: false });
    board.start();
    await subscribed();
    board.debug(`{${'x'.repeat(256)}`);
    await broker.until(() => session().log.includes(`PUBLISH ${topic('debug')} {`));
  });
});
