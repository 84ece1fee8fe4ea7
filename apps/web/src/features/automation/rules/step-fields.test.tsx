import type { ControlState } from '@cyno/contract';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { deviceOf, variableOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { stubApi } from '../../../../test/stub-api.ts';
import { type Draft, definitionOf, emptyDraft, namesOf, plainSentence, sentenceOf } from '../definitions/index.ts';
import { StepFields } from './step-fields.tsx';

const device = deviceOf({ variables: [variableOf('soil')] });
const { espid } = device;
const names = namesOf([device], new Map());
const control: ControlState = {
  pins: [{ pin: '4', gpio: 4, modes: ['digit'], note: null }],
  outputs: [],
  events: [],
  commands: [],
};
const action = { kind: 'output', pin: '5', mode: 'digit', value: '1' } as const;

/** The fields, with the sentence that they come to. */
function Editor() {
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft, action });
  const { definition, problems } = definitionOf(draft);
  return (
    <>
      <StepFields
        label="What follows"
        lead="then"
        devices={[device]}
        control={control}
        scenes={[]}
        steps={draft.next}
        problemOf={(index) => problems[`next ${index}`]}
        onChange={(next) => setDraft((before) => ({ ...before, next }))}
      />
      <output>{definition ? plainSentence(sentenceOf(definition, { espid, here: espid, names })) : 'nothing'}</output>
    </>
  );
}

it('adds pauses, conditions and actions, and takes them out again', async () => {
  stubApi({ 'GET /api/device/': [device], 'GET /api/device/shared': [] });
  const { screen } = await renderInApp(<Editor />);
  const sentence = screen.getByRole('status');
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click();
  await expect.element(sentence).toHaveTextContent('Every day at 07:00, turn 5 on.');
  await press('then wait');
  await expect.element(sentence).toHaveTextContent('Every day at 07:00, turn 5 on, then wait 10 minutes.');
  await press('then only if');
  await press('then do something');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Choose what to switch.');
  await screen.getByRole('button', { name: /What to switch$/ }).click();
  await screen.getByRole('option', { name: /^Send a message/ }).click();
  await screen.getByLabelText('Text of the message').fill('Look');
  await expect
    .element(sentence)
    .toHaveTextContent(
      'Every day at 07:00, turn 5 on, then wait 10 minutes, then only if soil is above 22, then send the message “Look”.',
    );
  await screen.getByRole('button', { name: 'Leave out this step' }).first().click();
  await expect
    .element(sentence)
    .toHaveTextContent('Every day at 07:00, turn 5 on, then only if soil is above 22, then send the message “Look”.');
});
