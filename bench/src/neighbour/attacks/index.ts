import type { Attack } from '../attack.ts';
import { emptyPins, smallBodies, transports } from './bodies.ts';
import { newConnections, tlsHandshakes } from './churn.ts';
import { pingFlood, watchFlood } from './live-floods.ts';
import { acknowledgementFlood, subscribeFlood, wideJson } from './mqtt-floods.ts';
import {
  largeResponses,
  linkPasswords,
  parallelExports,
  parallelProfiles,
  parallelProjects,
  unknownTokens,
} from './parallel-calls.ts';
import { silentImports, slowUploads, virtualBoards } from './places.ts';
import { silentTls } from './silent-tls.ts';

/** Every attack, by the name that `--attack` takes. */
export const attacks: Readonly<Record<string, Attack>> = {
  'acknowledgement-flood': acknowledgementFlood,
  'subscribe-flood': subscribeFlood,
  'wide-json': wideJson,
  'empty-pins': emptyPins,
  transports,
  'watch-flood': watchFlood,
  'parallel-projects': parallelProjects,
  'parallel-profiles': parallelProfiles,
  'parallel-exports': parallelExports,
  'link-passwords': linkPasswords,
  'silent-imports': silentImports,
  'slow-uploads': slowUploads,
  'virtual-boards': virtualBoards,
  'silent-tls': silentTls,
  // Of our own.
  'ping-flood': pingFlood,
  'small-bodies': smallBodies,
  'unknown-tokens': unknownTokens,
  'large-answers': largeResponses,
  'new-connections': newConnections,
  'tls-handshakes': tlsHandshakes,
};
