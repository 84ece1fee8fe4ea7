import { type ComponentType, createElement, type LazyExoticComponent, lazy as withoutTexts } from 'react';
import { LeftOut } from '../browser/left-out.ts';
import { isMissingFile } from '../browser/missing-file.ts';
import { hasUnsavedChanges } from '../browser/unsaved-changes.ts';
import { withTexts } from './catalogues.ts';

/**
 * `lazy` of React for a part with texts: it is drawn when these are there in the language of the page. Where its files did not come it is
 * left out as long as a form of the page holds something unsaved, which the boundary around both would throw away.
 */
// biome-ignore lint/suspicious/noExplicitAny: as React declares it.
export const lazy = <Part extends ComponentType<any>>(
  load: () => Promise<{ default: Part }>,
): LazyExoticComponent<Part> =>
  withoutTexts(() =>
    withTexts(load()).catch((error: unknown) => {
      if (!isMissingFile(error) || !hasUnsavedChanges()) throw error;
      return { default: (() => createElement(LeftOut, { error })) as unknown as Part };
    }),
  );

/** `lazy` for a part whose surroundings know what to do without it. */
// biome-ignore lint/suspicious/noExplicitAny: as React declares it.
export const lazyOrError = <Part extends ComponentType<any>>(
  load: () => Promise<{ default: Part }>,
): LazyExoticComponent<Part> => withoutTexts(() => withTexts(load()));
