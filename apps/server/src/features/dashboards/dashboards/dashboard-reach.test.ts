import type { Widget, WidgetContent } from '@cyno/contract';
import { describe, expect, test } from 'vitest';
import { type May, reachOf, reachProblem } from './dashboard-reach.ts';

const pump = { kind: 'event', name: 'pump' } as const;
const shows = (key: string): WidgetContent => ({ type: 'value', title: key, key });
const operates: WidgetContent = { type: 'switch', title: 'Pump', target: pump };
type Named = Pick<Widget, 'id' | 'device' | 'content'>;
const named = (id: string, device: string, content: WidgetContent): Named => ({ id, device, content });
const chosen = (id: string, content: WidgetContent): Named => ({ id, content });

describe('what a dashboard reads and operates', () => {
  test('is what its widgets show, of the devices that they name', () => {
    const reach = reachOf({
      espids: ['A', 'B'],
      widgets: [
        chosen('1', shows('temp')),
        chosen('2', operates),
        named('3', 'B', { type: 'chart', title: 'Both', keys: ['humid', 'temp'], minutes: 60 }),
        named('4', 'C', operates),
        named('5', 'D', { type: 'clock', title: 'Time' }),
      ],
    });
    expect(Object.fromEntries(reach)).toEqual({
      A: { keys: new Set(['temp']), targets: [{ widgetId: '2', target: pump, ofChosen: true }] },
      B: { keys: new Set(['temp', 'humid']), targets: [{ widgetId: '2', target: pump, ofChosen: true }] },
      C: { keys: new Set(), targets: [{ widgetId: '4', target: pump, ofChosen: false }] },
      D: { keys: new Set(), targets: [] },
    });
  });

  test('is nothing of a chosen device when none can be chosen', () => {
    expect(reachOf({ espids: [], widgets: [chosen('1', shows('temp'))] }).size).toBe(0);
  });
});

describe('a changed dashboard', () => {
  const viewer: May = (espid, right) => espid === 'mine' || (espid === 'seen' && right === 'view');
  const one = (...widgets: Named[]) => ({ espids: [], widgets });
  const shared = (...widgets: Named[]) => ({ espids: ['seen'], widgets });

  test.each<[string, Parameters<typeof reachProblem>, RegExp | null]>([
    ['own devices', [one(named('1', 'mine', operates)), null, viewer, false], null],
    ['what one may see', [one(named('1', 'seen', shows('t'))), null, viewer, false], null],
    ['what one may not operate', [one(named('1', 'seen', operates)), null, viewer, false], /not operate/],
    ['a stranger’s device', [one(named('1', 'theirs', shows('t'))), null, viewer, false], /no device "theirs"/],
    [
      'a stranger’s device without values',
      [one(named('1', 'theirs', { type: 'uptime', title: 'Up' })), null, viewer, false],
      /no device/,
    ],
    ['a stranger’s device to choose', [{ espids: ['theirs'], widgets: [] }, null, viewer, false], /no device/],
    ['controls of a chosen device', [shared(chosen('1', operates)), null, viewer, false], null],
    ['the same by somebody else than the owner', [shared(chosen('1', operates)), null, viewer, true], /not operate/],
    [
      'what was there before',
      [one(named('2', 'theirs', shows('t'))), one(named('1', 'theirs', shows('t'))), viewer, true],
      null,
    ],
    [
      'another value of what was there before',
      [one(named('1', 'theirs', shows('u'))), one(named('1', 'theirs', shows('t'))), viewer, true],
      /no device/,
    ],
    [
      'a control of what was only shown before',
      [one(named('1', 'seen', operates)), one(named('1', 'seen', shows('t'))), viewer, false],
      /not operate/,
    ],
  ])('with %s', (_what, [changed, present, may, strict], sentence) => {
    const problem = reachProblem(changed, present, may, strict);
    if (sentence) expect(problem?.message).toMatch(sentence);
    else expect(problem).toBeNull();
  });
});
