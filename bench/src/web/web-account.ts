import type { BenchServer } from '../server.ts';

/** A board with a history, and a dashboard that shows it. */
export async function fillAccount(server: BenchServer): Promise<[espid: string, dashboardId: number]> {
  const call = async <Response>(path: string, body: object) => {
    const response = await fetch(server.http + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as Response;
  };
  const { espid } = await call<{ espid: string }>('/api/virtual-board', {});
  // Only a board that has connected and sent values can be shown.
  for (let values = 0; values === 0; ) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const response = await fetch(`${server.http}/api/device/`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    const devices = (await response.json()) as { espid: string; variables: unknown[] }[];
    values = devices.find((device) => device.espid === espid)?.variables.length ?? 0;
  }
  const { id } = await call<{ id: number }>('/api/dashboards', {
    name: 'Farm',
    espids: [],
    follows: null,
    widgets: widgetsOf(espid),
  });
  return [espid, id];
}

function widgetsOf(device: string): object[] {
  const [value, chart] = [
    { type: 'value', title: 'Temperature', key: 'temp' },
    { type: 'chart', title: 'Air', keys: ['temp', 'humid'], right: ['humid'], minutes: 60 },
  ];
  return [
    { id: 'value', x: 0, y: 0, width: 4, height: 3, content: value, device },
    { id: 'chart', x: 0, y: 3, width: 8, height: 5, content: chart, device },
  ];
}
