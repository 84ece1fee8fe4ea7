let width = innerWidth;
addEventListener('resize', () => {
  width = innerWidth;
});

/** The width of the window in CSS px. To read `innerWidth` while a page renders lays out the page that is being replaced. */
export const viewportWidth = (): number => width;
