import type { WorkbookDefinition } from '#contract/workbook-definition.ts';
import { sentence } from '#i18n/sentence.ts';
import { assignSlots } from './assign-slots.ts';
import { collectIssues, type IssueCollector } from './collect-issues.ts';
import { bindExpression } from './expressions/bind-expression.ts';
import { type Bound, requireType } from './expressions/bound.ts';
import { parseExpression } from './expressions/parse-expression.ts';
import { createPatterns } from './expressions/pattern.ts';
import type { Scope } from './expressions/scope.ts';
import { type Expression, ExpressionError, listParts, listReferences } from './expressions/syntax.ts';
import { BOOLEAN } from './expressions/types.ts';
import {
  type ExpressionProperty,
  listExpressions,
  listTexts,
  ORDERING_PROPERTIES,
} from './field-expressions.ts';
import type { LocalizableIssue } from './field-issues.ts';
import {
  type CompileContext,
  createAnswerScope,
  createChoiceScope,
  createDefaultScope,
  createFieldScope,
} from './field-scopes.ts';
import type { Form, FormField } from './form.ts';
import { compileText } from './form-text.ts';
import { getLocalText } from './local-text.ts';
import { orderFields } from './order-fields.ts';
import { finish, type Work } from './pausable-work.ts';

/** A field during compilation, with its parsed expressions and the fields that must be calculated before it. */
type CompilingField = {
  readonly formField: FormField;
  readonly expressions: Map<ExpressionProperty, Expression>;
  readonly dependencies: CompilingField[];
};

/**
 * Field names must be unique. Sorts the fields by dependency. The form is valid only if there are no issues.
 */
export const compileForm = (definition: WorkbookDefinition): Compiled => finish(compileInSteps(definition));

/** `patternStates` is the total number of states in all patterns, which take up most of the memory of some forms. */
export type Compiled = { form: Form; issues: LocalizableIssue[]; patternStates: number };

/** Like `compileForm`, but pauses after each field, because half a million characters of expressions take 300 ms. */
export function* compileInSteps(definition: WorkbookDefinition): Work<Compiled> {
  const { index, fields, levels } = assignSlots(definition);
  const names = new Map(fields.map((formField) => [formField.field.name, formField]));
  const issues = collectIssues(fields);
  yield;

  const compiling = new Map<FormField, CompilingField>();
  for (const formField of fields) {
    compiling.set(formField, {
      formField,
      expressions: parseExpressions(formField, issues),
      dependencies: [],
    });
    yield;
  }
  for (const field of compiling.values()) {
    for (const dependency of findDependencies(field, names))
      field.dependencies.push(compiling.get(dependency)!);
  }
  const { order, cycles } = orderFields([...compiling.values()]);
  for (const cycle of cycles) reportCycle(cycle, issues);

  const binding = { names, patterns: createPatterns(), issues };
  for (const { formField, expressions } of order) {
    bindRelevance(formField, expressions, binding);
    yield;
  }
  for (const { formField, expressions } of compiling.values()) {
    bindConditions(formField, expressions, binding);
    yield;
  }
  return {
    form: { index, levels, order: order.map(({ formField }) => formField) },
    issues: issues.all(),
    patternStates: binding.patterns.stateCount(),
  };
}

type Binding = CompileContext & { issues: IssueCollector };

const parseExpressions = (
  formField: FormField,
  issues: IssueCollector,
): Map<ExpressionProperty, Expression> => {
  const expressions = new Map<ExpressionProperty, Expression>();
  for (const [property, text] of listExpressions(formField.field)) {
    issues.attempt(formField, property, () => {
      const expression = parseExpression(text);
      expressions.set(property, expression);
      const { length } = listParts(expression);
      formField.operandCount += length;
      formField.level.operandCount += length;
    });
  }
  return expressions;
};

/** A field's container, and the fields used in its relevance and calculation. Unknown names are reported later. */
const findDependencies = (
  { formField, expressions }: CompilingField,
  names: ReadonlyMap<string, FormField>,
): Set<FormField> => {
  const { level, section } = formField;
  const container = section >= 0 ? level.fields[section] : level.parent?.fields[level.slot];
  const referenced = ORDERING_PROPERTIES.flatMap((property) => {
    const expression = expressions.get(property);
    return expression ? listReferences(expression).map(({ name }) => names.get(name)) : [];
  });
  return new Set([container, ...referenced].filter((dependency) => dependency !== undefined));
};

/** The maximum number of names in a message about a cycle. A cycle can have 2,000. */
const MAX_CYCLE_NAMES = 10;

