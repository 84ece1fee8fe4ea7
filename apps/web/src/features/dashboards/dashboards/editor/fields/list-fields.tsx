import type { WidgetContent, WidgetZone } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Button, IconButton } from '../../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../../ui/fields/field.tsx';
import { SelectField } from '../../../../../ui/fields/select-field.tsx';
import { NumberField } from './number-field.tsx';

/** The colours that a zone or lamp can have. */
export const tones = () =>
  [
    { id: 'good', label: t`Green` },
    { id: 'neutral', label: t`Grey` },
    { id: 'warning', label: t`Amber` },
    { id: 'danger', label: t`Red` },
  ] as const;
const toneOrder = ['good', 'neutral', 'warning', 'danger'] as const;
const maxZones = 6;

type ZoneFieldsProps = {
  legend?: string;
  zones: readonly WidgetZone[];
  max: number;
  onChange: (zones: WidgetZone[]) => void;
};

/** The zones of a scale: from which value on it has which colour and word. */
export function ZoneFields({ legend = t`Zones`, zones, max, onChange }: ZoneFieldsProps) {
  const change = (index: number, part: Partial<WidgetZone>) =>
    onChange(zones.map((zone, at) => (at === index ? { ...zone, ...part } : zone)));
  const add = () => {
    const last = zones.at(-1)?.from;
    const from = last === undefined ? 0 : Math.round((last + max) * 50) / 100;
    onChange([...zones, { from, tone: toneOrder[zones.length % toneOrder.length] ?? 'good', word: '' }]);
  };
  return (
    <fieldset className="editor-list">
      <legend>{legend}</legend>
      {zones.map((zone, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a zone is nothing but its place in the list while it is typed
        <div key={index} className="editor-line editor-zone">
          <NumberField
            label={t`Zone ${{ number: index + 1 }}, from`}
            hideLabel
            value={zone.from}
            onChange={(from) => change(index, { from })}
          />
          <SelectField
            label={t`Zone ${{ number: index + 1 }}, colour`}
            hideLabel
            size="large"
            options={tones()}
            value={zone.tone}
            onChange={(tone) => change(index, { tone })}
          />
          <TextField
            label={t`Zone ${{ number: index + 1 }}, label`}
            hideLabel
            placeholder={t`Label`}
            maxLength={20}
            value={zone.word}
            onChange={({ currentTarget }) => change(index, { word: currentTarget.value })}
          />
          <IconButton
            label={t`Remove zone ${{ number: index + 1 }}`}
            icon={IconTrash}
            onClick={() => onChange(zones.toSpliced(index, 1))}
          />
        </div>
      ))}
      {zones.length < maxZones && (
        <Button variant="ghost" size="small" icon={IconPlus} onClick={add}>
          {t`Add zone`}
        </Button>
      )}
    </fieldset>
  );
}

type Option = Extract<WidgetContent, { type: 'choice' }>['options'][number];
const maxOptions = 12;

type OptionFieldsProps = { options: readonly Option[]; onChange: (options: Option[]) => void };

/** The options of a choice: what is sent and what is shown for it. */
export function OptionFields({ options, onChange }: OptionFieldsProps) {
  const change = (index: number, part: Partial<Option>) =>
    onChange(options.map((option, at) => (at === index ? { ...option, ...part } : option)));
  return (
    <fieldset className="editor-list">
      <legend>{t`Options: value to send and its label`}</legend>
      {options.map((option, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option is nothing but its place in the list while it is typed
        <div key={index} className="editor-line">
          <TextField
            label={t`Option ${{ number: index + 1 }}, value`}
            hideLabel
            placeholder={t`Value`}
            maxLength={64}
            spellCheck={false}
            value={option.value}
            onChange={({ currentTarget }) => change(index, { value: currentTarget.value })}
          />
          <TextField
            label={t`Option ${{ number: index + 1 }}, label`}
            hideLabel
            placeholder={t`Label`}
            maxLength={24}
            value={option.label}
            onChange={({ currentTarget }) => change(index, { label: currentTarget.value })}
          />
          <IconButton
            label={t`Remove option ${{ number: index + 1 }}`}
            icon={IconTrash}
            disabled={options.length <= 2}
            onClick={() => onChange(options.toSpliced(index, 1))}
          />
        </div>
      ))}
      {options.length < maxOptions && (
        <Button
          variant="ghost"
          size="small"
          icon={IconPlus}
          onClick={() => onChange([...options, { value: '', label: '' }])}
        >
          {t`Add option`}
        </Button>
      )}
    </fieldset>
  );
}
