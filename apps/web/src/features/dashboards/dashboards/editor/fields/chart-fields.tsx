import type { Device, WidgetContent } from '@cyno/contract';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Button, IconButton } from '../../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../../ui/fields/field.tsx';
import { SelectField } from '../../../../../ui/fields/select-field.tsx';
import { RangeField } from './common-fields.tsx';
import { tones, ZoneFields } from './list-fields.tsx';
import { NumberField } from './number-field.tsx';
import { OneOfField } from './variable-fields.tsx';

type ChartTypes = 'chart' | 'bars' | 'heatmap' | 'histogram' | 'pie' | 'states' | 'compass' | 'map';
type ChartContent = Extract<WidgetContent, { type: ChartTypes }>;
type ChartFieldsProps = { device: Device; content: ChartContent; onChange: (content: WidgetContent) => void };

const styles = [
  { id: 'line', label: 'Lines' },
  { id: 'area', label: 'Areas' },
  { id: 'steps', label: 'Steps' },
] as const;
const figures = [
  { id: 'average', label: 'Mean' },
  { id: 'lowest', label: 'Lowest value' },
  { id: 'highest', label: 'Highest value' },
  { id: 'rise', label: 'Rise of a counter' },
  { id: 'total', label: 'Value times hours', detail: 'W to Wh' },
] as const;
const hourOrDay = [
  { id: 'hour', label: 'Hour' },
  { id: 'day', label: 'Day' },
] as const;
const shareKinds = [
  { id: 'values', label: 'Several values' },
  { id: 'time', label: 'Times of the states of one' },
] as const;

/** What can be set on the widgets that show a history. */
export function ChartFields({ device, content, onChange }: ChartFieldsProps) {
  const range = <RangeField content={content} least={leastMinutes(content)} onChange={onChange} />;
  switch (content.type) {
    case 'chart':
      return <LineFields device={device} content={content} onChange={onChange} />;
    case 'bars':
      return (
        <>
          <div className="editor-line">
            <SelectField
              label="Figure"
              size="large"
              options={figures}
              value={content.figure}
              onChange={(figure) => onChange({ ...content, figure })}
            />
            <SelectField
              label="A bar for each"
              size="large"
              options={hourOrDay}
              value={content.by}
              onChange={(by) => onChange({ ...content, by, minutes: by === 'hour' ? 1_440 : 10_080 })}
            />
          </div>
          {range}
          <ZoneFields zones={content.zones} max={100} onChange={(zones) => onChange({ ...content, zones })} />
        </>
      );
    case 'heatmap':
      return range;
    case 'histogram':
      return (
        <>
          <NumberField
            label="Number of bars"
            value={content.bins}
            onChange={(bins) => onChange({ ...content, bins })}
          />
          {range}
        </>
      );
    case 'pie':
      return (
        <>
          <SelectField
            label="Shares of"
            size="large"
            options={shareKinds}
            value={content.shares}
            onChange={(shares) =>
              onChange({ ...content, shares, ...(shares === 'time' && { keys: content.keys.slice(0, 1) }) })
            }
          />
          {content.shares === 'time' && (
            <>
              {range}
              <ZoneFields zones={content.zones} max={100} onChange={(zones) => onChange({ ...content, zones })} />
            </>
          )}
        </>
      );
    case 'states':
      return (
        <>
          {range}
          <ZoneFields
            legend="Levels of numbers; texts are shown as they are"
            zones={content.zones}
            max={100}
            onChange={(zones) => onChange({ ...content, zones })}
          />
        </>
      );
    case 'compass':
    case 'map':
      return (
        <>
          <PairFields device={device} content={content} onChange={onChange} />
          {range}
        </>
      );
  }
}

function leastMinutes(content: ChartContent): number {
  if (content.type === 'heatmap' || (content.type === 'bars' && content.by === 'day')) return 10_080;
  return content.type === 'bars' ? 360 : 0;
}

