import type { WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useEffect, useId, useRef, useState } from 'react';
import { dateLocale, useDisplaySettings } from '../../../../../lib/format/display-settings.ts';
import { Button } from '../../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../../ui/fields/field.tsx';
import { InstantField } from '../../../../../ui/fields/instant-field.tsx';
import { instantOf, localPartsOf } from '../../../../../ui/fields/local-instant.ts';
import { Segmented } from '../../../../../ui/fields/segmented.tsx';
import { FormNote } from '../../../../../ui/status/form-note.tsx';
import { smallPicture } from '../../widgets/media/small-picture.ts';
import { keysOfText } from '../../widgets/values/placeholders.ts';
import { NumberField } from './number-field.tsx';

type MediaContent = Extract<WidgetContent, { type: 'text' | 'image' | 'camera' | 'frame' | 'countdown' }>;
/** What the help on texts shows as examples. */
const markdown = '**bold**, *italic*, # heading, - list, [link](https://…)';
const placeholder = '{{temp}}';

type MediaFieldsProps<Content = MediaContent> = { content: Content; onChange: (content: WidgetContent) => void };

/** What can be set on texts, pictures, pages and countdowns. */
export function MediaFields({ content, onChange }: MediaFieldsProps) {
  switch (content.type) {
    case 'text':
      return <TextFields content={content} onChange={onChange} />;
    case 'image':
      return <PictureFields content={content} onChange={onChange} />;
    case 'camera':
      return (
        <>
          <AddressField content={content} onChange={onChange} />
          <NumberField
            label={t`Update every (seconds)`}
            value={content.seconds}
            onChange={(seconds) => onChange({ ...content, seconds })}
          />
        </>
      );
    case 'frame':
      return <AddressField content={content} onChange={onChange} />;
    case 'countdown':
      return <CountdownFields content={content} onChange={onChange} />;
  }
}

function CountdownFields({ content, onChange }: MediaFieldsProps<Extract<MediaContent, { type: 'countdown' }>>) {
  const { timeZone } = useDisplaySettings();
  const [until, setUntil] = useState(() =>
    Number.isFinite(content.until) ? localPartsOf(content.until, timeZone) : { day: '', second: null },
  );
  return (
    <InstantField
      label={t`Until`}
      locale={dateLocale()}
      value={until}
      onChange={(next) => {
        setUntil(next);
        onChange({ ...content, until: instantOf(next, timeZone) ?? Number.NaN });
      }}
    />
  );
}

function TextFields({ content, onChange }: MediaFieldsProps<Extract<MediaContent, { type: 'text' }>>) {
  const id = useId();
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>{t`Text`}</label>
      </div>
      <textarea
        id={id}
        className="editor-text"
        rows={8}
        maxLength={4_000}
        aria-describedby={`${id}-help`}
        value={content.text}
        onChange={({ currentTarget: { value } }) => {
          // Of more than 20 values the first are filled in; a key that is typed halfway names nothing yet.
          onChange({ ...content, text: value, keys: keysOfText(value).slice(0, 20) });
        }}
      />
      <div className="field-help" id={`${id}-help`}>
        {t`Markdown: ${markdown}. ${placeholder} shows the latest value of temp.`}
      </div>
    </div>
  );
}

type Addressed = Extract<MediaContent, { type: 'camera' | 'frame' }>;

function AddressField({ content, onChange }: MediaFieldsProps<Addressed>) {
  return (
    <TextField
      label={t`Address`}
      type="url"
      inputMode="url"
      maxLength={1_000}
      spellCheck={false}
      autoComplete="off"
      placeholder="https://"
      description={t`The operator of this server must allow the website (EMBED_ORIGINS).`}
      value={content.url}
      onChange={({ currentTarget }) => onChange({ ...content, url: currentTarget.value.trim() })}
    />
  );
}

const fits = () =>
  [
    { id: 'contain', label: t`Whole picture` },
    { id: 'cover', label: t`Fill the card` },
  ] as const;

function PictureFields({ content, onChange }: MediaFieldsProps<Extract<MediaContent, { type: 'image' }>>) {
  const inputRef = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isOwn = content.url.startsWith('data:');
  // A picture takes a while to decode, and the other fields are typed in meanwhile.
  const presentRef = useRef<typeof content | null>(content);
  useEffect(() => {
    presentRef.current = content;
    return () => {
      presentRef.current = null;
    };
  }, [content]);
  const take = (file: File | undefined) => {
    if (!file) return;
    setProblem(null);
    smallPicture(file).then(
      (url) => presentRef.current && onChange({ ...presentRef.current, url }),
      (error: Error) => setProblem(error.message),
    );
  };
  return (
    <>
      <div className="editor-line">
        <Button onClick={() => inputRef.current?.click()}>
          {isOwn ? t`Choose another picture` : t`Choose a picture`}
        </Button>
        {isOwn && (
          <Button variant="ghost" onClick={() => onChange({ ...content, url: '' })}>
            {t`Remove`}
          </Button>
        )}
      </div>
      <input
        ref={inputRef}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        hidden
        onChange={({ currentTarget }) => {
          take(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      {problem && <FormNote kind="error">{problem}</FormNote>}
      {!isOwn && (
        <TextField
          label={t`Or its address`}
          type="url"
          inputMode="url"
          maxLength={1_000}
          spellCheck={false}
          autoComplete="off"
          placeholder="https://"
          description={t`The operator of this server must allow the website (EMBED_ORIGINS).`}
          value={content.url}
          onChange={({ currentTarget }) => onChange({ ...content, url: currentTarget.value.trim() })}
        />
      )}
      <Segmented
        label={t`Fit`}
        options={fits()}
        value={content.fit}
        onChange={(fit) => onChange({ ...content, fit })}
      />
      <TextField
        label={t`Description`}
        description={t`Read aloud by screen readers.`}
        maxLength={120}
        value={content.alt}
        onChange={({ currentTarget }) => onChange({ ...content, alt: currentTarget.value })}
      />
    </>
  );
}
