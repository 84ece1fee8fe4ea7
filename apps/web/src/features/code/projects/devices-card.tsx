import type { Project } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconLink, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/cards/card.tsx';
import { SectionError, SectionSkeleton } from '../../../ui/cards/section-card.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { DeviceDifference } from './device-difference.tsx';
import './devices-card.css';
import { LinkDialog, type LinkedChange } from './link-dialog.tsx';
import { useChangeProject, useDifference } from './project-queries.ts';

/** The devices that run the sketch, each with what it does differently from what the sketch declares. */
export function DevicesCard({ project, unsaved }: { project: Project | null; unsaved: boolean }) {
  return (
    <Card className="project-card project-devices-card" aria-labelledby="devices-title">
      {project ? (
        <LinkedDevices project={project} unsaved={unsaved} />
      ) : (
        <>
          <h2 id="devices-title">{t`Devices`}</h2>
          <p className="project-quiet">{t`Save the project to link devices and compare them with the sketch.`}</p>
        </>
      )}
    </Card>
  );
}

function LinkedDevices({ project, unsaved }: { project: Project; unsaved: boolean }) {
  const [linking, setLinking] = useState(false);
  const difference = useDifference(project);
  const toasts = useToasts();
  const save = useChangeProject(project.id);
  const link = (change: LinkedChange) =>
    save.mutate(change, {
      onSuccess: () => setLinking(false),
      onError: (error) => toasts.add({ kind: 'error', title: t`Devices not linked`, detail: failureText(error) }),
    });
  const hasDevices = project.espids.length > 0;
  return (
    <>
      <div className="project-type">
        <h2 id="devices-title">{t`Devices`}</h2>
        {hasDevices && (
          <Button
            variant="ghost"
            icon={IconRefresh}
            busy={difference.isFetching}
            onClick={() => void difference.refetch()}
          >
            {t`Compare again`}
          </Button>
        )}
        <Button icon={IconLink} onClick={() => setLinking(true)}>
          {t`Link devices`}
        </Button>
      </div>
      <p className="project-quiet">
        {hasDevices
          ? unsaved
            ? t`Compares each board with the saved sketch. Unsaved changes are left out.`
            : t`Compares each board with the sketch.`
          : t`No devices linked yet. Link the ones that run this sketch to see where they differ.`}
      </p>
      {hasDevices && <Differences difference={difference} />}
      {linking && (
        <LinkDialog linked={project.espids} busy={save.isPending} onLink={link} onClose={() => setLinking(false)} />
      )}
    </>
  );
}

function Differences({ difference: { data, error, refetch } }: { difference: ReturnType<typeof useDifference> }) {
  if (!data && !error) return <SectionSkeleton />;
  return (
    <>
      {error && (
        <SectionError
          onRetry={() => void refetch()}
        >{t`Comparison not loaded. ${{ reason: failureText(error) }}`}</SectionError>
      )}
      {data && (
        <ul className="differences" aria-label={t`Linked devices`}>
          {data.devices.map((device) => (
            <DeviceDifference key={device.espid} device={device} />
          ))}
        </ul>
      )}
    </>
  );
}
