import type { MaintenanceWindow } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { IconCalendar, IconTool } from '@tabler/icons-react';
import { useLiveNow } from '../../../../lib/live/live-client.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Row, RowList } from '../../../../ui/cards/row-list.tsx';
import { useSeenDevices } from '../../../boards/devices/index.ts';
import { scopeText } from '../rules/rule-scope.ts';
import { useRuleNames } from '../rules/use-rule-names.ts';
import { useEndMaintenance } from './maintenance-calls.ts';
import { windowText } from './maintenance-times.ts';

/** What runs or is planned, each with how it ends. */
export function MaintenanceRows({ windows }: { windows: readonly MaintenanceWindow[] }) {
  const now = useLiveNow(10_000);
  return (
    <RowList label={t`Maintenance`}>
      {windows.map((window) => (
        <MaintenanceRow key={window.id} window={window} now={now} />
      ))}
    </RowList>
  );
}

function MaintenanceRow({ window, now }: { window: MaintenanceWindow; now: number }) {
  const { groups } = useRuleNames();
  const devices = useSeenDevices();
  const end = useEndMaintenance();
  const { id, scope, running, weekly, mayEnd } = window;
  const name = scopeText(scope, { devices, groups });
  const title =
    scope.kind === 'devices'
      ? name
      : plural({ count: window.devices }, { one: `${name} (# device)`, other: `${name} (# devices)` });
  return (
    <Row
      icon={running ? IconTool : IconCalendar}
      title={title}
      detail={<span className="num">{windowText(window, now)}</span>}
      actions={
        mayEnd && (
          <>
            {running && (
              <Button
                busy={end.isPending && !end.variables.forGood}
                aria-label={t`End the maintenance of ${name} now`}
                onClick={() => end.mutate({ id, forGood: false })}
              >
                {t`End now`}
              </Button>
            )}
            {(weekly || !running) && (
              <Button
                busy={end.isPending && end.variables.forGood}
                aria-label={t`Delete the maintenance of ${name}`}
                onClick={() => end.mutate({ id, forGood: true })}
              >
                {t`Delete`}
              </Button>
            )}
          </>
        )
      }
    />
  );
}
