import { useState } from 'react';
import { expect, it } from 'vitest';
import { deviceOf, variableOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { stubApi } from '../../../../test/stub-api.ts';
import { type Draft, definitionOf, emptyDraft, namesOf, plainSentence, sentenceOf } from '../definitions/index.ts';
import { conditionOn } from './condition-fields.tsx';
import { RuleConditions } from './rule-conditions.tsx';

const device = deviceOf({ variables: [variableOf('soil'), variableOf('temp')] });
const { espid } = device;
const names = namesOf([device], new Map());
const action = { kind: 'notify', text: 'Look' } as const;

/** The fields, with the sentence that they come to. */
function Editor() {
  const conditions = [conditionOn(0, espid, device.variables[0])];
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft, kind: 'rule', action, conditions });
  const { definition, problems } = definitionOf(draft);
  return (
    <>
      <RuleConditions
        devices={[device]}
        draft={draft}
        problems={problems}
        onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
      />
      <output>{definition ? plainSentence(sentenceOf(definition, { espid, here: espid, names })) : 'nothing'}</output>
    </>
  );
}

it('joins conditions and groups of them, and what is left alone is no group any more', async () => {
  stubApi({ 'GET /api/device/': [device], 'GET /api/device/shared': [] });
  const { screen } = await renderInApp(<Editor />);
  const sentence = screen.getByRole('status');
  const add = (name: string) => screen.getByRole('button', { name, exact: true });
  await expect.element(sentence).toHaveTextContent('When soil is above 22, send the message “Look”.');
  await expect.element(screen.getByRole('group', { name: 'How the conditions are joined' })).not.toBeInTheDocument();

  await add('and one of two values').click();
  await expect
    .element(sentence)
    .toHaveTextContent(
      'When soil is above 22, and either soil is above 22 or soil is above 22, send the message “Look”.',
    );
  const group = screen.getByRole('group', { name: 'Group 1' });
  await group.getByLabelText('Limit').last().fill('');
  await expect.element(group.getByRole('alert')).toHaveTextContent('Type a number.');
  await group.getByLabelText('Limit').last().fill('40');

  await screen.getByText('One is enough').click();
  await expect
    .element(sentence)
    .toHaveTextContent('When soil is above 22, or soil is above 22 and soil is above 40, send the message “Look”.');
  await group.getByRole('button', { name: 'and when another value' }).click();
  await expect
    .element(sentence)
    .toHaveTextContent(
      'When soil is above 22, or soil is above 22 and soil is above 40 and soil is above 22, send the message “Look”.',
    );

  const remove = group.getByRole('button', { name: 'Leave out this condition' });
  await remove.first().click();
  await remove.last().click();
  await expect.element(group).not.toBeInTheDocument();
  await expect
    .element(sentence)
    .toHaveTextContent('When soil is above 22 or soil is above 40, send the message “Look”.');
});
