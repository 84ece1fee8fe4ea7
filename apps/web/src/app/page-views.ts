import type { DataRouter } from 'react-router';
import { getConfig } from '../lib/api/public-config.ts';
import { refusesMeasurement, sendPageView, startAnalytics } from '../lib/browser/analytics.ts';

type RouterState = DataRouter['state'];

/** Counts a view for each change of the route, when the operator wants analytics and the browser's user does not object. */
export async function sendPageViews(router: DataRouter): Promise<void> {
  if (refusesMeasurement(navigator)) return;
  const { analyticsId } = await getConfig();
  if (!analyticsId) return;
  startAnalytics(analyticsId);
  let counted = '';
  const count = ({ navigation, location, matches }: RouterState) => {
    // A change of the query alone, such as a filter, is no change of the route.
    if (navigation.state !== 'idle' || location.pathname === counted) return;
    counted = location.pathname;
    sendPageView(routeOf(matches));
  };
  count(router.state);
  router.subscribe(count);
}

/** The pattern of the route, with its parameters' names and without their values. */
function routeOf(matches: RouterState['matches']): string {
  return `/${matches.flatMap(({ route }) => route.path ?? []).join('/')}`;
}
