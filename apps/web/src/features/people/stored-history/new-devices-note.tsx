import { plural } from '@lingui/core/macro';

/** Why nothing is known yet of what some devices will take. */
export function NewDevicesNote({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="section-note">
      {plural(count, {
        one: '# new device is not in the forecast yet. It takes about two days of its messages.',
        other: '# new devices are not in the forecast yet. It takes about two days of their messages.',
      })}
    </p>
  );
}
