import type { WidgetContent } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { use } from 'react';
import { Link } from 'react-router';
import { failureText } from '../../../../../lib/api/failure-text.ts';
import { formatValue } from '../../../../../lib/format/format.ts';
import { isStale } from '../../../../../lib/format/variable-kind.ts';
import { useLiveNow } from '../../../../../lib/live/live-client.ts';
import { Button } from '../../../../../ui/buttons/button.tsx';
import { Skeleton } from '../../../../../ui/cards/skeleton.tsx';
import { Icon } from '../../../../../ui/graphics/icon.tsx';
import { AlertLine, alertInLanguage, bySeverity, type MarkedAlert } from '../../../../automation/alerts/index.ts';
import { devicePath } from '../../../../boards/devices/index.ts';
import type { DashboardSource } from '../../source/dashboard-source.ts';
import { WidgetAlertsContext } from '../widget-alerts.tsx';
import type { DevicePlace, WidgetData } from '../widget-data.ts';
import { WidgetDevice } from '../widget-device.ts';
import { WidgetFrame } from '../widget-frame.tsx';
import { hiddenDevicesText } from './warnings-widget.tsx';
import './alerts-widget.css';

const maxListed = 30;

type AlertsWidgetProps = { content: Extract<WidgetContent, { type: 'alerts' }>; data: WidgetData };

/** The open alerts of the dashboard's devices; of the one that the widget names, if it does. */
export function AlertsWidget({ content: { title }, data: { device, places, hiddenCount, moment } }: AlertsWidgetProps) {
  const isNamed = use(WidgetDevice) !== null;
  const alertsOf = use(WidgetAlertsContext);
  if (moment !== null || alertsOf === null) {
    return (
      <WidgetFrame title={title}>
        <p className="widget-nothing">{t`Alerts are not part of playback`}</p>
      </WidgetFrame>
    );
  }
  const named = places.filter((place) => !isNamed || place.device.espid === device.espid);
  return <OpenAlerts title={title} places={named} alertsOf={alertsOf} hiddenCount={isNamed ? 0 : hiddenCount} />;
}

type OpenAlertsProps = {
  title: string;
  places: readonly DevicePlace[];
  alertsOf: DashboardSource['alerts'];
  /** So many other devices of the dashboard cannot be shown. */
  hiddenCount: number;
};

type Listed = { alert: MarkedAlert; place: DevicePlace };

function OpenAlerts({ title, places, alertsOf, hiddenCount }: OpenAlertsProps) {
  const { listed, more, failed, isComing } = useOpenAlerts(places, alertsOf);
  const others = listed.length - maxListed;
  return (
    <WidgetFrame
      title={title}
      aside={
        listed.length > 0 && (
          <span className="widget-figure">{plural(listed.length, { one: '# alert', other: '# alerts' })}</span>
        )
      }
      className="widget-alerts"
    >
      {failed ? (
        <div className="widget-alerts-failed" role="alert">
          <p>{t`Alerts did not load. ${{ reason: failureText(failed.error) }}`}</p>
          <Button icon={IconRefresh} onClick={failed.retry}>
            {t`Try again`}
          </Button>
        </div>
      ) : isComing ? (
        <div className="widget-alerts-coming" aria-busy="true">
          <Skeleton height={32} />
          <Skeleton height={32} />
        </div>
      ) : places.length === 0 ? (
        <p className="widget-nothing">{t`No devices yet`}</p>
      ) : listed.length === 0 ? (
        <p className="widget-fine">
          <Icon of={IconCircleCheck} />
          {t`No open alerts`}
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lists are scrolled with the arrow keys
        <ul tabIndex={0} aria-label={title}>
          {listed.slice(0, maxListed).map((one) => (
            <Line key={keyOf(one.alert)} {...one} alertsOf={alertsOf} isOnly={places.length === 1} />
          ))}
        </ul>
      )}
      {others > 0 && (
        <p className="widget-hidden-count num">
          {plural({ count: others }, { one: 'and # other', other: 'and # others' })}
        </p>
      )}
      {more && <p className="widget-hidden-count">{t`Only the newest open alerts of your devices are searched.`}</p>}
      {hiddenCount > 0 && <p className="widget-hidden-count">{hiddenDevicesText(hiddenCount, false)}</p>}
    </WidgetFrame>
  );
}

/** Only own ones have an id. */
const keyOf = ({ id, espid, activeAt, text }: MarkedAlert) => `${espid} ${id ?? `${activeAt} ${text}`}`;

/** The open alerts of devices from where each has them, by one query for all that have the same. */
function useOpenAlerts(places: readonly DevicePlace[], alertsOf: DashboardSource['alerts']) {
  const sources = Map.groupBy(places, ({ device }) => JSON.stringify(alertsOf(device.espid).query.queryKey));
  const groups = [...sources.values()].flatMap((own) => {
    const [first] = own;
    return first ? [{ own, query: alertsOf(first.device.espid).query }] : [];
  });
  const results = useQueries({ queries: groups.map(({ query }) => query) });
  const listed = results.flatMap(({ data }, index) => {
    const byEspid = new Map(groups[index]?.own.map((place) => [place.device.espid, place]));
    return (data?.alerts ?? []).flatMap((alert): Listed[] => {
      const place = byEspid.get(alert.espid);
      return place ? [{ alert, place }] : [];
    });
  });
  const failures = results.filter(({ data, error }) => data === undefined && error !== null);
  const [failure] = failures;
  return {
    listed: listed.sort((a, b) => bySeverity(a.alert, b.alert)),
    more: results.some(({ data }) => data?.more === true),
    failed: failure?.error
      ? {
          error: failure.error,
          retry() {
            for (const { refetch } of failures) void refetch();
          },
        }
      : null,
    isComing: results.some(({ isPending }) => isPending),
  };
}

type LineProps = Listed & Pick<OpenAlertsProps, 'alertsOf'> & { isOnly: boolean };

function Line({ alert, place: { device }, alertsOf, isOnly }: LineProps) {
  const { hasPage } = alertsOf(device.espid);
  const translated = alertInLanguage(alert);
  const first = isOnly ? translated.text : device.name;
  const leading = hasPage ? <Link to={devicePath(device.espid, 'Alerts')}>{first}</Link> : <b>{first}</b>;
  return (
    <AlertLine alert={translated} {...(isOnly ? { text: leading } : { device: leading })}>
      <PresentValue device={device} variableKey={alert.key} />
    </AlertLine>
  );
}

/** What the variable of an alert is now, as long as that is known. */
function PresentValue({ device, variableKey }: { device: DevicePlace['device']; variableKey: string | null }) {
  const now = useLiveNow(10_000);
  const variable = device.variables.find(({ key }) => key === variableKey);
  if (!device.online || !variable || variable.at === null || isStale(variable, now)) return null;
  const value = `${formatValue(variable.value, variable.decimals)} ${variable.unit}`.trim();
  return <p className="alert-line-now num">{t`Now ${value}`}</p>;
}
