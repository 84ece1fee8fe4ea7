import type { WidgetContent } from '@cyno/contract';
import { TextField } from '../../../../../ui/fields/field.tsx';
import { SelectField } from '../../../../../ui/fields/select-field.tsx';
import { NumberField } from './number-field.tsx';

const ranges = [
  { minutes: 15, label: '15 minutes' },
  { minutes: 60, label: '1 hour' },
  { minutes: 360, label: '6 hours' },
  { minutes: 1_440, label: '24 hours' },
  { minutes: 4_320, label: '3 days' },
  { minutes: 10_080, label: '7 days' },
  { minutes: 40_320, label: '4 weeks' },
];

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
      label="Shows the last"
      size="large"
      options={ranges
        .filter(({ minutes }) => minutes >= least || minutes === content.minutes)
        .map(({ minutes, label }) => ({ id: String(minutes), label }))}
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
      <NumberField label="Lowest" value={content.min} onChange={(min) => onChange({ ...content, min })} />
      <NumberField label="Highest" value={content.max} onChange={(max) => onChange({ ...content, max })} />
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
        label="Unit"
        maxLength={16}
        placeholder={usualUnit || 'none'}
        value={unit ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const { unit: _before, ...rest } = content;
          onChange((value === '' ? rest : { ...content, unit: value }) as Content);
        }}
      />
      <SelectField
        label="Digits after the point"
        size="large"
        options={digits.map((id) => ({ id, label: id || 'As the value' }))}
        value={digits.find((id) => id === String(decimals ?? '')) ?? ''}
        onChange={(id) => {
          const { decimals: _before, ...rest } = content;
          onChange((id === '' ? rest : { ...content, decimals: Number(id) }) as Content);
        }}
      />
    </div>
  );
}
