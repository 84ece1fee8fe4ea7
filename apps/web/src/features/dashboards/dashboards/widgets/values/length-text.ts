const units = [
  { name: 'd', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
  { name: 's', ms: 1_000 },
];

/** A length of time in its two largest units: `3 d 4 h`, `12 min 5 s`. */
export function lengthText(ms: number): string {
  const first = Math.max(
    0,
    units.findIndex((unit) => ms >= unit.ms),
  );
  if (ms < 1_000) return '0 s';
  let rest = ms;
  return units
    .slice(first, first + 2)
    .map(({ name, ms: length }) => {
      const count = Math.floor(rest / length);
      rest -= count * length;
      return `${count} ${name}`;
    })
    .join(' ');
}
