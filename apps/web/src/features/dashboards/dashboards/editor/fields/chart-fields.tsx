import type { Device, WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Button, IconButton } from '../../../../../ui/buttons/button.tsx';
import { TextField } from '../../../../../ui/fields/field.tsx';
import { Checkbox } from '../../../../../ui/fields/mark.tsx';
import { SelectField } from '../../../../../ui/fields/select-field.tsx';
import { RangeField } from './common-fields.tsx';
import { tones, ZoneFields } from './list-fields.tsx';
import { NumberField } from './number-field.tsx';
import { OneOfField } from './variable-fields.tsx';

type ChartTypes = 'chart' | 'bars' | 'heatmap' | 'histogram' | 'pie' | 'states' | 'compass' | 'map';
type ChartContent = Extract<WidgetContent, { type: ChartTypes }>;
type ChartFieldsProps = { device: Device; content: ChartContent; onChange: (content: WidgetContent) => void };

const styles = () =>
  [
    { id: 'line', label: t`Lines` },
    { id: 'area', label: t`Areas` },
    { id: 'steps', label: t`Steps` },
  ] as const;
const figures = () =>
  [
    { id: 'average', label: t`Average` },
    { id: 'lowest', label: t`Lowest value` },
    { id: 'highest', label: t`Highest value` },
    { id: 'rise', label: t`Increase of a counter` },
    { id: 'total', label: t`Value × hours`, detail: t`W to Wh` },
  ] as const;
const hourOrDay = () =>
  [
    { id: 'hour', label: t`Hour` },
    { id: 'day', label: t`Day` },
  ] as const;
const shareKinds = () =>
  [
    { id: 'values', label: t`Several values` },
    { id: 'time', label: t`Time in each state of a value` },
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
              label={t`Calculate`}
              size="large"
              options={figures()}
              value={content.figure}
              onChange={(figure) => onChange({ ...content, figure })}
            />
            <SelectField
              label={t`One bar per`}
              size="large"
              options={hourOrDay()}
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
            label={t`Number of bars`}
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
            label={t`Parts`}
            size="large"
            options={shareKinds()}
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
            legend={t`Levels for numbers`}
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
          label={t`Direction, in degrees`}
          value={first}
          onChange={(key) => keys(key, second)}
        />
        <OneOfField
          device={device}
          label={t`Speed`}
          value={second}
          none={t`None`}
          onChange={(key) => keys(first, key)}
        />
      </>
    );
  }
  return (
    <>
      <OneOfField
        device={device}
        label={t`Latitude`}
        value={first}
        none={t`Location of the device`}
        onChange={(key) => keys(...(key === '' ? [] : [key, second]))}
      />
      {first !== '' && (
        <OneOfField device={device} label={t`Longitude`} value={second} onChange={(key) => keys(first, key)} />
      )}
    </>
  );
}

type LineContent = Extract<WidgetContent, { type: 'chart' }>;
type LineProps = { device: Device; content: LineContent; onChange: (content: WidgetContent) => void };
const maxLimits = 4;

function LineFields({ device, content, onChange }: LineProps) {
  const { style = 'line', right = [], limits = [], keys, alertLimits = true } = content;
  const labelOf = (key: string) => device.variables.find((one) => one.key === key)?.label ?? key;
  const limit = (index: number, part: Partial<(typeof limits)[number]>) =>
    onChange({ ...content, limits: limits.map((one, at) => (at === index ? { ...one, ...part } : one)) });
  return (
    <>
      <div className="editor-line">
        <SelectField
          label={t`Style`}
          size="large"
          options={styles()}
          value={style}
          onChange={(chosen) => onChange({ ...content, style: chosen })}
        />
        <RangeField content={content} onChange={onChange} />
      </div>
      {keys.length > 1 && (
        <fieldset className="editor-checks">
          <legend>{t`On the right axis (automatic if none)`}</legend>
          {keys.map((key) => (
            <label key={key}>
              <Checkbox
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
        <legend>{t`Limit lines`}</legend>
        {limits.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a limit is nothing but its place in the list while it is typed
          <div key={index} className="editor-line editor-zone">
            <NumberField
              label={t`Limit ${{ number: index + 1 }}, value`}
              hideLabel
              value={one.value}
              onChange={(value) => limit(index, { value })}
            />
            <SelectField
              label={t`Limit ${{ number: index + 1 }}, colour`}
              hideLabel
              size="large"
              options={tones()}
              value={one.tone}
              onChange={(tone) => limit(index, { tone })}
            />
            <TextField
              label={t`Limit ${{ number: index + 1 }}, label`}
              hideLabel
              placeholder={t`Label`}
              maxLength={20}
              value={one.word}
              onChange={({ currentTarget }) => limit(index, { word: currentTarget.value })}
            />
            <IconButton
              label={t`Remove limit ${{ number: index + 1 }}`}
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
            {t`Add limit`}
          </Button>
        )}
      </fieldset>
      <fieldset className="editor-checks">
        <legend>{t`Alerts`}</legend>
        <label>
          <Checkbox
            checked={alertLimits}
            onChange={({ currentTarget }) => onChange({ ...content, alertLimits: currentTarget.checked })}
          />
          <span>{t`Show the limits of alert rules`}</span>
        </label>
      </fieldset>
    </>
  );
}
