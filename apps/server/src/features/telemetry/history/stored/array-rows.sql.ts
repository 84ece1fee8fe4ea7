import { type Reads, within } from '../../../../platform/database/index.ts';
import { readTimeoutMs } from '../../variables/index.ts';

/** The rows of a query as arrays of cells. Rejects when the database does not respond in time. */
export async function arrayRows<Row extends unknown[]>(reads: Reads, text: string, values: unknown[]): Promise<Row[]> {
  return (await reads.run((client) => client.query<Row>(within(readTimeoutMs, { text, values, rowMode: 'array' }))))
    .rows;
}
