import type { WorkbookDefinition } from '#contract/workbook-definition.ts';
import { sentence } from '#i18n/sentence.ts';
import { assignSlots } from './assign-slots.ts';
import { collectIssues, type IssueCollector } from './collect-issues.ts';
import { bindExpression } from './expressions/bind-expression.ts';
import { type Bound, requireType } from './expressions/bound.ts';
import { parseExpression } from './expressions/parse-expression.ts';
import { createPatterns } from './expressions/pattern.ts';
import type { Scope } from './expressions/scope.ts';
import { type Expression, ExpressionError, partsOf, referencesOf } from './expressions/syntax.ts';
import { BOOLEAN } from './expressions/types.ts';
import { type ExpressionMember, expressionsOf, ORDERING, textsOf } from './field-expressions.ts';
import type { FoundIssue } from './field-issues.ts';
import {
  type Surroundings,
  scopeAtStart,
  scopeOfAnswer,
  scopeOfChoices,
  scopeOfField,
} from './field-scopes.ts';
import type { Condition, Form, FormField, ShowText } from './form.ts';
import { compileText } from './form-text.ts';
import { pickLanguage } from './local-text.ts';
import { orderFields } from './order-fields.ts';
import { finish, type Work } from './pausable-work.ts';

/** A field while it is compiled: its expressions as they were read, and the fields that go before it. */
type Compiling = {
  readonly placed: FormField;
  readonly expressions: Map<ExpressionMember, Expression>;
  readonly needs: Compiling[];
};

/**
 * Compiles a definition: parses every expression, resolves names, checks types, and sorts fields by dependencies. Names
 * must be unique. The form is valid only if there are no errors.
 */
export const compileForm = (definition: WorkbookDefinition): Compiled => finish(compileInSteps(definition));

export type Compiled = { form: Form; issues: FoundIssue[] };

/** The same, with a pause after each field: half a million characters of expressions take 300 ms. */
export function* compileInSteps(definition: WorkbookDefinition): Work<Compiled> {
  const { index, fields, levels } = assignSlots(definition);
  const names = new Map(fields.map((placed) => [placed.field.name, placed]));
  const issues = collectIssues(fields);
  yield;

  const compiling = new Map<FormField, Compiling>();
  for (const placed of fields) {
    compiling.set(placed, { placed, expressions: readExpressions(placed, issues), needs: [] });
    yield;
  }
  for (const each of compiling.values()) {
    for (const needed of neededBy(each, names)) each.needs.push(compiling.get(needed)!);
  }
  const { order, cycles } = orderFields([...compiling.values()]);
  for (const cycle of cycles) reportCycle(cycle, issues);

  const binding = { names, patterns: createPatterns(), issues };
  for (const { placed, expressions } of order) {
    bindRelevance(placed, expressions, binding);
    yield;
  }
  for (const { placed, expressions } of compiling.values()) {
    bindConditions(placed, expressions, binding);
    yield;
  }
  return { form: { index, levels, order: order.map(({ placed }) => placed) }, issues: issues.all() };
}

type Binding = Surroundings & { issues: IssueCollector };

const readExpressions = (placed: FormField, issues: IssueCollector): Map<ExpressionMember, Expression> => {
  const expressions = new Map<ExpressionMember, Expression>();
  for (const [member, text] of expressionsOf(placed.field)) {
    issues.during(placed, member, () => {
      const expression = parseExpression(text);
      expressions.set(member, expression);
      const { length } = partsOf(expression);
      placed.parts += length;
      placed.level.parts += length;
    });
  }
  return expressions;
};

/** The container of a field, and the fields in its relevance and calculation. Unknown names are reported later. */
const neededBy = (
  { placed, expressions }: Compiling,
  names: ReadonlyMap<string, FormField>,
): Set<FormField> => {
  const { level, section } = placed;
  const around = section >= 0 ? level.fields[section] : level.parent?.fields[level.slot];
  const named = ORDERING.flatMap((member) => {
    const expression = expressions.get(member);
    return expression ? referencesOf(expression).map(({ name }) => names.get(name)) : [];
  });
  return new Set([around, ...named].filter((each) => each !== undefined));
};

/** Number of names of a cycle to show. A cycle can have 2,000. */
const CYCLE_SHOWN = 10;

