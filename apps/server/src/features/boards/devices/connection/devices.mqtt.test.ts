import { expect, test, vi } from 'vitest';
import type { BoardSession } from '../../../../platform/broker/index.ts';
import type { DeviceRecord } from '../devices.directory.ts';
import type { Devices } from '../devices.service.ts';
import type { ConnectSequence } from './connect-sequence.ts';
import { devicesMqtt } from './devices.mqtt.ts';

test('a session from before reveals nothing of a device of somebody else that has its id now', () => {
  const device = { id: 2, espid: 'A', accountId: 9, spokeAt: null, paused: false } as DeviceRecord;
  const calls = vi.fn();
  const devices = { find: () => device, seen: calls, spoke: calls, setOnline: calls };
  const mqtt = devicesMqtt({
    devices: { ...devices, facts: { setInfo: calls, setTemplate: calls } } as unknown as Devices,
    deviceLog: { append: calls } as never,
    boardClock: { send: calls },
    connectSequence: { connected: () => undefined, message: () => undefined } as unknown as ConnectSequence,
  });
  const session: BoardSession = {
    kind: 'board',
    accountId: 8,
    espid: 'A',
    deviceId: 1,
    remoteAddress: '::1',
    connectedAt: 0,
  };
  mqtt.boardConnected(session);
  for (const subtopic of ['data/update', 'info', 'template/name', 'debug', 'gettimestamps', 'get/init']) {
    expect(mqtt.boardMessage(session, { subtopic, payload: Buffer.from('x,1'), qos: 0, receivedAt: 1 })).toBe(false);
  }
  expect(calls).not.toHaveBeenCalled();
});
