import {
  type ComponentProps,
  type ComponentType,
  createElement,
  type ReactNode,
  useState,
  lazy as withoutTexts,
} from 'react';
import { LeftOut } from '../browser/left-out.ts';
import { isMissingFile } from '../browser/missing-file.ts';
import { hasUnsavedChanges } from '../browser/unsaved-changes.ts';
import { withTexts } from './catalogues.ts';

/** A component that draws another one when its files are there. */
// biome-ignore lint/suspicious/noExplicitAny: as React declares it.
export interface LazyPart<Part extends ComponentType<any>> {
  (props: ComponentProps<Part>): ReactNode;
  /** Fetches the files before it is drawn, which it then is at once; resolves also when they did not come, and drawing it tries again. */
  preload(): Promise<void>;
}

/**
 * `lazy` of React for a part with texts: it is drawn when these are there in the language of the page. Where its files did not come it is
 * left out as long as a form of the page holds something unsaved, which the boundary around both would throw away.
 */
// biome-ignore lint/suspicious/noExplicitAny: as React declares it.
export const lazy = <Part extends ComponentType<any>>(load: () => Promise<{ default: Part }>): LazyPart<Part> =>
  partOf(() =>
    withTexts(load()).catch((error: unknown) => {
      if (!isMissingFile(error) || !hasUnsavedChanges()) throw error;
      return { default: (() => createElement(LeftOut, { error })) as unknown as Part };
    }),
  );

/** `lazy` for a part whose surroundings know what to do without it. */
// biome-ignore lint/suspicious/noExplicitAny: as React declares it.
export const lazyOrError = <Part extends ComponentType<any>>(load: () => Promise<{ default: Part }>): LazyPart<Part> =>
  partOf(() => withTexts(load()));

/**
 * Gives a lazy component a parent of its own. React 19 waits for the files of one that takes the place of another component while it compares
 * the children of their parent, and then compares them again: those before it would be removed twice, which ends the page.
 */
// biome-ignore lint/suspicious/noExplicitAny: as React declares it.
function partOf<Part extends ComponentType<any>>(load: () => Promise<{ default: Part }>): LazyPart<Part> {
  const Lazy = withoutTexts(load);
  let preloaded: Part | undefined;
  const preload = () =>
    load().then(
      (loaded) => {
        preloaded = loaded.default;
      },
      () => undefined,
    );
  const choose = () => preloaded ?? Lazy;
  return Object.assign((props: ComponentProps<Part>) => createElement(Alone, { choose, props }), { preload });
}

interface AloneProps {
  // biome-ignore lint/suspicious/noExplicitAny: its properties are those that it was made with.
  choose: () => ComponentType<any>;
  props: object;
}

/** What it draws first stays, also when the files have come: another component would begin again. */
function Alone({ choose, props }: AloneProps) {
  const [{ Drawn }] = useState(() => ({ Drawn: choose() }));
  return createElement(Drawn, props);
}
