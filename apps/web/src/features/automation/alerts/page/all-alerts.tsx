import type { Alert } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { isFirstFetch } from '../../../../lib/api/is-first-fetch.ts';
import { holdFocus } from '../../../../lib/browser/hold-focus.ts';
import { lazy } from '../../../../lib/language/lazy.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { ButtonLink } from '../../../../ui/buttons/button-link.tsx';
import { MoreButton } from '../../../../ui/buttons/more-button.tsx';
import { Card } from '../../../../ui/cards/card.tsx';
import { Skeleton } from '../../../../ui/cards/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../../ui/cards/states.tsx';
import { Checkbox } from '../../../../ui/fields/mark.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { may, useSeenDevices } from '../../../boards/devices/index.ts';
import { AlertRow } from '../list/alert-row.tsx';
import { MaintenanceNote } from '../maintenance/maintenance-note.tsx';
import { maintenanceQuery } from '../maintenance/maintenance-queries.ts';
import { type AlertFilter, isFiltered, readFilter, writeFilter } from './alert-filter.ts';
import { alertPagesQuery } from './alert-pages.ts';
import { AlertToolbar } from './alert-toolbar.tsx';
import './all-alerts.css';
import { ChosenBar } from './chosen-bar.tsx';
import { downloadAlerts } from './download-alerts.ts';

const AlertDetails = lazy(async () => ({ default: (await import('../list/alert-details.tsx')).AlertDetails }));

/** The alerts of the filter that the address holds, several of which can be acknowledged at once. */
export function AllAlerts() {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const setFilter = (change: Partial<AlertFilter>) =>
    setParams(writeFilter({ ...filter, ...change }), { replace: true, preventScrollReset: true });
  // Here, since the list goes when the last alert of the filter clears, and who reads its details is not done.
  const [open, setOpen] = useState<number | null>(null);
  const query = useInfiniteQuery(alertPagesQuery(filter));
  const maintenance = useQuery(maintenanceQuery);
  // The note above the list comes with it: alone and later it would move the list. Where it fails, the list does not wait.
  const isPending = query.isPending || isFirstFetch(maintenance);
  const alerts = isPending ? [] : (query.data?.pages.flatMap((page) => page.alerts) ?? []);
  return (
    <>
      <div className="all-alerts-head">
        <AlertToolbar filter={filter} onChange={setFilter} />
        <DownloadButton filter={filter} />
      </div>
      {isPending && (
        <div aria-busy="true">
          <span className="sr-only">{t`Loading alerts`}</span>
          <Skeleton height={240} width="auto" className="all-alerts-bone" />
        </div>
      )}
      {!isPending && <MaintenanceNote />}
      {query.isError && !query.data && (
        <ErrorState title={t`Alerts did not load`} onRetry={() => void query.refetch()}>
          {failureText(query.error)}
        </ErrorState>
      )}
      {!isPending && query.data && alerts.length === 0 && (
        <NoAlerts filter={filter} onClear={() => setParams(filter.show === 'history' ? 'show=history' : '')} />
      )}
      {alerts.length > 0 && <AlertList alerts={alerts} isOld={query.isPlaceholderData} onOpen={setOpen} />}
      {open !== null && (
        <Suspense fallback={null}>
          <AlertDetails id={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {!isPending && <MoreButton query={query}>{t`Show older alerts`}</MoreButton>}
    </>
  );
}

type AlertListProps = { alerts: readonly Alert[]; isOld: boolean; onOpen: (id: number) => void };

function AlertList({ alerts, isOld, onOpen }: AlertListProps) {
  const devices = useSeenDevices();
  const listRef = useRef<HTMLUListElement>(null);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const operated = new Set(devices.filter((device) => may(device, 'operate')).map(({ espid }) => espid));
  const mayOperate = ({ espid }: Alert) => operated.has(espid);
  const choosable = alerts.filter((alert) => alert.state !== 'cleared' && (alert.mayAcknowledge || mayOperate(alert)));
  // What has cleared meanwhile is chosen no more.
  const ids = choosable.map(({ id }) => id).filter((id) => chosen.has(id));
  const isAll = ids.length === choosable.length;
  return (
    <>
      <Card ref={holdFocus} className={isOld ? 'all-alerts all-alerts-old' : 'all-alerts'}>
        {choosable.length > 1 && (
          <label className="alert-choose all-alerts-choose">
            <Checkbox
              checked={isAll}
              indeterminate={ids.length > 0 && !isAll}
              onChange={() => setChosen(new Set(isAll ? [] : choosable.map(({ id }) => id)))}
            />
            {plural({ count: choosable.length }, { other: 'Select all #' })}
          </label>
        )}
        <ul className="alert-rows" aria-label={t`Alerts`} ref={listRef} tabIndex={-1}>
          {alerts.map((alert) => (
            <AlertRow
              key={alert.id}
              alert={alert}
              mayOperate={mayOperate(alert)}
              onOpen={({ id }) => onOpen(id)}
              before={
                choosable.length > 0 && (
                  <ChooseAlert
                    alert={alert}
                    isChosen={choosable.includes(alert) ? chosen.has(alert.id) : null}
                    onChoose={(isChosen) => {
                      const next = new Set(chosen);
                      if (isChosen) next.add(alert.id);
                      else next.delete(alert.id);
                      setChosen(next);
                    }}
                  />
                )
              }
            />
          ))}
        </ul>
      </Card>
      {ids.length > 0 && (
        <ChosenBar
          ids={ids}
          maySnooze={alerts.some((alert) => ids.includes(alert.id) && mayOperate(alert))}
          onDone={() => {
            // The bar goes away with the button that has the focus.
            listRef.current?.focus({ preventScroll: true });
            setChosen(new Set());
          }}
        />
      )}
    </>
  );
}

type ChooseAlertProps = { alert: Alert; isChosen: boolean | null; onChoose: (isChosen: boolean) => void };

/** The box that chooses an alert; only its place for one that cannot be acknowledged. */
function ChooseAlert({ alert, isChosen, onChoose }: ChooseAlertProps) {
  if (isChosen === null) return <span className="alert-choose" />;
  return (
    <label className="alert-choose">
      <Checkbox
        aria-label={t`Select: ${{ device: alert.device }}, ${{ text: alert.text }}`}
        checked={isChosen}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
    </label>
  );
}

function NoAlerts({ filter, onClear }: { filter: AlertFilter; onClear: () => void }) {
  if (isFiltered(filter)) {
    return (
      <EmptyState title={t`No matching alerts`} actions={<Button onClick={onClear}>{t`Clear filters`}</Button>}>
        {t`Change or clear the filters to see other alerts.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={filter.show === 'open' ? t`No open alerts` : t`No alerts yet`} actions={<ToRules />}>
      {filter.show === 'open'
        ? t`Alerts appear here when a rule finds a problem. Past ones are in the history.`
        : t`Past alerts appear here, with who acknowledged them and when they cleared.`}
    </EmptyState>
  );
}

const ToRules = () => <ButtonLink to="/alerts/rules">{t`Show rules`}</ButtonLink>;

function DownloadButton({ filter }: { filter: AlertFilter }) {
  const [busy, setBusy] = useState(false);
  const toasts = useToasts();
  const download = async () => {
    setBusy(true);
    try {
      await downloadAlerts(filter);
    } catch (error) {
      toasts.add({ kind: 'error', title: t`File not saved`, detail: failureText(error) });
    }
    setBusy(false);
  };
  return (
    <Button icon={IconDownload} busy={busy} onClick={() => void download()}>
      CSV
    </Button>
  );
}
