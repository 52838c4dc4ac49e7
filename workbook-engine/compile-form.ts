import type { WorkbookDefinition } from '#contract/workbook-definition.ts';
import { msg } from '#i18n/message.ts';
import { assignSlots } from './assign-slots.ts';
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
  listLocalizedProperties,
  ORDERING_PROPERTIES,
} from './field-expressions.ts';
import type { LocalizableIssue } from './field-issues.ts';
import {
  type CompilationContext,
  createAnswerScope,
  createChoiceScope,
  createDefaultScope,
  createFieldScope,
} from './field-scopes.ts';
import type { Form, FormField } from './form.ts';
import { compileText } from './form-text.ts';
import { createIssueCollector, type IssueCollector } from './issue-collector.ts';
import { pickTranslation } from './local-text.ts';
import { orderFields } from './order-fields.ts';
import { finish, type Work } from './pausable-work.ts';

/** A field during compilation, with its parsed expressions and the fields that must be calculated before it. */
type FieldBeingCompiled = {
  readonly formField: FormField;
  readonly expressions: Map<ExpressionProperty, Expression>;
  readonly dependencies: FieldBeingCompiled[];
};

/** Compiles a definition with unique field names. The form is valid only if there are no issues. */
export const compileForm = (definition: WorkbookDefinition): CompilationResult =>
  finish(compileInSteps(definition));

/** `patternStates` counts the states in all patterns, which take up most of some forms' memory. */
export type CompilationResult = { form: Form; issues: LocalizableIssue[]; patternStates: number };

/** Like `compileForm`, but pauses after each field: compiling half a million characters takes 300 ms. */
export function* compileInSteps(definition: WorkbookDefinition): Work<CompilationResult> {
  const { index, fields, levels } = assignSlots(definition);
  const fieldsByName = new Map(fields.map((formField) => [formField.field.name, formField]));
  const issues = createIssueCollector(fields);
  yield;

  const fieldsBeingCompiled = new Map<FormField, FieldBeingCompiled>();
  for (const formField of fields) {
    fieldsBeingCompiled.set(formField, {
      formField,
      expressions: parseExpressions(formField, issues),
      dependencies: [],
    });
    yield;
  }
  for (const field of fieldsBeingCompiled.values()) {
    for (const dependency of findDependencies(field, fieldsByName))
      field.dependencies.push(fieldsBeingCompiled.get(dependency)!);
  }
  const { order, cycles } = orderFields([...fieldsBeingCompiled.values()]);
  for (const cycle of cycles) reportCycle(cycle, issues);

  const context = { fieldsByName, patterns: createPatterns(), issues };
  for (const { formField, expressions } of order) {
    bindRelevanceAndCalculation(formField, expressions, context);
    yield;
  }
  for (const { formField, expressions } of fieldsBeingCompiled.values()) {
    bindOtherProperties(formField, expressions, context);
    yield;
  }
  return {
    form: { index, levels, order: order.map(({ formField }) => formField) },
    issues: issues.listAll(),
    patternStates: context.patterns.stateCount(),
  };
}

type BindingContext = CompilationContext & { issues: IssueCollector };

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

/** Finds the container, and the fields that relevance and calculation refer to. Unknown names are reported later. */
const findDependencies = (
  { formField, expressions }: FieldBeingCompiled,
  fieldsByName: ReadonlyMap<string, FormField>,
): Set<FormField> => {
  const { level, sectionSlot } = formField;
  const container = sectionSlot >= 0 ? level.fields[sectionSlot] : level.parent?.fields[level.slot];
  const referencedFields = ORDERING_PROPERTIES.flatMap((property) => {
    const expression = expressions.get(property);
    return expression ? listReferences(expression).map(({ name }) => fieldsByName.get(name)) : [];
  });
  return new Set([container, ...referencedFields].filter((dependency) => dependency !== undefined));
};

/** A cycle can span 2,000 fields. */
const MAX_CYCLE_NAMES = 10;

