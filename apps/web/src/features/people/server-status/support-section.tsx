import { t } from '@lingui/core/macro';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SectionCard } from '../../../ui/cards/section-card.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { downloadBundle } from './server-calls.ts';

/** A file for those who help. */
export function SupportSection() {
  const toasts = useToasts();
  const download = useMutation({
    mutationFn: downloadBundle,
    onError: (failure) =>
      toasts.add({ kind: 'error', title: t`The download did not start`, detail: failureText(failure) }),
  });
  return (
    <SectionCard
      id="support"
      title={t`Support bundle`}
      description={t`A file for the person who helps you: versions, figures, problems and the last lines of the log, without secrets, e-mail addresses and network addresses.`}
    >
      <div className="section-actions">
        <Button icon={IconDownload} busy={download.isPending} onClick={() => download.mutate()}>
          {t`Download support bundle`}
        </Button>
      </div>
    </SectionCard>
  );
}
