/** Does something with the next press, before the page hears of it: a page that also tries by itself is not sooner. */
export const withNextPress = (run: () => void): void => addEventListener('click', run, { capture: true, once: true });
