import { expect, test } from 'vitest';
import { devicesFollowed, followsOf, tagsOf, toDashboardFollows } from './follow.ts';

const own = [
  { espid: 'a', tags: ['Greenhouse'], groupId: 1 },
  { espid: 'b', tags: ['shed', 'greenhouse'], groupId: 2 },
  { espid: 'c', tags: [], groupId: 1 },
];
const espidsOf = (devices: readonly { espid: string }[]) => devices.map(({ espid }) => espid);

test('follows a tag however it is written, and a group', () => {
  expect(espidsOf(devicesFollowed({ kind: 'tag', tag: 'GREENHOUSE' }, own))).toEqual(['a', 'b']);
  expect(espidsOf(devicesFollowed({ kind: 'group', groupId: 1, name: 'North' }, own))).toEqual(['a', 'c']);
  expect(devicesFollowed({ kind: 'tag', tag: 'green' }, own)).toEqual([]);
});

test('offers each tag once, and the one that is followed also when no device has it', () => {
  expect(tagsOf(own, null)).toEqual(['Greenhouse', 'shed']);
  expect(tagsOf(own, { kind: 'tag', tag: 'barn' })).toEqual(['barn', 'Greenhouse', 'shed']);
});

test('is reported to the server without what the page alone knows', () => {
  const follows = followsOf({ kind: 'group', groupId: 7, name: 'North', devices: 3 });
  expect(follows).toEqual({ kind: 'group', groupId: 7, name: 'North' });
  expect(toDashboardFollows(follows)).toEqual({ kind: 'group', groupId: 7 });
  expect(toDashboardFollows(followsOf({ kind: 'tag', tag: 'x', devices: 0 }))).toEqual({ kind: 'tag', tag: 'x' });
  expect(toDashboardFollows(null)).toBeNull();
});
