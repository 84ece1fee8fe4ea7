import type { WidgetContent } from '@cyno/contract';

const isWebAddress = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '');
const isPicture = (text: string) => text.startsWith('data:image/') || isWebAddress(text);
/** So many bars are still distinguishable. */
const maxBars = 100;

/** What is missing or wrong, as a sentence; null: nothing. */
export function contentProblem(content: WidgetContent): string | null {
  if (content.title.trim() === '') return 'Give the widget a title.';
  if ('key' in content && content.key === '') return 'Choose a value of the board.';
  if ('target' in content && content.target.kind === 'event' && content.target.name.trim() === '')
    return 'Choose what it operates.';
  if ('min' in content && !(content.min < content.max)) return 'The lowest value must be a number below the highest.';
  if ('onFrom' in content && !Number.isFinite(content.onFrom)) return 'Say from which value on it is on, as a number.';
  if ('step' in content && !(content.step > 0)) return 'The step must be a number above 0.';
  if ('decimals' in content && content.decimals !== undefined && !isDigits(content.decimals))
    return 'The digits after the point must be a whole number from 0 to 6.';
  return ownProblem(content) ?? ('zones' in content && content.zones ? zonesProblem(content.zones) : null);
}

const isDigits = (digits: number) => Number.isInteger(digits) && digits >= 0 && digits <= 6;
const isWhole = (value: number, min: number, max: number) => Number.isInteger(value) && value >= min && value <= max;

function ownProblem(content: WidgetContent): string | null {
  switch (content.type) {
    case 'chart':
      if ((content.limits ?? []).some(({ value }) => !Number.isFinite(value)))
        return 'Say where each limit is, as a number.';
      return content.keys.length === 0 ? 'Choose at least one value of the board.' : null;
    case 'table':
    case 'pie':
    case 'states':
      return content.keys.length === 0 ? 'Choose at least one value of the board.' : null;
    case 'compass':
      return content.keys.length === 0 ? 'Choose the value that tells the direction.' : null;
    case 'map':
      return content.keys.length === 1 ? 'Choose both latitude and longitude.' : null;
    case 'bars':
      return content.by === 'hour' && content.minutes / 60 > maxBars
        ? 'Bars for each hour show 3 days at most. Choose bars for each day, or a shorter time.'
        : null;
    case 'histogram':
      return isWhole(content.bins, 4, 40) ? null : 'A histogram has 4 to 40 bars.';
    case 'battery':
      return isWhole(content.cells, 1, 24) ? null : 'A battery has 1 to 24 cells.';
    case 'button':
      return content.value === '' ? 'Type the value that it sends.' : null;
    case 'scene':
      return content.sceneId === 0 ? 'Choose a scene.' : null;
    case 'choice':
      return content.options.some(({ value, label }) => value === '' || label.trim() === '')
        ? 'Give each option a value and a word.'
        : null;
    case 'image':
      return isPicture(content.url) ? null : 'Choose a picture, or type an address with https://.';
    case 'camera':
      if (!isWebAddress(content.url)) return 'Type an address with https://.';
      return isWhole(content.seconds, 1, 3600) ? null : 'Fetch the picture every 1 to 3,600 seconds.';
    case 'frame':
      return isWebAddress(content.url) ? null : 'Type an address with https://.';
    case 'countdown':
      return Number.isFinite(content.until) ? null : 'Choose a day and a time.';
    default:
      return null;
  }
}

function zonesProblem(zones: readonly { from: number }[]): string | null {
  const starts = zones.map(({ from }) => from);
  if (starts.some((from) => !Number.isFinite(from))) return 'Say where each zone begins, as a number.';
  return new Set(starts).size < starts.length ? 'Let each zone begin at another value.' : null;
}
