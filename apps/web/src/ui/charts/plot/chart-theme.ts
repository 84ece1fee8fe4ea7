/** What a note is about, which is also its colour. */
export type ToneName = 'note' | 'good' | 'warning' | 'problem';

/** Colours and sizes of a chart, read from the design tokens where the chart stands. */
export type ChartTheme = {
  line: string;
  area: string;
  band: string;
  card: string;
  text: string;
  strongText: string;
  grid: string;
  axis: string;
  hatch: string;
  hatchBackground: string;
  /** What stands out over any line. */
  mark: string;
  /** The colours of notes. */
  tones: Record<ToneName, string>;
  /** How large 1 px of the design is drawn, CSS px: follows the reader's text size. */
  scale: number;
  /** How much the page around is enlarged, as on a kiosk; the canvas has real pixels and draws everything so much larger. */
  zoom: number;
  /** A CSS font of the page's face; `size` in px of the design. */
  font(size: number, weight?: number): string;
};

function withAlpha(color: string, alpha: number): string {
  const channel = Math.round(alpha * 255).toString(16);
  return /^#[0-9a-f]{6}$/i.test(color) ? `${color}${channel.padStart(2, '0')}` : color;
}

/** Reads the theme of a chart of one of the eight hues. */
export function readChartTheme(element: Element, hue: number): ChartTheme {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const line = token(`--c-${hue}`);
  // A style that is requested later is computed again each time.
  const family = style.fontFamily;
  const scale = (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 14) / 14;
  return {
    line,
    area: withAlpha(line, Number(token('--area-opacity'))),
    band: withAlpha(line, Number(token('--band-opacity'))),
    card: token('--n-1'),
    text: token('--n-10'),
    strongText: token('--n-12'),
    grid: token('--grid'),
    axis: token('--axis'),
    hatch: token('--hatch'),
    hatchBackground: token('--hatch-bg'),
    mark: token('--primary-text'),
    tones: {
      note: token('--primary-text'),
      good: token('--success'),
      warning: token('--warning'),
      problem: token('--danger'),
    },
    scale,
    zoom: Number(token('--zoom')) || 1,
    font: (size, weight = 400) => `${weight} ${Math.round(size * scale)}px ${family}`,
  };
}

/** How many pixels of the canvas 1 px of the design has. */
export const canvasRatio = ({ zoom }: Pick<ChartTheme, 'zoom'>): number => (devicePixelRatio || 1) * zoom;
