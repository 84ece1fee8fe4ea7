import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useConfig } from '../../../../../lib/api/public-config.ts';
import type { Admission } from './embed-address.ts';

/** The origins that the operator admits; empty as long as the server has not responded. */
export function useEmbedOrigins(): readonly string[] {
  return useConfig().data?.embedOrigins ?? [];
}

const originOf = (address: string) => URL.parse(address)?.origin ?? address;

/** What stands where something of another server would be: why it is not shown, and what helps. */
export function EmbedNotice({ address, admission }: { address: string; admission: Admission }) {
  if (admission === 'broken') return <p className="widget-nothing">{t`This address cannot be shown here.`}</p>;
  const origin = originOf(address);
  return (
    <p className="widget-nothing">
      <Trans>
        Not loaded: ask the operator of this server to add <b>{origin}</b> to the setting <code>EMBED_ORIGINS</code>.
      </Trans>
    </p>
  );
}
