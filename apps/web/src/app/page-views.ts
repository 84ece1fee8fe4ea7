import { getConfig } from '../lib/api/public-config.ts';
import { refusesMeasurement, sendPageView, startAnalytics } from '../lib/browser/analytics.ts';
import type { PageRouter, PageState } from '../lib/router/page-router.ts';

/** Counts a view for each change of the route, when the operator wants analytics and the browser's user does not object. */
export async function sendPageViews(router: PageRouter): Promise<void> {
  if (refusesMeasurement(navigator)) return;
  const { analyticsId } = await getConfig();
  if (!analyticsId) return;
  startAnalytics(analyticsId);
  let counted = '';
  const count = ({ location, matches }: PageState) => {
    // A change of the query alone, such as a filter, is no change of the route.
    if (location.pathname === counted) return;
    counted = location.pathname;
    sendPageView(routeOf(matches));
  };
  count(router.state);
  router.subscribe(count);
}

/** The pattern of the route, with its parameters' names and without their values. */
function routeOf(matches: PageState['matches']): string {
  return `/${matches.flatMap(({ route }) => route.path ?? []).join('/')}`;
}
