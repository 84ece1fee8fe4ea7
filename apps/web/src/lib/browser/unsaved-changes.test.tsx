import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useUnsavedChanges, whenSaved } from './unsaved-changes.ts';

function Form({ isChanged }: { isChanged: boolean }) {
  useUnsavedChanges(isChanged);
  return null;
}

it('lets what draws the page again wait for the last form with changes', async () => {
  const [act, calledOff] = [vi.fn(), vi.fn()];
  whenSaved(act);
  expect(act).toHaveBeenCalledOnce();

  const both = (first: boolean, second: boolean) => (
    <>
      <Form isChanged={first} />
      <Form isChanged={second} />
    </>
  );
  const screen = await render(both(true, true));
  whenSaved(act);
  const callOff = whenSaved(calledOff);
  callOff();
  await screen.rerender(both(false, true));
  expect(act).toHaveBeenCalledOnce();
  await screen.rerender(both(false, false));
  expect(act).toHaveBeenCalledTimes(2);
  expect(calledOff).not.toHaveBeenCalled();
});
