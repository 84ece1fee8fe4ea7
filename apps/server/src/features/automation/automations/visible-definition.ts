import {
  type AutomationDefinition,
  type AutomationStep,
  hiddenDevice,
  type JoinedConditions,
  type RuleCondition,
} from '@cyno/contract';

type IsVisible = (espid: string) => boolean;

/** An automation as somebody sees it who may see only some devices of its owner: the others have no id in it. */
export function visibleDefinition(definition: AutomationDefinition, isVisible: IsVisible): AutomationDefinition {
  const visible = (step: AutomationStep) => visibleStep(step, isVisible);
  const next = definition.next?.map(visible);
  if (definition.kind === 'timer') return { ...definition, next };
  return { ...visibleJoined(definition, isVisible), next, otherwise: definition.otherwise?.map(visible) };
}

/** The same of a step. */
export function visibleStep(step: AutomationStep, isVisible: IsVisible): AutomationStep {
  if (step.kind !== 'if') return step;
  const { condition } = step;
  return {
    ...step,
    condition:
      condition.kind === 'joined'
        ? visibleJoined(condition, isVisible)
        : { ...condition, espid: visibleId(condition.espid, isVisible) },
  };
}

function visibleJoined<Joined extends JoinedConditions>(joined: Joined, isVisible: IsVisible): Joined {
  const visible = (condition: RuleCondition) => visibleCondition(condition, isVisible);
  return {
    ...joined,
    conditions: joined.conditions.map(visible),
    groups: joined.groups?.map((group) => group.map(visible)),
  };
}

function visibleCondition(condition: RuleCondition, isVisible: IsVisible): RuleCondition {
  if (condition.kind === 'devices') {
    const { scope } = condition;
    if (scope.kind !== 'devices') return condition;
    const espids = new Set(scope.espids.map((espid) => visibleId(espid, isVisible)));
    return { ...condition, scope: { ...scope, espids: [...espids] } };
  }
  if (condition.kind === 'alert') {
    return condition.espid === null ? condition : { ...condition, espid: visibleId(condition.espid, isVisible) };
  }
  return { ...condition, espid: visibleId(condition.espid, isVisible) };
}

const visibleId = (espid: string, isVisible: IsVisible): string => (isVisible(espid) ? espid : hiddenDevice);
