import { expect, onTestFinished, test } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import type { AutomationRecord } from '../definitions/index.ts';
import { BoardPrograms } from './board-programs.ts';

const device = { id: 1, espid: 'ESP32-1', family: 'esp8266', online: true, paused: false } as DeviceRecord;
const timer = {
  id: 7,
  deviceId: 1,
  enabled: true,
  definition: {
    kind: 'timer',
    at: { type: 'time', secondOfDay: 3_600 },
    repeat: { type: 'daily' },
    action: { kind: 'output', pin: 'D1', mode: 'digit', value: 1 },
  },
} as AutomationRecord;

/** The programs of a board that has one timer, and what it was sent. */
function createPrograms() {
  const own = [timer];
  const sent: string[] = [];
  const programs = new BoardPrograms({
    repository: { listPrograms: async () => [], saveProgram: async () => undefined },
    directory: { ofDevice: () => own, all: () => own },
    firmware: { of: () => '1.0.8' },
    publisher: { restMs: () => 0, send: (_: unknown, { payload }: { payload: string }) => sent.push(payload) },
    clock: { now: () => Date.parse('2026-11-21T12:00:00Z') },
    log: silentLogger,
    findDevice: () => device,
    timeZoneOf: () => 'Asia/Bangkok',
    isMomentary: () => false,
    isCalibrated: () => false,
    isComputed: () => false,
    changed: () => undefined,
  } as unknown as ConstructorParameters<typeof BoardPrograms>[0]);
  onTestFinished(() => programs.stop());
  return { programs, own, sent };
}

test('a list that a board was sent since it reported its start is known when what follows on that has its turn', () => {
  const { programs, own, sent } = createPrograms();
  programs.starts(device);
  programs.deliver(device);
  expect(sent).toEqual([expect.stringContaining('3600')]);
  own.length = 0;
  programs.started(device);
  expect([...programs.behind(device)]).toEqual([{ subtopic: 'timer', payload: 'no' }]);
});

test('a list from before its start is gone', () => {
  const { programs, sent } = createPrograms();
  programs.deliver(device);
  programs.starts(device);
  programs.started(device);
  expect([...programs.behind(device)]).toEqual([{ subtopic: 'timer', payload: sent[0] }]);
});