type PairContent = Extract<WidgetContent, { type: 'compass' | 'map' }>;
type PairProps = { device: Device; content: PairContent; onChange: (content: WidgetContent) => void };

function PairFields({ device, content, onChange }: PairProps) {
  const [first = '', second = ''] = content.keys;
  const keys = (...chosen: string[]) => onChange({ ...content, keys: chosen.filter((key) => key !== '') });
  if (content.type === 'compass') {
    return (
      <>
        <OneOfField
          device={device}
          label={'Direction, in degrees from north'}
          value={first}
          onChange={(key) => keys(key, second)}
        />
        <OneOfField device={device} label={'Speed'} value={second} none={'None'} onChange={(key) => keys(first, key)} />
      </>
    );
  }
  return (
    <>
      <OneOfField
        device={device}
        label={'Latitude'}
        value={first}
        none={'Place of the device'}
        onChange={(key) => keys(...(key === '' ? [] : [key, second]))}
      />
      {first !== '' && (
        <OneOfField device={device} label={'Longitude'} value={second} onChange={(key) => keys(first, key)} />
      )}
    </>
  );
}

type LineContent = Extract<WidgetContent, { type: 'chart' }>;
type LineProps = { device: Device; content: LineContent; onChange: (content: WidgetContent) => void };
const maxLimits = 4;

function LineFields({ device, content, onChange }: LineProps) {
  const { style = 'line', right = [], limits = [], keys } = content;
  const labelOf = (key: string) => device.variables.find((one) => one.key === key)?.label ?? key;
  const limit = (index: number, part: Partial<(typeof limits)[number]>) =>
    onChange({ ...content, limits: limits.map((one, at) => (at === index ? { ...one, ...part } : one)) });
  return (
    <>
      <div className="editor-line">
        <SelectField
          label="Drawn as"
          size="large"
          options={styles}
          value={style}
          onChange={(chosen) => onChange({ ...content, style: chosen })}
        />
        <RangeField content={content} onChange={onChange} />
      </div>
      {keys.length > 1 && (
        <fieldset className="editor-checks">
          <legend>Axis at the right; with none, each unit has its own</legend>
          {keys.map((key) => (
            <label key={key}>
              <input
                type="checkbox"
                checked={right.includes(key)}
                onChange={({ currentTarget }) =>
                  onChange({
                    ...content,
                    right: currentTarget.checked ? [...right, key] : right.filter((one) => one !== key),
                  })
                }
              />
              <span>{labelOf(key)}</span>
            </label>
          ))}
        </fieldset>
      )}
      <fieldset className="editor-list">
        <legend>Limits: lines across the chart</legend>
        {limits.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a limit is nothing but its place in the list while it is typed
          <div key={index} className="editor-line editor-zone">
            <NumberField
              label={`Limit ${index + 1} is at`}
              hideLabel
              value={one.value}
              onChange={(value) => limit(index, { value })}
            />
            <SelectField
              label={`Colour of limit ${index + 1}`}
              hideLabel
              size="large"
              options={tones}
              value={one.tone}
              onChange={(tone) => limit(index, { tone })}
            />
            <TextField
              label={`Word for limit ${index + 1}`}
              hideLabel
              placeholder="Word"
              maxLength={20}
              value={one.word}
              onChange={({ currentTarget }) => limit(index, { word: currentTarget.value })}
            />
            <IconButton
              label={`Remove limit ${index + 1}`}
              icon={IconTrash}
              onClick={() => onChange({ ...content, limits: limits.toSpliced(index, 1) })}
            />
          </div>
        ))}
        {limits.length < maxLimits && (
          <Button
            variant="ghost"
            size="small"
            icon={IconPlus}
            onClick={() => onChange({ ...content, limits: [...limits, { value: 0, tone: 'danger', word: '' }] })}
          >
            Add a limit
          </Button>
        )}
      </fieldset>
    </>
  );
}
