import { and, eq, sql } from 'drizzle-orm';
import { type Database, schema } from '../../../platform/database/index.ts';

const { computedVariables, variableCalibrations, variables } = schema;

/** What a device measures with its newest values, as far as they are stored, what is computed by which formula, and how it was calibrated. */
export async function variablesOf(orm: Database['orm'], deviceId: number) {
  const { key, type, label, unit, keptDays, lastNumber, lastText, lastAt } = variables;
  const isRetained = sql`(${keptDays} is null or ${lastAt} >= extract(epoch from now()) * 1000 - ${keptDays} * 86400000::float8)`;
  const newest = {
    lastNumber: sql<number | null>`case when ${isRetained} then ${lastNumber} end`,
    lastText: sql<string | null>`case when ${isRetained} then ${lastText} end`,
    lastAt: sql<number | null>`case when ${isRetained} then ${lastAt} end`,
  };
  const { formula, unit: formulaUnit } = computedVariables;
  const isItsFormula = and(
    eq(variables.deviceId, computedVariables.deviceId),
    eq(variables.slot, computedVariables.slot),
  );
  const { since, offset, scale } = variableCalibrations;
  const isSameVariable = and(
    eq(variables.deviceId, variableCalibrations.deviceId),
    eq(variables.slot, variableCalibrations.slot),
  );
  return {
    variables: await orm
      .select({ key, type, label, unit, keptDays, formula, formulaUnit, ...newest })
      .from(variables)
      .leftJoin(computedVariables, isItsFormula)
      .where(eq(variables.deviceId, deviceId))
      .orderBy(variables.slot),
    calibrations: await orm
      .select({ key, since, offset, scale })
      .from(variableCalibrations)
      .innerJoin(variables, isSameVariable)
      .where(eq(variableCalibrations.deviceId, deviceId))
      .orderBy(since),
  };
}
