import type { BenchServer } from '../server.ts';
import type { Attacker } from './attack.ts';
import { HttpClient } from './http-client.ts';

/** Makes accounts that attack, each with an address of its own; they are copies of the first one, so that none takes a signup. */
export async function makeAttackers(
  { database, http, login }: BenchServer,
  name: string,
  count: number,
): Promise<Attacker[]> {
  const email = (n: number) => `${name}-${n}@example.com`;
  await database.query(
    `insert into accounts (email, password_hash, confirmed_at)
     select $1 || '-' || n || '@example.com', password_hash, now() from accounts, generate_series(1, $2::int) n
     where accounts.email = $3`,
    [name, count, login.email],
  );
  const attackers: Attacker[] = [];
  for (let n = 1; n <= count; n++) {
    const address = addressOf();
    const client = new HttpClient(http, address);
    const body = { email: email(n), password: login.password };
    const response = await client.call({ method: 'POST', path: '/api/auth/login', body });
    if (response.status !== 200) throw new Error(`${email(n)} cannot log in: ${response.status} ${response.body}`);
    const token: string = JSON.parse(response.body).access_token;
    // A copy has no connection key yet.
    const rotate = { method: 'POST', path: '/api/pairing/key/rotate', token, body: { endOld: true } };
    const { connectionKey } = JSON.parse((await client.call(rotate)).body);
    attackers.push({ email: email(n), token, connectionKey, address });
    client.close();
  }
  return attackers;
}

let addresses = 0;

/** The next of 127.0.2.1 to 127.0.255.254, which all are this machine. */
function addressOf(): string {
  addresses += 1;
  return `127.0.${2 + Math.floor(addresses / 250)}.${1 + (addresses % 250)}`;
}
