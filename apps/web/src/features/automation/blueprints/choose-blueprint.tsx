import type { Blueprint } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconFileUpload } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { FormNote } from '../../../ui/status/form-note.tsx';
import { useReadBlueprint } from './blueprint-calls.ts';
import { BuiltInList } from './built-in-list.tsx';

/** The same as on the server, which refuses more with this sentence; a larger file is not even read. */
const maxBytes = 65_536;

type ChooseBlueprintProps = {
  kind: Blueprint['kind'];
  onChoose: (blueprint: Blueprint) => void;
};

/** One of those that come with the product, a text that was copied, or a file. */
export function ChooseBlueprint({ kind, onChoose }: ChooseBlueprintProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const read = useReadBlueprint();
  const fileRef = useRef<HTMLInputElement>(null);
  const id = useId();
  const take = (content: string) => {
    setProblem(null);
    read.mutate(content, {
      onSuccess(blueprint) {
        if (blueprint.kind === kind) onChoose(blueprint);
        else
          setProblem(
            blueprint.kind === 'scene'
              ? t`This blueprint is a scene. Import it on the Scenes page.`
              : t`This blueprint is an automation. Import it on the Automation tab of a device.`,
          );
      },
      onError: (error) => setProblem(failureText(error)),
    });
  };
  const takeFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxBytes) setProblem(t`The blueprint is larger than 64 KB.`);
    else take(await file.text());
  };
  return (
    <>
      {kind === 'automation' && <BuiltInList onChoose={onChoose} />}
      <div className="field">
        <div className="field-label">
          <label htmlFor={id}>{t`Blueprint text`}</label>
        </div>
        <textarea
          id={id}
          className="blueprint-text"
          rows={5}
          spellCheck={false}
          placeholder={t`Paste a copied blueprint`}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </div>
      <div className="blueprint-buttons">
        <Button disabled={text.trim() === ''} busy={read.isPending} onClick={() => take(text)}>
          {t`Import text`}
        </Button>
        <Button icon={IconFileUpload} onClick={() => fileRef.current?.click()}>
          {t`Choose file`}
        </Button>
        <input
          ref={fileRef}
          type="file"
          accept=".json,application/json"
          hidden
          aria-label={t`Blueprint file`}
          onChange={({ currentTarget }) => {
            void takeFile(currentTarget.files?.[0]);
            // The same file can be chosen again after it was mended.
            currentTarget.value = '';
          }}
        />
      </div>
      {problem && <FormNote kind="error">{problem}</FormNote>}
    </>
  );
}
