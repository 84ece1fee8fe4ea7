import type { ControlState, Device, WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { TextField } from '../../../../../ui/fields/field.tsx';
import { SelectField } from '../../../../../ui/fields/select-field.tsx';
import type { SeenDevice } from '../../../../boards/devices/index.ts';
import { ChartFields } from './chart-fields.tsx';
import { FigureFields, RangeField, ScaleFields } from './common-fields.tsx';
import { LampFields } from './lamp-fields.tsx';
import { OptionFields, ZoneFields } from './list-fields.tsx';
import { MediaFields } from './media-fields.tsx';
import { NumberField } from './number-field.tsx';
import { SceneFields } from './scene-fields.tsx';
import { TargetField } from './target-field.tsx';
import { OneOfField, VariableField, VariablesField } from './variable-fields.tsx';
import './widget-fields.css';
import { scaleOf, targetName, titleFrom } from '../../widgets/widget-kinds.ts';
import { kindName } from '../kind-texts.ts';

/** What shows nothing of a device. */
type DevicelessContent = Extract<WidgetContent, { type: 'clock' | 'countdown' | 'image' | 'camera' | 'frame' }>;

const deviceless: readonly string[] = [
  'clock',
  'countdown',
  'image',
  'camera',
  'frame',
] satisfies DevicelessContent['type'][];

export const isDeviceless = (content: WidgetContent): content is DevicelessContent => deviceless.includes(content.type);

type WidgetFieldsProps = {
  device: SeenDevice;
  control: ControlState | undefined;
  content: Exclude<WidgetContent, DevicelessContent>;
  onChange: (content: WidgetContent) => void;
};

/** Everything that can be set on a widget of a device. */
export function WidgetFields({ device, control, content, onChange }: WidgetFieldsProps) {
  /** The title that the widget has of what it is bound to follows that; one that somebody typed stays. */
  const follow = (before: string, after: string) =>
    content.title === titleFrom(before) || content.title === kindName(content.type) ? { title: titleFrom(after) } : {};
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
      {(content.type === 'chart' ||
        content.type === 'table' ||
        content.type === 'states' ||
        (content.type === 'pie' && content.shares === 'values')) && (
        <VariablesField
          device={device}
          content={content}
          onChange={(keys) => {
            const listLabels = (all: readonly string[]) => all.map(labelOf).join(', ');
            const title = content.type === 'table' ? {} : follow(listLabels(content.keys), listLabels(keys));
            if (content.type !== 'chart') onChange({ ...content, keys, ...title });
            else onChange({ ...content, keys, ...title, right: content.right?.filter((key) => keys.includes(key)) });
          }}
        />
      )}
      {'target' in content && (
        <TargetField
          device={device}
          type={content.type}
          control={control}
          target={content.target}
          onChange={(target, name = targetName(control, target)) => {
            const title = follow(targetName(control, content.target), name || content.title);
            onChange({ ...content, target, ...title });
          }}
        />
      )}
      <TitleField content={content} onChange={onChange} />
      <OwnFields device={device} content={content} onChange={onChange} />
    </>
  );
}

type DevicelessFieldsProps<Content = DevicelessContent> = {
  content: Content;
  onChange: (content: WidgetContent) => void;
};

/** Everything that can be set on a widget that shows nothing of a device. */
export function DevicelessFields({ content, onChange }: DevicelessFieldsProps) {
  return (
    <>
      <TitleField content={content} onChange={onChange} />
      {content.type !== 'clock' && <MediaFields content={content} onChange={onChange} />}
    </>
  );
}

function TitleField({ content, onChange }: DevicelessFieldsProps<WidgetContent>) {
  return (
    <TextField
      label={t`Title`}
      maxLength={40}
      autoComplete="off"
      value={content.title}
      onChange={({ currentTarget }) => onChange({ ...content, title: currentTarget.value })}
    />
  );
}

type OwnFieldsProps = Pick<WidgetFieldsProps, 'device' | 'content' | 'onChange'>;

