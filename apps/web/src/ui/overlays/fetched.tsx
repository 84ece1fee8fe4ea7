import { t } from '@lingui/core/macro';
import { Component, type ComponentType, type ReactNode, Suspense, use, useState } from 'react';
import { isMissingFile } from '../../lib/browser/missing-file.ts';
import { lazyOrError } from '../../lib/language/lazy.ts';
import { ToastContext } from './toast.tsx';

interface BoundaryProps {
  readonly onMissing: () => void;
  readonly children: ReactNode;
}

class MissingBoundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    if (isMissingFile(error)) this.props.onMissing();
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!isMissingFile(error)) throw error;
    return null;
  }
}

/** A part whose code is fetched when it is first drawn, and again after it did not come. */
export interface FetchedPart<Props extends object> {
  current: ComponentType<Props>;
  fetchAgain(): void;
}

export function fetchedPart<Props extends object>(load: () => Promise<ComponentType<Props>>): FetchedPart<Props> {
  const begin = () => lazyOrError(async () => ({ default: await load() })) as ComponentType<Props>;
  return {
    current: begin(),
    fetchAgain() {
      this.current = begin();
    },
  };
}

type FetchedProps<Props extends object> = {
  part: FetchedPart<Props>;
  isOpen: boolean;
  /** It counts as closed again. */
  onMissing: () => void;
  props: Props;
};

/** Draws what something opens when its code is there. Where that does not come, it closes with a sentence, and opening it fetches again. */
export function Fetched<Props extends object>({ part, isOpen, onMissing, props }: FetchedProps<Props>) {
  const toasts = use(ToastContext);
  const [isMissing, setMissing] = useState(false);
  if (isMissing && isOpen) setMissing(false);
  if (isMissing) return null;
  const missing = () => {
    part.fetchAgain();
    setMissing(true);
    onMissing();
    toasts?.add({
      kind: 'error',
      key: 'missing-part',
      title: t`This could not be loaded`,
      detail: t`Try again when the connection is back, or reload the page.`,
      action: { label: t`Reload`, onPress: () => location.reload() },
    });
  };
  const Part = part.current;
  return (
    <MissingBoundary onMissing={missing}>
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    </MissingBoundary>
  );
}
