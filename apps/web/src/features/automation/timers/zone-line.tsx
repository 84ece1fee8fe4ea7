import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { profileQuery } from '../../people/accounts/index.ts';

type ZoneLineProps = { timeZone: string; used: number; allowed: number | null };

/** Which clock the timers follow, and how many automations the plan has room for. */
export function ZoneLine({ timeZone, used, allowed }: ZoneLineProps) {
  const profile = useQuery(profileQuery).data;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isGuessed = profile?.timeZone === null && here !== timeZone;
  return (
    <p className="automation-zone">
      Times are in {timeZone}.{' '}
      {isGuessed && (
        <>
          This browser is in {here}.{' '}
          <Link className="link" to="/profile">
            Choose your time zone
          </Link>
          .{' '}
        </>
      )}
      {allowed !== null && `${used} of ${allowed} automations are used.`}
    </p>
  );
}
