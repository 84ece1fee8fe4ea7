import { t } from '@lingui/core/macro';
import { IconFileUpload, IconTrash } from '@tabler/icons-react';
import { type ChangeEvent, type DragEvent, useId, useRef, useState } from 'react';
import { formatBytes } from '../../../lib/format/format.ts';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { type ChosenImage, flashText, kindLabels } from './loader/flash-plan.ts';
import './image-list.css';

type ImageListProps = {
  images: readonly ChosenImage[];
  offsetErrors: ReadonlyMap<number, string>;
  /** Sentences about files that were not taken. */
  refusals: readonly string[];
  disabled: boolean;
  onFiles: (files: readonly File[]) => void;
  onOffset: (id: number, offsetText: string) => void;
  onRemove: (id: number) => void;
};

/** The files to flash, each with its place; more are chosen or dropped. */
export function ImageList({ images, offsetErrors, refusals, disabled, onFiles, onOffset, onRemove }: ImageListProps) {
  return (
    <>
      {images.length > 0 && (
        <ul className="flash-images">
          {images.map((image) => (
            <li key={image.id} className="flash-image">
              <ImageText image={image} />
              <TextField
                className="flash-offset"
                label={t`Offset`}
                aria-label={t`Offset of ${{ fileName: image.fileName }}`}
                value={image.offsetText}
                error={offsetErrors.get(image.id) ?? null}
                disabled={disabled}
                spellCheck={false}
                autoComplete="off"
                onChange={(event) => onOffset(image.id, event.currentTarget.value)}
              />
              <IconButton
                className="flash-remove"
                label={t`Remove ${{ fileName: image.fileName }}`}
                icon={IconTrash}
                disabled={disabled}
                onClick={() => onRemove(image.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {refusals.length > 0 && (
        <div className="flash-refusals" role="alert">
          {refusals.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
      <FileDrop isFirst={images.length === 0} disabled={disabled} onFiles={onFiles} />
    </>
  );
}

function ImageText({ image: { fileName, bytes, facts } }: { image: ChosenImage }) {
  const kindLabel = kindLabels()[facts.kind];
  const parts = [
    formatBytes(bytes.length),
    facts.flashBytes !== null && t`for ${{ size: flashText(facts.flashBytes) }} of flash`,
    facts.version !== null && t`version ${{ version: facts.version }}`,
  ];
  return (
    <div className="flash-image-text">
      <strong title={fileName}>{fileName}</strong>
      <span className="flash-image-facts">
        <Badge shape="tag" tone="info">
          {facts.chip ? `${facts.chip.name} · ${kindLabel}` : kindLabel}
        </Badge>
        <span>{parts.filter(Boolean).join(' · ')}</span>
      </span>
    </div>
  );
}

type FileDropProps = { isFirst: boolean; disabled: boolean; onFiles: (files: readonly File[]) => void };

function FileDrop({ isFirst, disabled, onFiles }: FileDropProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const helpId = useId();
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.currentTarget.files ?? [])]);
    // The same file may be chosen again after a new build.
    event.currentTarget.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) onFiles([...event.dataTransfer.files]);
  };
  return (
    <fieldset
      className="flash-drop"
      aria-label={t`Image files`}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={inputRef}
        type="file"
        accept=".bin"
        multiple
        hidden
        aria-label={t`Choose image files`}
        onChange={take}
      />
      <Button
        variant={isFirst ? 'primary' : 'default'}
        icon={IconFileUpload}
        disabled={disabled}
        aria-describedby={helpId}
        onClick={() => inputRef.current?.click()}
      >
        {isFirst ? t`Choose .bin files` : t`Add files`}
      </Button>
      <p id={helpId}>
        {isFirst
          ? t`Or drop them here. In the Arduino IDE, use Sketch › Export Compiled Binary and choose the file with “merged” in its name.`
          : t`Or drop them here.`}
      </p>
    </fieldset>
  );
}