const reportCycle = (cycle: readonly CompilingField[], issues: IssueCollector) => {
  // A cycle can include containers, but the error is reported at an expression.
  for (const [index, { formField, expressions }] of cycle.entries()) {
    const next = cycle[(index + 1) % cycle.length]!.formField.field.name;
    for (const property of ORDERING_PROPERTIES) {
      const expression = expressions.get(property);
      const reference = expression && listReferences(expression).find(({ name }) => name === next);
      if (!reference) continue;
      const names = [...cycle.slice(index), ...cycle.slice(0, index + 1)].map(
        ({ formField: { field } }) => field.name,
      );
      const path =
        names.length > MAX_CYCLE_NAMES
          ? [...names.slice(0, MAX_CYCLE_NAMES - 2), '…', ...names.slice(-2)]
          : names;
      issues.add(
        formField,
        property,
        reference.position,
        sentence`${formField.field.name} depends on itself: ${path.join(' → ')}.`,
      );
      return;
    }
  }
};

const bindRelevance = (
  formField: FormField,
  expressions: ReadonlyMap<ExpressionProperty, Expression>,
  binding: Binding,
) => {
  const calculation = expressions.get('calculation');
  bindCondition('relevant', createFieldScope, formField, expressions, binding);
  if (calculation) {
    binding.issues.attempt(formField, 'calculation', () => {
      const bound = bindExpression(calculation, createFieldScope(formField, binding));
      const { type, evaluate } = requireSingleValue(bound);
      formField.type = type;
      formField.calculation = evaluate;
    });
  }
};

const bindConditions = (
  formField: FormField,
  expressions: ReadonlyMap<ExpressionProperty, Expression>,
  binding: Binding,
) => {
  const { issues } = binding;
  const { field } = formField;
  bindCondition('required', createFieldScope, formField, expressions, binding);
  if (field.required === true) formField.required = () => true;
  bindCondition('constraint', createAnswerScope, formField, expressions, binding);
  bindCondition('failWhen', createAnswerScope, formField, expressions, binding);
  bindCondition('choiceFilter', createChoiceScope, formField, expressions, binding);
  if (formField.choiceFilter)
    formField.choiceOf = new Map(field.choices?.map((choice) => [choice.value, choice]));
  const defaultCalculation = expressions.get('default.calculation');
  if (defaultCalculation && formField.type) {
    issues.attempt(formField, 'default.calculation', () => {
      const bound = requireSingleValue(
        bindExpression(defaultCalculation, createDefaultScope(formField, binding)),
      );
      formField.defaultValue = requireType(bound, formField.type!, sentence`The default`).evaluate;
    });
  }
  bindTexts(formField, createFieldScope(formField, binding), issues);
};

/**
 * Checks all translations, but compiles a translation only when it is shown, which takes a microsecond. Forms are
 * cached, and 950 labels and hints compiled in 50 languages would take 50 MB.
 */
const bindTexts = (formField: FormField, scope: Scope, issues: IssueCollector) => {
  for (const [property, text] of listTexts(formField.field)) {
    for (const [tag, translation] of Object.entries(typeof text === 'string' ? { '': text } : text)) {
      issues.attempt(formField, tag === '' ? property : `${property}.${tag}`, () =>
        compileText(translation, scope),
      );
    }
    formField[property] = (frame, evaluation) =>
      compileText(getLocalText(text, evaluation.language), scope)(frame, evaluation);
  }
};

const bindCondition = (
  property: 'relevant' | 'required' | 'constraint' | 'failWhen' | 'choiceFilter',
  createScope: (formField: FormField, context: CompileContext) => Scope,
  formField: FormField,
  expressions: ReadonlyMap<ExpressionProperty, Expression>,
  binding: Binding,
) => {
  const expression = expressions.get(property);
  if (!expression) return;
  binding.issues.attempt(formField, property, () => {
    const bound = bindExpression(expression, createScope(formField, binding));
    const { evaluate } = requireType(bound, BOOLEAN, sentence`The ${property} expression`);
    formField[property] = (frame, evaluation) => evaluate(frame, evaluation) === true;
  });
};

/** Throws unless the value can be an answer. It must be a single value, and neither a repeat nor an upload. */
const requireSingleValue = (bound: Bound): Bound => {
  const { position, type, name } = bound;
  if (type.isRepeated || type.base === 'entries' || type.base === 'upload') {
    throw new ExpressionError(
      position,
      sentence`${name ?? sentence`This`} is not a single value: use a function such as sum, count or join.`,
    );
  }
  return bound;
};
