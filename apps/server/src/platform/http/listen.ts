import { listenError } from '../start-error.ts';
import type { Http } from './http.ts';

/** Opens the port (0: any free one) and returns which it is; throws a StartError that names the setting when it is taken. */
export async function listen(http: Http, at: { host: string; port: number; setting: string }): Promise<number> {
  await http.listen({ host: at.host, port: at.port }).catch((cause: NodeJS.ErrnoException) => {
    throw cause.syscall ? listenError(cause, at) : cause;
  });
  const address = http.server.address();
  return typeof address === 'object' && address ? address.port : at.port;
}
