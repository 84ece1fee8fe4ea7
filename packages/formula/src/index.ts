export { compileFormula, type Formula, type Scope, type VariableName } from './compile.ts';
export { type Completion, completeFormula, type KnownDevice, type KnownVariable, referenceTo } from './complete.ts';
export { FormulaError, type FormulaProblem, problem, type Span } from './formula-error.ts';
export type { FormulaReason, FormulaValues } from './formula-problems.ts';
export { type FunctionEntry, functionCatalogue, signatureOf } from './functions.ts';
export { FormulaMachine, type InputValue, type SavedMachine } from './machine.ts';
export { maxFormulaLength } from './parse.ts';
