import type { ControlState, Device, WidgetContent } from '@cyno/contract';
import { TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { LampFields } from './lamp-fields.tsx';
import { OptionFields, ZoneFields } from './list-fields.tsx';
import { NumberField } from './number-field.tsx';
import { TargetField } from './target-field.tsx';
import { VariableField, VariablesField } from './variable-fields.tsx';
import { scaleOf, targetName, titleFrom, widgetKinds } from './widget-kinds.ts';

type WidgetFieldsProps = {
  device: Device;
  control: ControlState | undefined;
  content: WidgetContent;
  onChange: (content: WidgetContent) => void;
};

/** Everything that can be set on a widget. */
export function WidgetFields({ device, control, content, onChange }: WidgetFieldsProps) {
  /** The title that the widget has of what it is bound to follows that; one that somebody typed stays. */
  const follow = (before: string, after: string) =>
    content.title === titleFrom(before) || content.title === widgetKinds[content.type].name
      ? { title: titleFrom(after) }
      : {};
  const labelOf = (key: string) => device.variables.find((variable) => variable.key === key)?.label ?? key;
  return (
    <>
      {'key' in content && (
        <VariableField
          device={device}
          content={content}
          onChange={(variable, key) => {
            const title = follow(labelOf(content.key), labelOf(key));
            onChange({ ...content, key, ...title, ...('min' in content && scaleOf(variable)) });
          }}
        />
      )}
      {'keys' in content && (
        <VariablesField
          device={device}
          content={content}
          onChange={(keys) => {
            const words = (all: readonly string[]) => all.map(labelOf).join(', ');
            onChange({ ...content, keys, ...(content.type === 'chart' && follow(words(content.keys), words(keys))) });
          }}
        />
      )}
      {'target' in content && (
        <TargetField
          type={content.type}
          control={control}
          target={content.target}
          onChange={(target) => {
            const title = follow(targetName(control, content.target), targetName(control, target) || content.title);
            onChange({ ...content, target, ...title });
          }}
        />
      )}
      <TextField
        label="Title"
        maxLength={40}
        autoComplete="off"
        value={content.title}
        onChange={({ currentTarget }) => onChange({ ...content, title: currentTarget.value })}
      />
      <OwnFields content={content} onChange={onChange} />
    </>
  );
}

const ranges = [
  { id: '15', label: '15 minutes' },
  { id: '60', label: '1 hour' },
  { id: '360', label: '6 hours' },
  { id: '1440', label: '24 hours' },
  { id: '4320', label: '3 days' },
  { id: '10080', label: '7 days' },
];

function OwnFields({ content, onChange }: Pick<WidgetFieldsProps, 'content' | 'onChange'>) {
  switch (content.type) {
    case 'value':
    case 'table':
    case 'clock':
    case 'switch':
      return null;
    case 'led':
      return <LampFields content={content} onChange={onChange} />;
    case 'timeline':
      return (
        <>
          <NumberField
            label="On from this value upwards"
            value={content.onFrom}
            onChange={(onFrom) => onChange({ ...content, onFrom })}
          />
          <RangeField content={content} onChange={onChange} />
        </>
      );
    case 'gauge':
    case 'tank':
      return (
        <>
          <Scale content={content} onChange={onChange} />
          <ZoneFields zones={content.zones} max={content.max} onChange={(zones) => onChange({ ...content, zones })} />
        </>
      );
    case 'chart':
      return <RangeField content={content} onChange={onChange} />;
    case 'button':
      return (
        <TextField
          label="Value that it sends"
          maxLength={64}
          spellCheck={false}
          value={content.value}
          onChange={({ currentTarget }) => onChange({ ...content, value: currentTarget.value })}
        />
      );
    case 'slider':
      return (
        <>
          <Scale content={content} onChange={onChange} />
          <div className="editor-line">
            <NumberField label="Step" value={content.step} onChange={(step) => onChange({ ...content, step })} />
            <TextField
              label="Unit"
              maxLength={16}
              value={content.unit}
              onChange={({ currentTarget }) => onChange({ ...content, unit: currentTarget.value })}
            />
          </div>
        </>
      );
    case 'choice':
      return <OptionFields options={content.options} onChange={(options) => onChange({ ...content, options })} />;
  }
}

type Ranged = Extract<WidgetContent, { minutes: number }>;

function RangeField({ content, onChange }: { content: Ranged; onChange: (content: Ranged) => void }) {
  return (
    <SelectField
      label="Shows the last"
      size="large"
      options={ranges}
      value={String(content.minutes)}
      onChange={(minutes) => onChange({ ...content, minutes: Number(minutes) })}
    />
  );
}

type Scaled = Extract<WidgetContent, { min: number }>;

function Scale({ content, onChange }: { content: Scaled; onChange: (content: Scaled) => void }) {
  return (
    <div className="editor-line">
      <NumberField label="Lowest" value={content.min} onChange={(min) => onChange({ ...content, min })} />
      <NumberField label="Highest" value={content.max} onChange={(max) => onChange({ ...content, max })} />
    </div>
  );
}
