import { Component, type ReactNode, Suspense, useState, useTransition } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useMissingParts } from '../browser/missing-file.ts';
import { useUnsavedChanges } from '../browser/unsaved-changes.ts';
import { lazy } from './lazy.ts';

class Boundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? <p>The boundary</p> : this.props.children;
  }
}

function Form({ isDirty }: { isDirty: boolean }) {
  useUnsavedChanges(isDirty);
  return <p>The form, {useMissingParts()} parts left out</p>;
}

function page(isDirty: boolean, message: string) {
  const Part = lazy(() => Promise.reject(new TypeError(message)));
  return ({ isDirty: dirty = isDirty, isOpen = true }) => (
    <Boundary>
      <Form isDirty={dirty} />
      <Suspense>{isOpen && <Part />}</Suspense>
    </Boundary>
  );
}

const missing = 'Failed to fetch dynamically imported module: /assets/part.js';

it('leaves out what did not come as long as something beside it is unsaved', async () => {
  const Page = page(true, missing);
  const screen = await render(<Page isOpen={false} />);
  await screen.rerender(<Page />);
  await expect.element(screen.getByText('The form, 1 parts left out')).toBeVisible();
  await screen.rerender(<Page isDirty={false} />);
  await expect.element(screen.getByText('The boundary')).toBeVisible();
});

it.each([
  ['where nothing is unsaved', false, missing],
  ['that broke for another reason', true, 'x is not a function'],
])('leaves a part %s to the boundary', async (_, isDirty, message) => {
  const Page = page(isDirty, message);
  const screen = await render(<Page isOpen={false} />);
  await screen.rerender(<Page />);
  await expect.element(screen.getByText('The boundary')).toBeVisible();
});

const Editor = lazy(async () => ({ default: () => <p>The editor</p> }));
const Head = () => <p>The head</p>;

function Page() {
  const [isEdited, setEdited] = useState(false);
  const [, startOpening] = useTransition();
  if (isEdited) {
    return (
      <>
        <h1>Farm</h1>
        <Editor />
      </>
    );
  }
  return (
    <>
      <a href="/">Back</a>
      <Head />
      <button type="button" onClick={() => startOpening(() => setEdited(true))}>
        Edit
      </button>
    </>
  );
}

it('takes the place of another component once, when its files come while the page is drawn', async () => {
  const screen = await render(
    <Boundary>
      <Page />
    </Boundary>,
  );
  await screen.getByRole('button', { name: 'Edit' }).click();
  await expect.element(screen.getByText('The editor')).toBeVisible();
});

function Counter() {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      Pressed {count} times
    </button>
  );
}

const loading = vi.fn(() => 'Loading');
const Loading = () => loading();

it('is drawn at once when its files were fetched before', async () => {
  const Part = lazy(async () => ({ default: Counter }));
  await Part.preload();
  const screen = await render(
    <Suspense fallback={<Loading />}>
      <Part />
    </Suspense>,
  );
  await expect.element(screen.getByText('Pressed 0 times')).toBeVisible();
  expect(loading).not.toHaveBeenCalled();
});

it('stays what it was when its files are fetched again', async () => {
  const Part = lazy(async () => ({ default: Counter }));
  const place = () => (
    <Suspense fallback={<Loading />}>
      <Part />
    </Suspense>
  );
  const screen = await render(place());
  expect(loading).toHaveBeenCalled();
  await screen.getByRole('button').click();
  await Part.preload();
  await screen.rerender(place());
  await expect.element(screen.getByText('Pressed 1 times')).toBeVisible();
});
