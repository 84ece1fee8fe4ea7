import { alertsBench } from './alerts/alerts.ts';
import { backupBench } from './backup/backup.ts';
import { chartBench } from './chart/chart.ts';
import { clusterBench } from './cluster/cluster.ts';
import { clusterKillsBench } from './cluster/cluster-kills.ts';
import { devicesBench } from './devices/devices.ts';
import { echoBench } from './echo/echo.ts';
import { formulasBench } from './formulas.ts';
import { historyBench } from './history/history.ts';
import { idleBench } from './idle/idle.ts';
import { ingestBench } from './ingest.ts';
import { describeMachine } from './machine.ts';
import { neighbourBench } from './neighbour/neighbour.ts';
import { newBoardsBench } from './new-boards/new-boards.ts';
import { paintBench } from './paint/paint.ts';
import { responsesBench } from './responses/responses.ts';
import { restartBench } from './restart/restart.ts';
import { smallBench } from './small/small.ts';
import { storageBench } from './storage/storage.ts';
import { webBench } from './web/web.ts';

/** `npm run bench -w @cyno/bench -- <name> [--option=value …]` */
const benches: Record<string, (options: Map<string, string>) => Promise<void>> = {
  alerts: alertsBench,
  backup: backupBench,
  responses: responsesBench,
  ingest: ingestBench,
  history: historyBench,
  chart: chartBench,
  cluster: clusterBench,
  'cluster-kills': clusterKillsBench,
  idle: idleBench,
  devices: devicesBench,
  echo: echoBench,
  formulas: formulasBench,
  neighbour: neighbourBench,
  'new-boards': newBoardsBench,
  paint: paintBench,
  restart: restartBench,
  small: smallBench,
  storage: storageBench,
  web: webBench,
};

const [name = '', ...rest] = process.argv.slice(2);
const bench = benches[name];
if (!bench) {
  console.error(`Say which: ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}
const options = new Map(rest.map((option) => option.replace(/^--/, '').split('=', 2) as [string, string]));
console.log(describeMachine());
await bench(options);
