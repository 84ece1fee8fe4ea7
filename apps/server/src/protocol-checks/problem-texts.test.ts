import { deviceLogTextIn } from '@cyno/contract/device-log-texts';
import { eventProblem, outputProblem, parseIoCommand, parseTelemetry } from '@cyno/device-protocol';
import { expect, it } from 'vitest';

const telemetry = [
  '',
  '[1]',
  'hello',
  '{"a":1,"b":2',
  '{"a":nan,"b":2}',
  '{"a":null}',
  '{"a":null,"b":[],"c":null}',
  '{"a":1e301}',
  `{"${'n'.repeat(33)}":1}`,
  '{"":1}',
  '{"a\\u0001":1}',
  '{"a\\ud800":1}',
  '{"__proto__":1}',
  `{"a":"${'t'.repeat(257)}"}`,
  '{"a":"\\u0000"}',
  'x'.repeat(5_000),
  JSON.stringify(Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`v${at}`, at]))),
].map((payload) => parseTelemetry(Buffer.from(payload)).problem);
const withTime = parseTelemetry(Buffer.from('{"ts":"now","a":1}'), { readsTimes: true }).problem;

const commands = ['Event:set:1', 'D1', 'D1:x:1', 'D1:digit:1,'.repeat(50)].map((text) => parseIoCommand(text).problem);
const outputs = [
  { pin: 'D99', mode: 'digit' as const, value: 1 },
  { pin: 'A0', mode: 'digit' as const, value: 1 },
  { pin: 'D0', mode: 'pwm' as const, value: 1 },
  { pin: 'D1', mode: 'digit' as const, value: 7 },
].map((output) => outputProblem('esp8266', output));
const events = [
  { name: '..', value: '1' },
  { name: 'a:b', value: '1' },
  { name: 'a', value: '' },
  { name: 'a', value: 'v'.repeat(999) },
  { name: 'a', value: 'a:b' },
].map((event) => eventProblem(event));

it.each([...telemetry, withTime, ...commands, ...outputs, ...events].filter((problem) => problem !== null))(
  '“%s” is read in Thai',
  (problem) => {
    const thai = deviceLogTextIn({ kind: 'bad_message', text: problem, run: null }, 'th');
    expect(thai).toMatch(/[ก-๙]/);
    expect(thai).not.toMatch(/\b(the|is|was|has|must|left|taken)\b/i);
  },
);
