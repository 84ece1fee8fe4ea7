import type { WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { use, useMemo } from 'react';
import { useConfig } from '../../../../../lib/api/public-config.ts';
import { MapView } from '../../../../../ui/map/map-view.tsx';
import { VariableAlertMark } from '../../../../automation/alerts/index.ts';
import { WidgetAlertsContext } from '../widget-alerts.tsx';
import type { WidgetData } from '../widget-data.ts';
import { Age, useAge, WidgetFrame } from '../widget-frame.tsx';
import { placeOf, trackOf } from './place-track.ts';

type MapWidgetProps = { content: Extract<WidgetContent, { type: 'map' }>; data: WidgetData };

/** Where the board is, as it reports or as set, and the way it came. */
export function MapWidget({ content: { title, keys, minutes }, data }: MapWidgetProps) {
  const { device, variables, histories } = data;
  const tiles = useConfig().data?.mapTiles ?? null;
  const [latitude, longitude] = keys.map((key) => variables.get(key));
  const age = useAge(latitude, data);
  const alertsOf = use(WidgetAlertsContext);
  const alerts = data.moment === null ? alertsOf?.(device.espid).query : undefined;
  const history = histories.get(minutes);
  const track = useMemo(() => (keys.length === 2 ? trackOf(history, keys) : []), [history, keys]);
  const [north, east] = [latitude?.value, longitude?.value];
  const markers = useMemo(() => {
    const place = keys.length === 2 ? (placeOf(north, east) ?? track.at(-1) ?? null) : device.location;
    const mark = alerts && <VariableAlertMark alerts={alerts} espid={device.espid} keys={null} withLink={false} />;
    return place ? [{ id: device.espid, name: device.name, place, online: device.online, mark }] : [];
  }, [keys, north, east, track, device.location, device.espid, device.name, device.online, alerts]);
  return (
    <WidgetFrame title={title} aside={<Age age={age} />} className="widget-map">
      {markers.length === 0 ? (
        <p className="widget-nothing">
          {keys.length === 2
            ? t`This device has not reported a location.`
            : t`This device has no location. Set one in its settings, or choose values with latitude and longitude.`}
        </p>
      ) : (
        <MapView label={t`Location of ${{ name: device.name }}`} markers={markers} track={track} tiles={tiles} />
      )}
    </WidgetFrame>
  );
}