const reportCycle = (cycle: readonly FieldBeingCompiled[], issues: IssueCollector) => {
  // A cycle can include containers without expressions, but the error is reported for an expression.
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
        msg`${formField.field.name} depends on itself: ${path.join(' → ')}.`,
      );
      return;
    }
  }
};

const bindRelevanceAndCalculation = (
  formField: FormField,
  expressions: ReadonlyMap<ExpressionProperty, Expression>,
  context: BindingContext,
) => {
  const calculation = expressions.get('calculation');
  bindCondition('relevant', createFieldScope, formField, expressions, context);
  if (calculation) {
    context.issues.attempt(formField, 'calculation', () => {
      const bound = bindExpression(calculation, createFieldScope(formField, context));
      const { type, evaluate } = requireSingleValue(bound);
      formField.type = type;
      formField.calculation = evaluate;
    });
  }
};

const bindOtherProperties = (
  formField: FormField,
  expressions: ReadonlyMap<ExpressionProperty, Expression>,
  context: BindingContext,
) => {
  const { issues } = context;
  const { field } = formField;
  bindCondition('required', createFieldScope, formField, expressions, context);
  if (field.required === true) formField.required = () => true;
  bindCondition('constraint', createAnswerScope, formField, expressions, context);
  bindCondition('failWhen', createAnswerScope, formField, expressions, context);
  bindCondition('choiceFilter', createChoiceScope, formField, expressions, context);
  if (formField.choiceFilter)
    formField.choicesByValue = new Map(field.choices?.map((choice) => [choice.value, choice]));
  const defaultCalculation = expressions.get('default.calculation');
  if (defaultCalculation && formField.type) {
    issues.attempt(formField, 'default.calculation', () => {
      const bound = requireSingleValue(
        bindExpression(defaultCalculation, createDefaultScope(formField, context)),
      );
      formField.defaultValue = requireType(bound, formField.type!, msg`The default`).evaluate;
    });
  }
  bindTexts(formField, createFieldScope(formField, context), issues);
};

/**
 * Checks all translations but stores none in the form. Recompiling one each time it is shown takes a microsecond,
 * whereas forms are cached, and 950 labels and hints compiled in 50 languages would take up 50 MB.
 */
const bindTexts = (formField: FormField, scope: Scope, issues: IssueCollector) => {
  for (const [property, text] of listLocalizedProperties(formField.field)) {
    for (const [tag, translation] of Object.entries(typeof text === 'string' ? { '': text } : text)) {
      issues.attempt(formField, tag === '' ? property : `${property}.${tag}`, () =>
        compileText(translation, scope),
      );
    }
    formField[property] = (frame, evaluation) =>
      compileText(pickTranslation(text, evaluation.language), scope)(frame, evaluation);
  }
};

const bindCondition = (
  property: 'relevant' | 'required' | 'constraint' | 'failWhen' | 'choiceFilter',
  createScope: (formField: FormField, context: CompilationContext) => Scope,
  formField: FormField,
  expressions: ReadonlyMap<ExpressionProperty, Expression>,
  context: BindingContext,
) => {
  const expression = expressions.get(property);
  if (!expression) return;
  context.issues.attempt(formField, property, () => {
    const bound = bindExpression(expression, createScope(formField, context));
    const { evaluate } = requireType(bound, BOOLEAN, msg`The ${property} expression`);
    formField[property] = (frame, evaluation) => evaluate(frame, evaluation) === true;
  });
};

/** Throws unless the value can be an answer: a single value that is neither a repeat nor an upload. */
const requireSingleValue = (bound: Bound): Bound => {
  const { position, type, name } = bound;
  if (type.isRepeated || type.base === 'repeat' || type.base === 'upload') {
    throw new ExpressionError(
      position,
      msg`${name ?? msg`This`} is not a single value: use a function such as sum, count or join.`,
    );
  }
  return bound;
};
