import type { Blueprint, BlueprintPart } from '@cyno/contract';
import { cutText } from '@cyno/contract/cut-text';
import { t } from '@lingui/core/macro';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useSettled } from '../../../lib/browser/use-settled.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Checkbox } from '../../../ui/fields/mark.tsx';
import { Sheet } from '../../../ui/overlays/dialog.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import { type ExportSource, exportQuery } from './blueprint-calls.ts';
import './blueprints.css';
import { useCopyText } from './use-copy-text.ts';

const restMs = 400;

type ExportSheetProps = { source: ExportSource; name: string; onClose: () => void };

/** Makes a blueprint of an automation or a scene: what of it others choose, and the text as a file or on the clipboard. */
export function ExportSheet({ source, name: present, onClose }: ExportSheetProps) {
  const [name, setName] = useState(cutText(present, 60));
  const [description, setDescription] = useState('');
  const [inputs, setInputs] = useState<readonly string[] | null>(null);
  const copy = useCopyText();
  const wanted = { name: name.trim() || t`Blueprint`, description, inputs: inputs && [...inputs] };
  const request = useSettled(wanted, restMs);
  const { data, error, isPlaceholderData } = useQuery(exportQuery(source, request));
  const isFormer = isPlaceholderData || JSON.stringify(wanted) !== JSON.stringify(request);
  const text = data && JSON.stringify(data.blueprint, null, 2);
  const choose = (part: BlueprintPart, isInput: boolean) => {
    const chosen = new Set(inputs ?? data?.parts.map(({ id }) => id));
    if (isInput) chosen.add(part.id);
    else chosen.delete(part.id);
    setInputs([...chosen]);
  };
  return (
    <Sheet
      title={t`Export as a blueprint`}
      size="wide"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Close`}</Button>
          <Button
            icon={IconCopy}
            disabled={!text || isFormer}
            onClick={() => text && void copy(text, t`Blueprint copied`)}
          >
            {t`Copy`}
          </Button>
          <Button
            variant="primary"
            icon={IconDownload}
            disabled={!data || isFormer}
            onClick={() => data && save(data.blueprint)}
          >
            {t`Download`}
          </Button>
        </>
      }
    >
      <div className="blueprint-form">
        <p className="blueprint-description">
          {t`Others can import it for their own devices. It contains no device IDs, addresses or secrets.`}
        </p>
        <TextField
          label={t`Name`}
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextField
          label={t`Description`}
          maxLength={500}
          autoComplete="off"
          value={description}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        />
        {error && <FormNote kind="error">{failureText(error)}</FormNote>}
        {!data && !error && <Skeleton height={240} width="auto" />}
        {data && text && (
          <>
            <Parts parts={data.parts} chosen={inputs} onChoose={choose} />
            <details>
              <summary>{t`Show file`}</summary>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard (WCAG 2.1.1) */}
              <pre className="blueprint-file mono" tabIndex={0}>
                {text}
              </pre>
            </details>
          </>
        )}
      </div>
    </Sheet>
  );
}

type PartsProps = {
  parts: readonly BlueprintPart[];
  /** Null: all of them. */
  chosen: readonly string[] | null;
  onChoose: (part: BlueprintPart, isInput: boolean) => void;
};

/** What others choose when they import it; the rest stays as it is. */
function Parts({ parts, chosen, onChoose }: PartsProps) {
  const id = useId();
  return (
    <fieldset className="blueprint-parts" aria-labelledby={id}>
      <h3 id={id}>{t`Chosen at import`}</h3>
      {parts.map((part) => (
        <label key={part.id}>
          <Checkbox
            checked={part.always || chosen === null || chosen.includes(part.id)}
            disabled={part.always}
            onChange={({ currentTarget }) => onChoose(part, currentTarget.checked)}
          />
          <span>
            {part.label}{' '}
            <span className="muted">
              {part.always ? t`${{ kind: kindText(part.kind) }}, always` : kindText(part.kind)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function save(blueprint: Blueprint): void {
  const name = blueprint.name.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  const content = new Blob([JSON.stringify(blueprint, null, 2)], { type: 'application/json' });
  saveFile(`${name.replaceAll(/^-|-$/g, '') || 'blueprint'}.json`, content);
}

const kindText = (kind: BlueprintPart['kind']): string =>
  ({
    device: t`device`,
    variable: t`variable`,
    output: t`output`,
    event: t`event`,
    number: t`number`,
    duration: t`duration`,
    time: t`time of day`,
    text: t`text`,
    scene: t`scene`,
    devices: t`devices`,
    alert: t`alert`,
  })[kind];
