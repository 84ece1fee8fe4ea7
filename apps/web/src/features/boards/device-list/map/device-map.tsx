import type { Device, DeviceLocation } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconMapPin, IconMapPinPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useConfig } from '../../../../lib/api/public-config.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { MapView } from '../../../../ui/map/map-view.tsx';
import { DeviceMark, JoinedDevicesMark } from '../../devices/index.ts';
import './device-map.css';
import { MapCard } from './map-card.tsx';
import { useSetPlace } from './use-set-place.ts';

type DeviceMapProps = { devices: readonly Device[]; linkUp: boolean };

/** So many devices without a place are listed; the search finds the others. */
const maxListed = 200;

const joinedMark = (espids: readonly string[]) => <JoinedDevicesMark espids={espids} />;

/** The devices on a map, and beside it those that have no place yet. */
export function DeviceMap({ devices, linkUp }: DeviceMapProps) {
  const tiles = useConfig().data?.mapTiles ?? null;
  const [selectedId, setSelectedId] = useState<string>();
  const [placing, setPlacing] = useState<string>();
  const [isEditing, setEditing] = useState(false);
  const setPlace = useSetPlace();
  const markers = useMemo(
    () =>
      devices.flatMap(({ espid, name, location, online }) =>
        location ? [{ id: espid, name, place: location, online, mark: <DeviceMark espid={espid} /> }] : [],
      ),
    [devices],
  );
  const without = devices.filter(({ location }) => location === null);
  const selected = devices.find(({ espid }) => espid === selectedId);
  const waiting = devices.find(({ espid }) => espid === placing);
  const put = (place: DeviceLocation) => {
    if (!waiting) return;
    setPlace(waiting, place);
    setPlacing(undefined);
    setSelectedId(waiting.espid);
  };
  const moveTo = (id: string, place: DeviceLocation) => {
    const device = devices.find(({ espid }) => espid === id);
    if (device) setPlace(device, place);
  };
  return (
    <div className={without.length > 0 ? 'device-map device-map-split' : 'device-map'}>
      <div className="card device-map-frame">
        <MapView
          label={t`Device locations`}
          markers={markers}
          tiles={tiles}
          selectedId={selectedId}
          onSelect={setSelectedId}
          clusterMark={joinedMark}
          {...(waiting && { onPlace: put })}
          {...(isEditing && { onMove: moveTo })}
        />
        {waiting && (
          <div className="device-map-note" role="status">
            <p>{t`Press the map where ${{ name: waiting.name }} is.`}</p>
            <Button size="small" onClick={() => setPlacing(undefined)}>
              {t`Cancel`}
            </Button>
          </div>
        )}
        {selected && !waiting && (
          <MapCard
            device={selected}
            linkUp={linkUp}
            onPlace={() => setPlacing(selected.espid)}
            onClose={() => setSelectedId(undefined)}
          />
        )}
      </div>
      <aside className="device-map-side" aria-label={t`Locations`}>
        {markers.length > 0 && (
          <Button icon={IconMapPin} aria-pressed={isEditing} onClick={() => setEditing(!isEditing)}>
            {isEditing ? t`Done` : t`Move devices`}
          </Button>
        )}
        {isEditing && <p className="device-map-hint">{t`Drag each device to its location.`}</p>}
        {without.length > 0 && (
          <section className="card device-map-without" aria-label={t`No location`}>
            <h2>{t`No location`}</h2>
            <ul>
              {without.slice(0, maxListed).map((device) => (
                <li key={device.espid}>
                  <span className="device-map-name">{device.name}</span>
                  <Button
                    size="small"
                    icon={IconMapPinPlus}
                    aria-label={t`Set location of ${{ name: device.name }}`}
                    aria-pressed={placing === device.espid}
                    onClick={() => setPlacing(placing === device.espid ? undefined : device.espid)}
                  >
                    {t`Set location`}
                  </Button>
                </li>
              ))}
            </ul>
            {without.length > maxListed && (
              <p className="device-map-hint">{t`and ${{ hidden: without.length - maxListed }} more. Search by name to find them.`}</p>
            )}
          </section>
        )}
      </aside>
    </div>
  );
}
