import type { Command, ControlState } from '@cyno/contract';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { commandOf, controlOf } from '../../../../test/widgets.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { controlQuery, noteCommands, takeControl } from './control-query.ts';

const { queryKey } = controlQuery('a');
const first = commandOf({ id: 1 });
const queued = commandOf({ id: 2, state: 'queued', sentAt: null, answeredAt: null });
const done = commandOf({ id: 2 });
let client: QueryClient;

const known = () => client.getQueryData<ControlState>(queryKey);
const isOutdated = () => client.getQueryState(queryKey)?.isInvalidated;
const push = (events: Parameters<typeof controlOf>[0], commands: readonly Command[]) =>
  takeControl(client, queryKey, controlOf(events, commands));

beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(queryKey, controlOf({ pump: { reported: '0' } }, [first]));
});

test('what is pushed takes the place of the outputs and events, and nothing is fetched for it', () => {
  push({ pump: { reported: '0', wanted: '1' } }, [queued]);
  expect(known()).toEqual(controlOf({ pump: { reported: '0', wanted: '1' } }, [queued, first]));
  push({ pump: { reported: '1' } }, [done]);
  push({ pump: { reported: '1' }, lamp: {} }, []);
  expect(known()).toEqual(controlOf({ pump: { reported: '1' }, lamp: {} }, [done, first]));
  expect(isOutdated()).toBe(false);
});

test('a command that is over stays so, and stands in the list of changes of its target', () => {
  const changes = queryKeys.changes(queryKey, 'event', 'pump');
  client.setQueryData(changes, []);
  push({}, [done]);
  push({}, [queued]);
  expect(known()?.commands[0]).toEqual(done);
  expect(client.getQueryData(changes)).toEqual([done]);
});

test('controls that are to be fetched again, or are on their way, are fetched after the push', async () => {
  let fetches = 0;
  const pushed = { pump: { reported: '1' } };
  const fetched = client.fetchQuery({ queryKey, queryFn: async () => controlOf(++fetches === 1 ? {} : pushed) });
  push(pushed, []);
  await fetched;
  expect(isOutdated()).toBe(true);
  push({ pump: { reported: '0' } }, []);
  expect(known()?.events[0]?.reported).toBe('0');
  expect(isOutdated()).toBe(true);
});

test('an accepted command is shown as requested until something is pushed of it', () => {
  noteCommands(client, queryKey, [queued]);
  expect(known()?.events[0]?.wanted).toBe('1');
  expect(known()?.commands[0]).toEqual(queued);
  push({ pump: { reported: '1' } }, [done]);
  noteCommands(client, queryKey, [queued]);
  expect(known()).toEqual(controlOf({ pump: { reported: '1' } }, [done, first]));
});