function OwnFields({ device, content, onChange }: OwnFieldsProps) {
  switch (content.type) {
    case 'table':
    case 'uptime':
    case 'warnings':
    case 'alerts':
    case 'devices':
    case 'switch':
    case 'message':
      return null;
    case 'value':
    case 'gauge':
    case 'bar':
    case 'tank':
    case 'battery':
    case 'led':
    case 'timeline':
      return <ValueFields device={device} content={content} onChange={onChange} />;
    case 'chart':
    case 'bars':
    case 'heatmap':
    case 'histogram':
    case 'pie':
    case 'states':
    case 'compass':
    case 'map':
      return (
        <>
          {content.type === 'pie' && content.shares === 'time' && (
            <OneOfField
              device={device}
              label={t`Value`}
              value={content.keys[0] ?? ''}
              anyKind={true}
              onChange={(key) => onChange({ ...content, keys: [key] })}
            />
          )}
          <ChartFields device={device} content={content} onChange={onChange} />
          {(content.type === 'bars' || content.type === 'heatmap' || content.type === 'histogram') && (
            <FigureFields content={content} usualUnit={unitOf(device, content.key)} onChange={onChange} />
          )}
        </>
      );
    case 'scene':
      return <SceneFields content={content} onChange={onChange} />;
    case 'text':
      return <MediaFields content={content} onChange={onChange} />;
    default:
      return <ControlFields device={device} content={content} onChange={onChange} />;
  }
}

const unitOf = (device: Device, key: string) => device.variables.find((variable) => variable.key === key)?.unit ?? '';

type ValueContent = Extract<
  WidgetContent,
  { type: 'value' | 'gauge' | 'bar' | 'tank' | 'battery' | 'led' | 'timeline' }
>;
const chemistries = () =>
  [
    { id: 'percent', label: t`Percent` },
    { id: 'lithium', label: t`Voltage of lithium cells` },
    { id: 'lead', label: t`Voltage of lead cells`, detail: t`12 V has 6 cells` },
  ] as const;

function ValueFields({ device, content, onChange }: OwnFieldsProps & { content: ValueContent }) {
  return (
    <>
      {'min' in content && <ScaleFields content={content} onChange={onChange} />}
      {content.type === 'led' && <LampFields content={content} onChange={onChange} />}
      {content.type === 'timeline' && (
        <>
          <NumberField
            label={t`On from this value`}
            value={content.onFrom}
            onChange={(onFrom) => onChange({ ...content, onFrom })}
          />
          <RangeField content={content} onChange={onChange} />
        </>
      )}
      {content.type === 'battery' && (
        <div className="editor-line">
          <SelectField
            label={t`The value is`}
            size="large"
            options={chemistries()}
            value={content.chemistry}
            onChange={(chemistry) => onChange({ ...content, chemistry })}
          />
          {content.chemistry !== 'percent' && (
            <NumberField
              label={t`Cells in series`}
              value={content.cells}
              onChange={(cells) => onChange({ ...content, cells })}
            />
          )}
        </div>
      )}
      {content.type !== 'led' && content.type !== 'timeline' && (
        <FigureFields content={content} usualUnit={unitOf(device, content.key)} onChange={onChange} />
      )}
      {content.type !== 'led' && content.type !== 'timeline' && content.type !== 'battery' && (
        <ZoneFields
          zones={content.zones ?? []}
          max={'max' in content ? content.max : 100}
          onChange={(zones) => onChange({ ...content, zones })}
        />
      )}
    </>
  );
}

type ControlContent = Extract<
  WidgetContent,
  { type: 'button' | 'slider' | 'stepper' | 'number' | 'choice' | 'colour' | 'terminal' }
>;
const formats = () =>
  [
    { id: 'hex', label: '#rrggbb' },
    { id: 'rgb', label: 'r;g;b', detail: t`0 to 255` },
  ] as const;

function ControlFields({ device, content, onChange }: OwnFieldsProps & { content: ControlContent }) {
  switch (content.type) {
    case 'button':
      return (
        <TextField
          label={t`Value to send`}
          maxLength={64}
          spellCheck={false}
          value={content.value}
          onChange={({ currentTarget }) => onChange({ ...content, value: currentTarget.value })}
        />
      );
    case 'slider':
    case 'stepper':
    case 'number':
      return (
        <>
          <ScaleFields content={content} onChange={onChange} />
          <div className="editor-line">
            <NumberField label={t`Step`} value={content.step} onChange={(step) => onChange({ ...content, step })} />
            <TextField
              label={t`Unit`}
              maxLength={16}
              value={content.unit}
              onChange={({ currentTarget }) => onChange({ ...content, unit: currentTarget.value })}
            />
          </div>
        </>
      );
    case 'choice':
      return <OptionFields options={content.options} onChange={(options) => onChange({ ...content, options })} />;
    case 'colour':
      return (
        <SelectField
          label={t`Format`}
          size="large"
          options={formats()}
          value={content.format}
          onChange={(format) => onChange({ ...content, format })}
        />
      );
    case 'terminal':
      return (
        <OneOfField
          device={device}
          label={t`Replies of the board`}
          value={content.keys[0] ?? ''}
          none={t`None`}
          onlyTexts
          onChange={(key) => onChange({ ...content, keys: key === '' ? [] : [key] })}
        />
      );
  }
}
