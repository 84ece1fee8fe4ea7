import type { DeviceLogLine } from '@cyno/contract';
import { expect, test } from 'vitest';
import type { TestBoard } from '../../test/boards/test-board.ts';
import { nextEspid, ProtocolBench } from '../../test/protocol-bench.ts';

const bench = ProtocolBench.forThisFile();

const acknowledged = (board: TestBoard) =>
  board.received.flatMap((packet) => (packet.cmd === 'puback' ? [packet.messageId] : []));

test('a refused QoS 1 message ends the connection: the client comes back, sends the rest again, and nothing is lost', async () => {
  const options = { espid: nextEspid(), username: bench.username };
  const { board } = await bench.server.board(options);
  // No time passes while they come: the server takes a thousand messages in a second of a board.
  const ids = Array.from({ length: 1_500 }, (_, n) => board.publish('data/update', `{"n":${n}}`, 1));
  for (let passes = 0; !board.closed && passes < 200; passes += 1) await bench.pass(20);
  await board.whenClosed();
  const first = acknowledged(board);
  expect(first).toEqual(ids.slice(0, first.length));
  expect(first.length).toBeGreaterThanOrEqual(1_000);
  expect(first.length).toBeLessThan(1_500);

  const { board: again } = await bench.server.board(options);
  await bench.pass(1_000);
  for (let n = first.length; n < ids.length; n += 1) again.publish('data/update', `{"n":${n}}`, 1);
  await bench.eventually(async () => expect(acknowledged(again)).toHaveLength(ids.length - first.length));
  await bench.eventually(async () => {
    const { body } = await bench.owner.api('GET', `/api/device/${options.espid}/log?kinds=disconnected`);
    expect(body.lines.map(({ text }: DeviceLogLine) => text)).toContainEqual(
      expect.stringMatching(/could not be stored/),
    );
  });
});