const reportCycle = (cycle: readonly Compiling[], issues: IssueCollector) => {
  // Containers are part of a cycle, but the error belongs to an expression.
  for (const [place, { placed, expressions }] of cycle.entries()) {
    const next = cycle[(place + 1) % cycle.length]!.placed.field.name;
    for (const member of ORDERING) {
      const expression = expressions.get(member);
      const reference = expression && referencesOf(expression).find(({ name }) => name === next);
      if (!reference) continue;
      const names = [...cycle.slice(place), ...cycle.slice(0, place + 1)].map(
        (each) => each.placed.field.name,
      );
      const way =
        names.length > CYCLE_SHOWN ? [...names.slice(0, CYCLE_SHOWN - 2), '…', ...names.slice(-2)] : names;
      issues.add(
        placed,
        member,
        reference.at,
        sentence`${placed.field.name} depends on itself: ${way.join(' → ')}.`,
      );
      return;
    }
  }
};

const bindRelevance = (
  placed: FormField,
  expressions: ReadonlyMap<ExpressionMember, Expression>,
  binding: Binding,
) => {
  const { issues } = binding;
  const { relevant, calculation } = Object.fromEntries(expressions);
  const scope = scopeOfField(placed, binding);
  if (relevant) {
    issues.during(placed, 'relevant', () => {
      placed.relevant = condition(relevant, scope, 'relevant');
    });
  }
  if (calculation) {
    issues.during(placed, 'calculation', () => {
      const { type, evaluate } = requireSingleValue(bindExpression(calculation, scope));
      placed.type = type;
      placed.calculation = evaluate;
    });
  }
};

const bindConditions = (
  placed: FormField,
  expressions: ReadonlyMap<ExpressionMember, Expression>,
  binding: Binding,
) => {
  const { issues } = binding;
  const { field } = placed;
  const { required, constraint, failWhen, choiceFilter } = Object.fromEntries(expressions);
  const scope = scopeOfField(placed, binding);
  if (required) {
    issues.during(placed, 'required', () => {
      placed.required = condition(required, scope, 'required');
    });
  } else if (field.required === true) placed.required = () => true;
  if (constraint) {
    issues.during(placed, 'constraint', () => {
      placed.constraint = condition(constraint, scopeOfAnswer(placed, binding), 'constraint');
    });
  }
  if (failWhen) {
    issues.during(placed, 'failWhen', () => {
      placed.failWhen = condition(failWhen, scopeOfAnswer(placed, binding), 'failWhen');
    });
  }
  if (choiceFilter) {
    issues.during(placed, 'choiceFilter', () => {
      placed.choiceFilter = condition(choiceFilter, scopeOfChoices(placed, binding), 'choiceFilter');
      placed.choiceOf = new Map(field.choices?.map((choice) => [choice.value, choice]));
    });
  }
  const start = expressions.get('default.calculation');
  if (start && placed.type) {
    issues.during(placed, 'default.calculation', () => {
      const bound = requireSingleValue(bindExpression(start, scopeAtStart(placed, binding)));
      placed.startValue = requireType(bound, placed.type!, sentence`The default`).evaluate;
    });
  }
  bindTexts(placed, scope, issues);
};

const bindTexts = (placed: FormField, scope: Scope, issues: IssueCollector) => {
  for (const [member, text] of textsOf(placed.field)) {
    const shown = new Map<string, ShowText>();
    for (const [tag, each] of Object.entries(typeof text === 'string' ? { '': text } : text)) {
      issues.during(placed, tag === '' ? member : `${member}.${tag}`, () =>
        shown.set(tag, compileText(each, scope)),
      );
    }
    const tags = [...shown.keys()];
    placed[member] = (frame, given) => shown.get(pickLanguage(tags, given.language))!(frame, given);
  }
};

const condition = (expression: Expression, scope: Scope, member: string): Condition => {
  const { evaluate } = requireType(
    bindExpression(expression, scope),
    BOOLEAN,
    sentence`The ${member} expression`,
  );
  return (frame, given) => evaluate(frame, given) === true;
};

/** Throws unless the value can be an answer: a single value, and not the entries of a repeat. */
const requireSingleValue = (bound: Bound): Bound => {
  const { at, type, name } = bound;
  if (type.isMany || type.base === 'entries' || type.base === 'upload') {
    throw new ExpressionError(
      at,
      sentence`${name ?? sentence`This`} is not a single value: use a function such as sum, count or join.`,
    );
  }
  return bound;
};
