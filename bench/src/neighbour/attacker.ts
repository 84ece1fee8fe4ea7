import { constants, setPriority } from 'node:os';
import { type AttackOrder, type AttackReport, Tally, wait } from './attack.ts';
import { attacks } from './attacks/index.ts';

/** The process of one attack: reports when it begins, and what became of it when its time is over. */
const order = JSON.parse(process.argv[2] ?? '{}') as AttackOrder;
const attack = attacks[order.attack];
if (!attack) throw new Error(`There is no attack ${order.attack}`);
// An attacker has a machine of its own: what it computes must not be taken from the server.
setPriority(constants.priority.PRIORITY_LOW);
const tally = new Tally();
const stop = new AbortController();
process.stdout.write('{"began":true}\n');
const running = attack.run(order, tally, stop.signal);
await Promise.race([wait(order.seconds * 1_000), running]);
stop.abort();
const report: AttackReport = tally.report();
process.stdout.write(`${JSON.stringify(report)}\n`);
// What it left open ends with it.
process.exit(0);
