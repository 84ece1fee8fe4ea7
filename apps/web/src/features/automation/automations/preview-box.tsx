import type { AutomationDefinition, AutomationPreview } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import type { Names } from '../definitions/index.ts';
import { placementNote, placementText } from './placement-text.ts';
import { warningText } from './warning-text.ts';
import './preview-box.css';
import { nextText, SentenceView, sentenceOf } from '../definitions/index.ts';
import { whereIcons } from './where-badge.tsx';

type PreviewBoxProps = {
  espid: string;
  names: Names;
  timeZone: string;
  /** What is to be stored; null while something is missing. */
  definition: AutomationDefinition | null;
  preview: AutomationPreview | undefined;
  /** Why the server would not take it, where no part is to blame. */
  refusal: string | null;
};

/** The sentence as it will be stored, and where it will run. */
export function PreviewBox({ espid, names, timeZone, definition, preview, refusal }: PreviewBoxProps) {
  return (
    <section className="preview" aria-label={t`Preview`} aria-live="polite">
      {!definition && <p className="muted">{t`Fill in the missing fields to see what it will do.`}</p>}
      {definition && (
        <p className="preview-sentence">
          <SentenceView parts={sentenceOf(definition, { espid, here: espid, names })} />
        </p>
      )}
      {definition && refusal && (
        <p className="line-problem" role="alert">
          {refusal}
        </p>
      )}
      {definition &&
        !refusal &&
        (preview ? (
          <Placement preview={preview} definition={definition} timeZone={timeZone} />
        ) : (
          <Skeleton height={24} />
        ))}
    </section>
  );
}

type PlacementProps = { preview: AutomationPreview; definition: AutomationDefinition; timeZone: string };

function Placement({ preview, definition, timeZone }: PlacementProps) {
  const { placement, warningReports, nextAt } = preview;
  return (
    <>
      <p className="preview-where">
        <Icon of={whereIcons[placement.where]} size={16} />
        <span>{placementText(placement)}</span>
      </p>
      {nextAt !== null && (
        <p className="muted num">{t`Next run ${{ time: nextText(nextAt, definition, timeZone) }} (${timeZone})`}</p>
      )}
      {placement.note && (
        <p className="preview-note">
          <Icon of={IconInfoCircle} size={16} />
          {placementNote(placement)}
        </p>
      )}
      {warningReports.map(warningText).map((warning) => (
        <p key={warning} className="preview-note preview-warning">
          <Icon of={IconAlertTriangle} size={16} />
          {warning}
        </p>
      ))}
    </>
  );
}
