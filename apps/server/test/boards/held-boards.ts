import type { IPublishPacket, Packet } from 'mqtt-packet';
import { databasesSettled, type HeldTime, holdTime } from '../held-time.ts';
import type { TestBoard } from './test-board.ts';

/** What boards of a server in this process are sent while time stands still, and passes with `time.pass` alone. */
export interface HeldBoards {
  readonly time: HeldTime;
  /** From now on time waits for this board too. */
  add(board: TestBoard): TestBoard;
  /** The next publication to a board on this subtopic, as soon as one is due. */
  message(board: TestBoard, subtopic: string): Promise<IPublishPacket & { text: string }>;
}

/** Longer than anything that a server does by itself waits. */
const longestWaitMs = 20_000;

/** Holds time from now on; see `holdTime`. */
export function holdBoards(): HeldBoards {
  const boards = new Set<TestBoard>();

  /** Its response comes behind everything that was sent over the connection before. */
  async function ping(board: TestBoard): Promise<void> {
    try {
      board.send({ cmd: 'pingreq' });
      await board.next((packet): packet is Packet & { cmd: 'pingresp' } => packet.cmd === 'pingresp');
    } catch {
      boards.delete(board);
    }
  }

  async function settled(): Promise<void> {
    for (let round = 0; round < 2; round += 1) {
      await databasesSettled();
      await Promise.all([...boards].map((board) => (board.closed ? boards.delete(board) : ping(board))));
    }
    await databasesSettled();
  }

  const time = holdTime(Date.now(), { settled, date: true });
  return {
    time,
    add(board) {
      boards.add(board);
      return board;
    },
    async message(board, subtopic) {
      const topics = () => board.received.flatMap((packet) => (packet.cmd === 'publish' ? [packet.topic] : []));
      const isThere = () => topics().includes(`/${board.espid}/${subtopic}`);
      await time.pass(longestWaitMs, () => isThere() || board.closed);
      if (!isThere()) {
        const why = board.closed ? ' before the connection was closed' : '';
        throw new Error(`Nothing was sent on ${subtopic}${why}, but on: ${topics().join(' ')}`);
      }
      return board.message(subtopic);
    },
  };
}
