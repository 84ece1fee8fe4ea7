import type { ControlState } from '@cyno/contract';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { deviceOf, variableOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { stubApi } from '../../../../test/stub-api.ts';
import { type Draft, definitionOf, emptyDraft, namesOf, plainSentence, sentenceOf } from '../definitions/index.ts';
import { StepFields } from './step-fields.tsx';
import { WhileRunningField } from './while-running-field.tsx';

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
        list="next"
        watchable={{ devices: [device], groups: [], alertRules: [] }}
        timeZone="UTC"
        control={control}
        scenes={[]}
        steps={draft.next}
        problems={problems}
        onChange={(next) => setDraft((before) => ({ ...before, next }))}
      />
      <WhileRunningField draft={draft} onChange={(part) => setDraft((before) => ({ ...before, ...part }))} />
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
  await press('then continue only if');
  await press('then do something');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Choose what to do.');
  await screen.getByRole('button', { name: /What to do$/ }).click();
  await screen.getByRole('option', { name: /^Send a message/ }).click();
  await screen.getByLabelText('Text of the message').fill('Look');
  await expect
    .element(sentence)
    .toHaveTextContent(
      'Every day at 07:00, turn 5 on, then wait 10 minutes, then continue only if soil is above 22, then send the message “Look”.',
    );
  await screen.getByRole('button', { name: 'Remove this step' }).first().click();
  await expect
    .element(sentence)
    .toHaveTextContent(
      'Every day at 07:00, turn 5 on, then continue only if soil is above 22, then send the message “Look”.',
    );
});

it('continues only if joined conditions hold, at a time of the day', async () => {
  stubApi({ 'GET /api/device/': [device], 'GET /api/device/shared': [] });
  const { screen } = await renderInApp(<Editor />);
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click();
  const expectCondition = (text: string) =>
    expect
      .element(screen.getByRole('status'))
      .toHaveTextContent(`Every day at 07:00, turn 5 on, then wait 10 minutes, then continue only if ${text}.`);
  await press('then wait');
  await press('then continue only if');
  await press('and one of two values');
  await expectCondition('soil is above 22, and either soil is above 22 or soil is above 22');
  await screen.getByText('One is enough').click();
  await press('and a time of the day');
  await expectCondition(
    'soil is above 22, or soil is above 22 and soil is above 22, and it is between 06:00 and 18:00',
  );
  const group = screen.getByRole('group', { name: 'Group 1' });
  await group.getByLabelText('Limit').last().fill('');
  await expect.element(group.getByRole('alert')).toHaveTextContent('Type a number, such as 1000 or 21.5.');
  await expect.element(screen.getByRole('button', { name: 'until it is above' })).not.toBeInTheDocument();
  const remove = screen.getByRole('button', { name: 'Remove this condition' });
  await remove.last().click();
  await expectCondition('soil is above 22 or soil is above 22, and it is between 06:00 and 18:00');
  await remove.last().click();
  await remove.click();
  await expectCondition('it is between 06:00 and 18:00');
});

it('chooses what a further start does while steps wait, and says so', async () => {
  stubApi({ 'GET /api/device/': [device], 'GET /api/device/shared': [] });
  const { screen } = await renderInApp(<Editor />);
  const sentence = screen.getByRole('status');
  const again = screen.getByRole('button', { name: /If it starts again while running$/ });
  await expect.element(sentence).toHaveTextContent('Every day at 07:00, turn 5 on.');
  await expect.element(again).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'then wait', exact: true }).click();
  await again.click();
  await screen.getByRole('option', { name: 'ignore it' }).click();
  await expect
    .element(sentence)
    .toHaveTextContent('Every day at 07:00, turn 5 on, then wait 10 minutes. A start while it is running is ignored.');
  await again.click();
  await screen.getByRole('option', { name: 'run it afterwards' }).click();
  await expect
    .element(sentence)
    .toHaveTextContent(
      'Every day at 07:00, turn 5 on, then wait 10 minutes. A start while it is running waits for its turn.',
    );
  await screen.getByRole('button', { name: 'Remove this step' }).click();
  await expect.element(sentence).toHaveTextContent('Every day at 07:00, turn 5 on.');
});
