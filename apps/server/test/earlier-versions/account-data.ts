import { TestBoard } from '../boards/test-board.ts';

const login = { email: 'owner@example.com', password: 'a-long-Passphrase-7' };
const espid = 'ESP8266-EARLIER_1';
export const device = `/api/device/${espid}`;

export const timer = {
  kind: 'timer',
  at: { type: 'time', secondOfDay: 60 },
  repeat: { type: 'daily' },
  action: { kind: 'event', name: 'led', value: '1' },
};
export const widget = {
  id: 'a',
  x: 0,
  y: 0,
  width: 2,
  height: 2,
  content: { type: 'text', title: 'Hi', text: 'Hello', keys: ['n'] },
};
export const condition = {
  kind: 'limit',
  key: 'n',
  comparison: '>',
  threshold: 300,
  release: 280,
  forSeconds: 60,
  clearSeconds: 0,
};

/** A server that runs, of any version. */
export interface RunningServer {
  readonly boardsPort: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape.
  call(method: string, path: string, body?: object, token?: string): Promise<any>;
}

/** Calls of the owner. */
export async function ownerOf({ call }: RunningServer) {
  const { access_token: token } = await call('POST', '/api/auth/login', login);
  return (method: string, path: string, body?: object) => call(method, path, body, token);
}

/** Connects the board as an ESP8266 does. */
export async function connectBoard({ boardsPort }: RunningServer, connectionKey: string): Promise<TestBoard> {
  const username = `${login.email}/${connectionKey}`;
  const { board, returnCode } = await TestBoard.connect({ port: boardsPort, espid, username });
  if (returnCode !== 0) throw new Error(`The board was refused (${returnCode}).`);
  return board;
}

export async function send(board: TestBoard, values: readonly number[]): Promise<void> {
  for (const n of values) await board.puback(board.publish('data/update', JSON.stringify({ n }), 1));
}

/** Gives an empty server an account with a device, its history and what people make for it, by calls that every version has. */
export async function fillServer(server: RunningServer, setupCode: string): Promise<void> {
  await server.call('POST', '/api/auth/signup', { ...login, setupCode });
  const owner = await ownerOf(server);
  const { connectionKey } = await owner('GET', '/api/pairing');
  const board = await connectBoard(server, connectionKey);
  await send(board, [1, 2, 3]);
  board.destroy();
  // Beside the device the key is found again when all of it comes back.
  await owner('PATCH', device, { name: 'Greenhouse', notes: connectionKey });
  await owner('PUT', `${device}/outputs/D1`, { mode: 'digit', name: 'Gate', locked: false, momentaryMs: null });
  await owner('PUT', `${device}/variables/n/calibration`, { offset: 10, scale: 1 });
  await owner('POST', `${device}/automations`, { name: 'Morning', enabled: true, definition: timer });
  await owner('POST', `${device}/shares`, { email: 'guest@example.com', role: 'viewer', expiresAt: null });
  await owner('POST', '/api/dashboards', { name: 'Farm', widgets: [widget], espids: [espid] });
  const scope = { kind: 'devices', espids: [espid] };
  await owner('POST', '/api/alert-rules', { name: 'Too many', enabled: true, severity: 'info', scope, condition });
  const actions = [{ espid, kind: 'output', pin: 'D1', mode: 'digit', value: 1 }];
  await owner('POST', '/api/scenes', { name: 'Evening', actions });
}
