import type { WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';

const isWebAddress = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '');
const isPicture = (text: string) => text.startsWith('data:image/') || isWebAddress(text);
/** So many bars are still distinguishable. */
const maxBars = 100;

/** What is missing or wrong, as a sentence; null: nothing. */
export function contentProblem(content: WidgetContent): string | null {
  if (content.title.trim() === '') return t`Enter a title.`;
  if ('key' in content && content.key === '') return t`Choose a value.`;
  if ('target' in content && content.target.kind === 'event' && content.target.name.trim() === '')
    return t`Choose an output or event.`;
  if ('min' in content && !(content.min < content.max)) return t`The minimum must be less than the maximum.`;
  if ('onFrom' in content && !Number.isFinite(content.onFrom)) return t`Enter from which value it is on.`;
  if ('step' in content && !(content.step > 0)) return t`The step must be greater than 0.`;
  if ('decimals' in content && content.decimals !== undefined && !isDigits(content.decimals))
    return t`Decimals must be a whole number from 0 to 6.`;
  return ownProblem(content) ?? ('zones' in content && content.zones ? zonesProblem(content.zones) : null);
}

const isDigits = (digits: number) => Number.isInteger(digits) && digits >= 0 && digits <= 6;
const isWhole = (value: number, min: number, max: number) => Number.isInteger(value) && value >= min && value <= max;

function ownProblem(content: WidgetContent): string | null {
  switch (content.type) {
    case 'chart':
      if ((content.limits ?? []).some(({ value }) => !Number.isFinite(value))) return t`Enter a number for each limit.`;
      return content.keys.length === 0 ? t`Choose at least one value.` : null;
    case 'table':
    case 'pie':
    case 'states':
      return content.keys.length === 0 ? t`Choose at least one value.` : null;
    case 'compass':
      return content.keys.length === 0 ? t`Choose a value for the direction.` : null;
    case 'map':
      return content.keys.length === 1 ? t`Choose both latitude and longitude.` : null;
    case 'bars':
      return content.by === 'hour' && content.minutes / 60 > maxBars
        ? t`Hourly bars show at most 3 days. Choose daily bars or a shorter time.`
        : null;
    case 'histogram':
      return isWhole(content.bins, 4, 40) ? null : t`Enter 4 to 40 bars.`;
    case 'battery':
      return isWhole(content.cells, 1, 24) ? null : t`Enter 1 to 24 cells.`;
    case 'button':
      return content.value === '' ? t`Enter the value to send.` : null;
    case 'scene':
      return content.sceneId === 0 ? t`Choose a scene.` : null;
    case 'choice':
      return content.options.some(({ value, label }) => value === '' || label.trim() === '')
        ? t`Enter a value and a label for each option.`
        : null;
    case 'image':
      return isPicture(content.url) ? null : t`Choose a picture, or enter an address with https://.`;
    case 'camera':
      if (!isWebAddress(content.url)) return t`Enter an address with https://.`;
      return isWhole(content.seconds, 1, 3600) ? null : t`Enter 1 to 3,600 seconds.`;
    case 'frame':
      return isWebAddress(content.url) ? null : t`Enter an address with https://.`;
    case 'countdown':
      return Number.isFinite(content.until) ? null : t`Choose a date and a time.`;
    default:
      return null;
  }
}

function zonesProblem(zones: readonly { from: number }[]): string | null {
  const starts = zones.map(({ from }) => from);
  if (starts.some((from) => !Number.isFinite(from))) return t`Enter a start value for each zone.`;
  return new Set(starts).size < starts.length ? t`Each zone needs a different start value.` : null;
}
