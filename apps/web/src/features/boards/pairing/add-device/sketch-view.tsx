import type { SketchResponse } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { CodeFiles } from '../../../../ui/code/code-files.tsx';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { downloadSketch, type SketchChoice } from './sketch-queries.ts';

/** The files of a sketch with the lines to fill in marked; to copy one by one or as a zip. */
export function SketchView({ sketch, choice }: { sketch: SketchResponse; choice: SketchChoice }) {
  const toasts = useToasts();
  const zip = useMutation({
    mutationFn: () => downloadSketch(choice, sketch.name),
    onError: (error) =>
      toasts.add({ kind: 'error', title: t`Could not create the zip file`, detail: failureText(error) }),
  });
  return (
    <CodeFiles
      className="sketch"
      label={t`Sketch files`}
      files={sketch.files}
      actions={
        <Button size="small" variant="ghost" icon={IconDownload} busy={zip.isPending} onClick={() => zip.mutate()}>
          {t`Download zip`}
        </Button>
      }
    />
  );
}
