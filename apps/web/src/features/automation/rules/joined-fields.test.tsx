import { alertRule, type Device, type DeviceGroup, hiddenDevice } from '@cyno/contract';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { deviceOf, variableOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { stubApi } from '../../../../test/stub-api.ts';
import { type Draft, definitionOf, emptyDraft, namesOf, plainSentence, sentenceOf } from '../definitions/index.ts';
import { conditionOn } from './condition-fields.tsx';
import { JoinedFields, ruleTexts } from './joined-fields.tsx';

const device = deviceOf({ variables: [variableOf('soil'), variableOf('temp')] });
const { espid } = device;
const shed = deviceOf({ espid: 'SHED', name: 'Shed', tags: ['north'], variables: [variableOf('temp')] });
const groups: DeviceGroup[] = [{ id: 4, name: 'House 1', hue: 1 }];
const alertRules = [
  alertRule.parse({
    ...{ id: 5, name: 'Too hot', enabled: true, severity: 'warning', scope: { kind: 'all' } },
    condition: { kind: 'silent', seconds: null },
    ...{ builtIn: false, devices: 2, active: 0, mutedUntil: null, createdAt: 0 },
  }),
];
const names = namesOf([device, shed], new Map(), { groups, alertRules });
const action = { kind: 'notify', text: 'Look' } as const;

/** The fields, with the sentence that they come to. */
function Editor({ devices = [device], read = espid }: { devices?: Device[]; read?: string }) {
  const conditions = [conditionOn(0, read, device.variables[0])];
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft, kind: 'rule', action, conditions });
  const { definition, problems } = definitionOf(draft);
  return (
    <>
      <JoinedFields
        watchable={{ devices, groups, alertRules }}
        draft={draft}
        texts={ruleTexts[draft.match]()}
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
  await expect.element(group.getByLabelText('Limit').last()).toHaveAttribute('inputmode', 'text');
  await group.getByLabelText('Limit').last().fill('');
  await expect.element(group.getByRole('alert')).toHaveTextContent('Type a number, such as 1000 or 21.5.');
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

  const remove = group.getByRole('button', { name: 'Remove this condition' });
  await remove.first().click();
  await remove.last().click();
  await expect.element(group).not.toBeInTheDocument();
  await expect
    .element(sentence)
    .toHaveTextContent('When soil is above 22 or soil is above 40, send the message “Look”.');
});

it('shows that a condition reads a device which is hidden from who manages this one', async () => {
  stubApi({ 'GET /api/device/': [], 'GET /api/device/shared': [device] });
  const { screen } = await renderInApp(<Editor read={hiddenDevice} />);
  const field = screen.getByRole('button', { name: /Device$/ });
  await expect.element(field).toHaveTextContent('another device');
  await field.click();
  await screen.getByRole('option', { name: device.name }).click();
  await expect.element(field).not.toBeInTheDocument();
});

it('watches several devices by a tag, a group or a list, and an alert', async () => {
  stubApi({ 'GET /api/device/': [device, shed], 'GET /api/device/shared': [] });
  const { screen } = await renderInApp(<Editor devices={[device, shed]} />);
  const sentence = screen.getByRole('status');
  const choose = async (label: string, option: string) => {
    await screen.getByRole('button', { name: new RegExp(`${label}$`) }).click();
    await screen.getByRole('option', { name: option }).click();
  };
  await choose('Device', 'any of several devices');
  await expect.element(sentence).toHaveTextContent('When soil of any device is above 22, send the message “Look”.');
  await choose('Watched value', 'temp');
  await choose('Which devices', 'devices with a tag');
  await expect
    .element(sentence)
    .toHaveTextContent('When temp of any device tagged “north” is above 22, send the message “Look”.');
  await choose('Device', 'every one of several devices');
  await choose('Which devices', 'devices in a group');
  await expect
    .element(sentence)
    .toHaveTextContent('When temp of every device in House 1 is above 22, send the message “Look”.');
  await choose('Which devices', 'chosen devices');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Choose at least one device.');
  await screen.getByLabelText('Shed').click();
  await expect.element(sentence).toHaveTextContent('When temp of each of Shed is above 22, send the message “Look”.');

  await screen.getByRole('button', { name: 'and when an alert' }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Choose an alert rule.');
  await choose('Alert rule', 'Too hot');
  await choose('What the alert must be', 'is active and not acknowledged');
  await choose('Device of the alert', 'Shed');
  await expect
    .element(sentence)
    .toHaveTextContent(
      'When temp of each of Shed is above 22 and the alert “Too hot” is active and not acknowledged on Shed, send the message “Look”.',
    );
});
