import { type ComponentType, type LazyExoticComponent, lazy as withoutTexts } from 'react';
import { withTexts } from './catalogues.ts';

/** `lazy` of React for a part with texts: it is drawn when these are there in the language of the page. */
// biome-ignore lint/suspicious/noExplicitAny: as React declares it.
export const lazy = <Part extends ComponentType<any>>(
  load: () => Promise<{ default: Part }>,
): LazyExoticComponent<Part> => withoutTexts(() => withTexts(load()));
