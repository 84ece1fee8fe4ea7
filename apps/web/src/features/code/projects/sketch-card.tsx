import { t } from '@lingui/core/macro';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/cards/card.tsx';
import { ErrorState } from '../../../ui/cards/states.tsx';
import { CodeFiles, CodeFilesSkeleton } from '../../../ui/code/code-files.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { downloadProject } from './project-queries.ts';
import type { MadeSketch } from './use-sketch-of.ts';

const formats = [
  { id: 'arduino', label: 'Arduino IDE' },
  { id: 'platformio', label: 'PlatformIO' },
] as const;

/** The files that come of the set-up, to read, copy and download. */
export function SketchCard({ sketch }: { sketch: MadeSketch }) {
  const { files, request, format, chooseFormat, isBlocked, error } = sketch;
  const toasts = useToasts();
  const zip = useMutation({
    mutationFn: async () => request && files && downloadProject(request, files.name),
    onError: (cause) => toasts.add({ kind: 'error', title: t`Zip not created`, detail: failureText(cause) }),
  });
  return (
    <Card className="project-card project-sketch" aria-labelledby="sketch-title">
      <div className="project-type">
        <h2 id="sketch-title">{t`Sketch`}</h2>
        <Segmented label={t`Format`} options={formats} value={format} onChange={chooseFormat} />
        <Button
          className="project-zip"
          icon={IconDownload}
          busy={zip.isPending}
          disabled={request === null || files === undefined || error !== null}
          onClick={() => zip.mutate()}
        >
          {t`Download zip`}
        </Button>
      </div>
      {isBlocked && files && (
        <p className="project-note" role="status">
          <Icon of={IconAlertTriangle} size={16} />
          <span>{t`Showing the last valid sketch. Fix the highlighted fields to update it.`}</span>
        </p>
      )}
      <Files sketch={sketch} />
    </Card>
  );
}

function Files({ sketch: { files, error, isMaking, isBlocked, retry } }: { sketch: MadeSketch }) {
  if (error) {
    return (
      <ErrorState title={t`Sketch not created`} onRetry={retry}>
        {failureText(error)}
      </ErrorState>
    );
  }
  if (files) {
    return (
      <CodeFiles className="project-code" label={t`Sketch files`} files={files.files} busy={isMaking || isBlocked} />
    );
  }
  if (isBlocked) return <p className="project-quiet">{t`Fix the highlighted fields to see the sketch.`}</p>;
  return <CodeFilesSkeleton className="project-code" />;
}
