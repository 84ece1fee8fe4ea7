import { t } from '@lingui/core/macro';
import { IconLinkOff } from '@tabler/icons-react';
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { ApiError } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useConfig } from '../../../lib/api/public-config.ts';
import { AppQueryClient } from '../../../lib/api/query-client.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/cards/states.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Credit } from '../../../ui/shell/brand.tsx';
import { GateFailure, GateNotice } from '../../../ui/shell/gate.tsx';
import { LanguageSelect } from '../../../ui/shell/language-select.tsx';
import { useSystemTheme } from '../../../ui/shell/use-system-theme.ts';
import { Badge } from '../../../ui/status/badge.tsx';
import {
  DashboardGrid,
  KioskFrame,
  LoadingDashboard,
  readKiosk,
  useKioskMemory,
  useSourceData,
  WidgetAlertsContext,
} from '../dashboards/index.ts';
import { type Link, publicDashboardQuery, storedUnlock, storeUnlock } from './public-calls.ts';
import { type OpenDashboard, publicSource } from './public-source.ts';
import './public-page.css';
import { UnlockForm } from './unlock-form.tsx';
import { type PublicLiveState, usePublicLive } from './use-public-live.ts';

/** Nothing of anyone who is logged in here: visitors see what everybody with the link sees. */
const client = new AppQueryClient();

type PublicPageProps = { onName: (name: string) => void };

/** `/view/:token`: one dashboard by its public link, without the app around it. */
export function PublicPage({ onName }: PublicPageProps) {
  const { token = '' } = useParams();
  const [params] = useSearchParams();
  useSystemTheme();
  const Page = params.has('kiosk') ? OnItsOwnScreen : ByLink;
  return (
    <QueryClientProvider client={client}>
      <Page token={token} onName={onName} />
    </QueryClientProvider>
  );
}

/** With `?kiosk` behind its address: it starts again without the server, with what it showed last. */
function OnItsOwnScreen(props: PublicPageProps & { token: string }) {
  return useKioskMemory(props.token) ? <ByLink {...props} /> : null;
}

function ByLink({ token, onName }: PublicPageProps & { token: string }) {
  const [unlock, setUnlock] = useState(() => storedUnlock(token));
  const link = { token, unlock };
  const { data, error, refetch } = useQuery({ ...publicDashboardQuery(link), retry: retries });
  const live = usePublicLive(link, data?.state === 'open');
  const isGone = error instanceof ApiError && error.code === 'not_found';
  if (live === 'ended' || isGone) return <Gone />;
  if (data?.state === 'locked') {
    return (
      <UnlockForm
        token={token}
        onUnlocked={(fresh) => {
          storeUnlock(token, fresh);
          setUnlock(fresh);
        }}
      />
    );
  }
  if (data) return <OpenPage link={link} dashboard={data} live={live} onName={onName} />;
  if (!error)
    return (
      <main className="public">
        <LoadingDashboard />
      </main>
    );
  return (
    <GateFailure title={t`The dashboard did not load`} reason={failureText(error)} onRetry={() => void refetch()} />
  );
}

/** What the server does not know will not be there a second later. */
const retries = (failures: number, error: Error) => failures < 3 && error instanceof ApiError && error.isTemporary;

function Gone() {
  return (
    <GateNotice
      team={undefined}
      title={t`This link no longer works`}
      icon={IconLinkOff}
      tone="warning"
      actions={
        <Button size="large" onClick={() => location.reload()}>
          {t`Reload page`}
        </Button>
      }
    >
      {t`It has expired or changed, or the address is incomplete. Ask the person who gave it to you.`}
    </GateNotice>
  );
}

type OpenPageProps = PublicPageProps & { link: Link; dashboard: OpenDashboard; live: PublicLiveState };

function OpenPage({ link, dashboard, live, onName }: OpenPageProps) {
  const { name, choices, devices, widgets } = dashboard;
  const [wanted, setWanted] = useState<string>();
  const chosen = choices.find((number) => number === wanted) ?? choices[0];
  const source = publicSource(useQueryClient(), link, dashboard);
  const device = source.devices.find(({ espid }) => espid === chosen) ?? source.devices[0] ?? null;
  const dataOf = useSourceData(source, { widgets, chosen: device, espids: choices });
  const team = useConfig().data?.team;
  useEffect(() => onName(name), [name, onName]);
  const [params, setParams] = useSearchParams();
  const grid = (visible: readonly (typeof widgets)[number][]) =>
    visible.length === 0 ? (
      <EmptyState title={t`No widgets yet`}>{t`The owner has not added widgets to this dashboard.`}</EmptyState>
    ) : (
      <WidgetAlertsContext value={source.alerts}>
        <DashboardGrid widgets={visible} dataOf={dataOf} />
      </WidgetAlertsContext>
    );
  const options = devices.flatMap((one) => (choices.includes(one.device) ? [{ id: one.device, label: one.name }] : []));
  const choice = chosen !== undefined && options.length > 1 && (
    <SelectField label={t`Device`} hideLabel options={options} value={chosen} onChange={setWanted} />
  );
  if (params.has('kiosk')) {
    return (
      <KioskFrame
        title={name}
        widgets={widgets}
        theme={readKiosk(params).theme}
        isLive={live !== 'down'}
        head={
          choice && (
            <>
              <h1>{name}</h1>
              {choice}
            </>
          )
        }
        onLeave={() => setParams({})}
      >
        {grid}
      </KioskFrame>
    );
  }
  return (
    <div className="public">
      <header className="public-head">
        <h1>{name}</h1>
        {live === 'down' && <Badge tone="warning">{t`Connection lost. Reconnecting…`}</Badge>}
        {choice}
      </header>
      <main>{grid(widgets)}</main>
      <footer className="gate-foot">
        <LanguageSelect />
        <Credit team={team} height={16} />
      </footer>
    </div>
  );
}
