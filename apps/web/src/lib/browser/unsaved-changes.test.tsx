import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useUnsavedChanges, whenSaved } from './unsaved-changes.ts';

function Form({ isChanged }: { isChanged: boolean }) {
  useUnsavedChanges(isChanged);
  return null;
}

it('lets what draws the page again wait for the last form with changes', async () => {
  const [draw, calledOff] = [vi.fn(), vi.fn()];
  whenSaved(draw);
  expect(draw).toHaveBeenCalledOnce();

  const both = (first: boolean, second: boolean) => (
    <>
      <Form isChanged={first} />
      <Form isChanged={second} />
    </>
  );
  const screen = await render(both(true, true));
  whenSaved(draw);
  const callOff = whenSaved(calledOff);
  callOff();
  await screen.rerender(both(true, false));
  await screen.rerender(both(false, true));
  expect(draw).toHaveBeenCalledOnce();
  await screen.rerender(both(false, false));
  expect(draw).toHaveBeenCalledTimes(2);
  expect(calledOff).not.toHaveBeenCalled();
});
