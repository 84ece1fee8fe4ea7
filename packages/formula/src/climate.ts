/** Saturation vapour pressure over water, hPa, of °C (Magnus formula, WMO-No. 8, annex 4.B). */
const saturation = (celsius: number): number => 6.112 * Math.exp((17.62 * celsius) / (243.12 + celsius));

/** Dew point, °C, of air of so many °C and % of relative humidity (the same formula, solved for the temperature). */
export function dewPoint(celsius: number, humidity: number): number {
  const gamma = Math.log(humidity / 100) + (17.62 * celsius) / (243.12 + celsius);
  return (243.12 * gamma) / (17.62 - gamma);
}

/** Water in the air, g/m³ (ideal gas law, 461.5 J/(kg·K) for water vapour). */
export const absoluteHumidity = (celsius: number, humidity: number): number =>
  (saturation(celsius) * humidity * 1_000) / (461.5 * (celsius + 273.15));

/** Vapour pressure deficit, kPa: how strongly air draws water from leaves. */
export const vapourPressureDeficit = (celsius: number, humidity: number): number =>
  (saturation(celsius) / 10) * (1 - humidity / 100);

/** Wet-bulb temperature, °C (R. Stull, 2011, doi:10.1175/JAMC-D-11-0143.1). */
export const wetBulb = (celsius: number, humidity: number): number =>
  celsius * Math.atan(0.151977 * Math.sqrt(humidity + 8.313659)) +
  Math.atan(celsius + humidity) -
  Math.atan(humidity - 1.676331) +
  0.00391838 * humidity ** 1.5 * Math.atan(0.023101 * humidity) -
  4.686035;

/** How hot air feels in the shade, °C (regression of L. P. Rothfusz, US National Weather Service SR 90-23; below 27 °C the simple one). */
export function heatIndex(celsius: number, humidity: number): number {
  const t = (celsius * 9) / 5 + 32;
  const simple = 0.5 * (t + 61 + (t - 68) * 1.2 + humidity * 0.094);
  const h = humidity;
  const whole =
    -42.379 +
    2.04901523 * t +
    10.14333127 * h -
    0.22475541 * t * h -
    0.00683783 * t * t -
    0.05481717 * h * h +
    0.00122874 * t * t * h +
    0.00085282 * t * h * h -
    0.00000199 * t * t * h * h;
  const fahrenheit = (simple + t) / 2 < 80 ? simple : whole;
  return ((fahrenheit - 32) * 5) / 9;
}
