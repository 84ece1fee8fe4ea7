import type { WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { formatDuration } from '../../../../../lib/format/format.ts';
import { TextField } from '../../../../../ui/fields/field.tsx';
import { SelectField } from '../../../../../ui/fields/select-field.tsx';
import { NumberField } from './number-field.tsx';

const ranges = [15, 60, 360, 1_440, 4_320, 10_080, 40_320];

type Ranged = Extract<WidgetContent, { minutes: number }>;

/** How much of the past a widget shows, from `least` minutes on. */
export function RangeField<Content extends Ranged>(props: {
  content: Content;
  least?: number;
  onChange: (content: Content) => void;
}) {
  const { content, least = 0, onChange } = props;
  return (
    <SelectField
      label={t`Time range`}
      size="large"
      options={ranges
        .filter((minutes) => minutes >= least || minutes === content.minutes)
        .map((minutes) => ({ id: String(minutes), label: formatDuration(minutes * 60_000) }))}
      value={String(content.minutes)}
      onChange={(minutes) => onChange({ ...content, minutes: Number(minutes) })}
    />
  );
}

type Scaled = Extract<WidgetContent, { min: number }>;

/** The ends of a scale. */
export function ScaleFields<Content extends Scaled>(props: { content: Content; onChange: (content: Content) => void }) {
  const { content, onChange } = props;
  return (
    <div className="editor-line">
      <NumberField label={t`Minimum`} value={content.min} onChange={(min) => onChange({ ...content, min })} />
      <NumberField label={t`Maximum`} value={content.max} onChange={(max) => onChange({ ...content, max })} />
    </div>
  );
}

type FiguredType = 'value' | 'gauge' | 'bar' | 'tank' | 'battery' | 'bars' | 'heatmap' | 'histogram';
type Figured = Extract<WidgetContent, { type: FiguredType }>;
const digits = ['', '0', '1', '2', '3', '4'] as const;

/** The unit and digits of a widget, where they are to be others than those of its variable. */
export function FigureFields<Content extends Figured>(props: {
  content: Content;
  usualUnit: string;
  onChange: (content: Content) => void;
}) {
  const { content, usualUnit, onChange } = props;
  const { unit, decimals } = content;
  return (
    <div className="editor-line">
      <TextField
        label={t`Unit`}
        maxLength={16}
        placeholder={usualUnit || t`none`}
        value={unit ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const { unit: _before, ...rest } = content;
          onChange((value === '' ? rest : { ...content, unit: value }) as Content);
        }}
      />
      <SelectField
        label={t`Decimals`}
        size="large"
        options={digits.map((id) => ({ id, label: id || t`Automatic` }))}
        value={digits.find((id) => id === String(decimals ?? '')) ?? ''}
        onChange={(id) => {
          const { decimals: _before, ...rest } = content;
          onChange((id === '' ? rest : { ...content, decimals: Number(id) }) as Content);
        }}
      />
    </div>
  );
}
