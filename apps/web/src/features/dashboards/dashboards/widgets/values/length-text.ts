import { t } from '@lingui/core/macro';

const units = [
  { text: (count: number) => t`${count} d`, ms: 86_400_000 },
  { text: (count: number) => t`${count} h`, ms: 3_600_000 },
  { text: (count: number) => t`${count} min`, ms: 60_000 },
  { text: (count: number) => t`${count} s`, ms: 1_000 },
];

/** A length of time in its two largest units: `3 d 4 h`, `12 min 5 s`. */
export function lengthText(ms: number): string {
  const first = Math.max(
    0,
    units.findIndex((unit) => ms >= unit.ms),
  );
  if (ms < 1_000) return t`${{ count: 0 }} s`;
  let rest = ms;
  return units
    .slice(first, first + 2)
    .map(({ text, ms: length }) => {
      const count = Math.floor(rest / length);
      rest -= count * length;
      return text(count);
    })
    .join(' ');
}
