/** What a rate over time adds up to, from its integral in unit times hours: W gives kWh, L/min gives L. Null: it has no meaning. */
export function amountOf(unit: string, integral: number): { value: number; unit: string } | null {
  switch (unit) {
    case 'W':
      return { value: integral / 1000, unit: 'kWh' };
    case 'W/m²':
      return { value: integral / 1000, unit: 'kWh/m²' };
    case 'kW':
    case 'A':
    case 'mA':
    case 'VA':
    case 'lx':
      return { value: integral, unit: `${unit}h` };
  }
  const [, of = '', per = ''] = /^(.+)\/(s|sec|min|h)$/.exec(unit) ?? [];
  if (of === '') return null;
  const perHour = per === 'h' ? 1 : per === 'min' ? 60 : 3600;
  return { value: integral * perHour, unit: of };
}
