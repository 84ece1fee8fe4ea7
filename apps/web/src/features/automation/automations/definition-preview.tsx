import type { AutomationDefinition } from '@cyno/contract';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../../lib/api/failure-text.ts';
import { type Names, previewQuery } from '../definitions/index.ts';
import { DryRunView } from './dry-run/dry-run-view.tsx';
import { PreviewBox } from './preview-box.tsx';

type DefinitionPreviewProps = { espid: string; names: Names; timeZone: string; definition: AutomationDefinition };

/** What would be stored as a sentence, where it would run, and what it would have done in the last days. */
export function DefinitionPreview(props: DefinitionPreviewProps) {
  const { data, error } = useQuery(previewQuery(props.espid, props.definition, null));
  return (
    <>
      <PreviewBox {...props} preview={error ? undefined : data} refusal={error && failureText(error)} />
      {!error && <DryRunView {...props} />}
    </>
  );
}
