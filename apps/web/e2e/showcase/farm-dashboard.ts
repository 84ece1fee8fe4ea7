import type { NewDashboard, Widget, WidgetContent } from '@cyno/contract';

type Place = Pick<Widget, 'x' | 'y' | 'width' | 'height'>;

const warmth = [
  { from: -50, tone: 'good', word: 'comfortable' },
  { from: 32, tone: 'warning', word: 'warm' },
  { from: 36, tone: 'danger', word: 'too hot' },
] as const;
const dust = [
  { from: 0, tone: 'good', word: 'clean' },
  { from: 25, tone: 'warning', word: 'moderate' },
  { from: 50, tone: 'danger', word: 'unhealthy' },
] as const;
const day = { minutes: 1_440 };

/** The dashboard of a small farm, of the boards in `farm.ts`. */
export function farmDashboard(espids: readonly string[]): NewDashboard {
  const [greenhouse, tank, meter, classroom] = espids;
  const widget = (id: string, place: Place, content: WidgetContent, device = greenhouse): Widget => ({
    id,
    ...place,
    content,
    ...(device && { device }),
  });
  return {
    name: 'Farm overview',
    espids: [],
    follows: null,
    widgets: [
      widget('air', { x: 0, y: 0, width: 3, height: 3 }, value('Greenhouse', 'temp', warmth)),
      widget('water', { x: 3, y: 0, width: 3, height: 3 }, value('Dissolved solids', 'tds'), tank),
      widget('power', { x: 6, y: 0, width: 3, height: 3 }, value('Power', 'p'), meter),
      widget('dust', { x: 9, y: 0, width: 3, height: 3 }, value('Dust, PM2.5', 'pm2', dust), classroom),
      widget(
        'day',
        { x: 0, y: 3, width: 8, height: 5 },
        { type: 'chart', title: 'Air in the greenhouse', keys: ['temp', 'humid'], right: ['humid'], ...day },
      ),
      widget(
        'soil',
        { x: 8, y: 3, width: 4, height: 5 },
        {
          type: 'gauge',
          title: 'Soil moisture',
          key: 'soil',
          min: 0,
          max: 100,
          zones: [
            { from: 0, tone: 'danger', word: 'dry' },
            { from: 35, tone: 'good', word: 'moist' },
            { from: 70, tone: 'warning', word: 'wet' },
          ],
        },
      ),
      widget(
        'fan',
        { x: 0, y: 8, width: 4, height: 2 },
        { type: 'switch', title: 'Exhaust fan', target: { kind: 'output', pin: 'D1', mode: 'digit' } },
      ),
      widget(
        'light',
        { x: 0, y: 10, width: 4, height: 2 },
        {
          type: 'slider',
          title: 'Grow light',
          target: { kind: 'output', pin: 'D5', mode: 'pwm' },
          unit: '',
          min: 0,
          max: 255,
          step: 1,
        },
      ),
      widget(
        'hours',
        { x: 4, y: 8, width: 4, height: 4 },
        {
          type: 'bars',
          title: 'Warmest by hour',
          key: 'temp',
          zones: [],
          by: 'hour',
          figure: 'highest',
          ...day,
        },
      ),
      widget(
        'states',
        { x: 8, y: 8, width: 4, height: 4 },
        { type: 'states', title: 'Warmth', keys: ['temp'], zones: [...warmth], ...day },
      ),
    ],
  };
}

function value(title: string, key: string, zones: typeof warmth | typeof dust | [] = []): WidgetContent {
  return { type: 'value', title, key, zones: [...zones] };
}
