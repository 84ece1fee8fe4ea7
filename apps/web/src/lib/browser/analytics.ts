const host = 'https://www.googletagmanager.com/gtag/js';

/** A queue that the tag empties when it has loaded; it takes only `arguments` objects, not arrays. */
type TagWindow = Window & { dataLayer?: unknown[]; trustedTypes?: TrustedTypes };

/** The part that is used here: https://www.w3.org/TR/trusted-types/#trusted-type-policy-factory */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): unknown };
}

/** True for a browser whose user opted out of measurement: Do Not Track or Global Privacy Control. */
export function refusesMeasurement(browser: { doNotTrack?: string | null; globalPrivacyControl?: boolean }): boolean {
  return browser.doNotTrack === '1' || browser.doNotTrack === 'yes' || browser.globalPrivacyControl === true;
}

/** Loads the tag of a Google Analytics property; sends nothing by itself and shortens IP addresses. */
export function startAnalytics(measurementId: string): void {
  tag('js', new Date());
  tag('config', measurementId, {
    send_page_view: false,
    anonymize_ip: true,
    allow_google_signals: false,
    allow_ad_personalization_signals: false,
  });
  const script = document.createElement('script');
  script.async = true;
  script.src = trustedAddress(`${host}?id=${measurementId}`);
  document.head.append(script);
}

/**
 * Counts a view of a route. `route` is its pattern, such as `/device/:espId/:page`: addresses hold names of boards and, in
 * links from mails, tokens. The tag would send address, title and referrer of the page if it were not given others.
 */
export function sendPageView(route: string): void {
  const page = { page_location: window.location.origin + route, page_title: route, page_referrer: '' };
  tag('set', page);
  tag('event', 'page_view', { ...page, page_path: route });
}

function tag(..._: unknown[]): void {
  const { dataLayer = [] } = window as TagWindow;
  (window as TagWindow).dataLayer = dataLayer;
  // biome-ignore lint/complexity/noArguments: the tag ignores what is not an arguments object.
  dataLayer.push(arguments);
}

/** The pages' policy requests a Trusted Type; browsers without them take the text. */
function trustedAddress(address: string): string {
  const policy = (window as TagWindow).trustedTypes?.createPolicy('cyno-analytics', {
    createScriptURL: (given) => {
      if (given !== address) throw new TypeError('Analytics load one script only.');
      return given;
    },
  });
  return (policy?.createScriptURL(address) ?? address) as string;
}
