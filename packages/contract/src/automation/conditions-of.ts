interface Joined<Condition> {
  readonly conditions: readonly Condition[];
  readonly groups?: readonly (readonly Condition[])[] | undefined;
}

/** All conditions that are joined, those in groups last. */
export const conditionsOf = <Condition>({ conditions, groups = [] }: Joined<Condition>): Condition[] => [
  ...conditions,
  ...groups.flat(),
];
