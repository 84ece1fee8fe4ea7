import { useConfig } from '../../../../../lib/api/public-config.ts';
import type { Admission } from './embed-address.ts';

/** The origins that the operator admits; empty as long as the server has not responded. */
export function useEmbedOrigins(): readonly string[] {
  return useConfig().data?.embedOrigins ?? [];
}

const originOf = (address: string) => URL.parse(address)?.origin ?? address;

/** What stands where something of another server would be: why it is not shown, and what helps. */
export function EmbedNotice({ address, admission }: { address: string; admission: Admission }) {
  if (admission === 'broken') return <p className="widget-nothing">This address cannot be shown here.</p>;
  return (
    <p className="widget-nothing">
      Nothing is loaded from <b>{originOf(address)}</b> until the operator of this server adds it to the setting{' '}
      <code>EMBED_ORIGINS</code>.
    </p>
  );
}
