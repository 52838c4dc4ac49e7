import type { WorkbookDefinition } from '#contract/workbook-definition.ts';
import { sentence } from '#sentences/sentence.ts';
import { collectFaults, type FaultCollector } from './collect-faults.ts';
import { bindExpression } from './expressions/bind-expression.ts';
import { type Bound, need } from './expressions/bound.ts';
import { parseExpression } from './expressions/parse-expression.ts';
import { createPatterns } from './expressions/pattern.ts';
import type { Scope } from './expressions/scope.ts';
import { type Expression, ExpressionRefused, partsOf, referencesOf } from './expressions/syntax.ts';
import { BOOLEAN } from './expressions/types.ts';
import { type ExpressionMember, expressionsOf, ORDERING, textsOf } from './field-expressions.ts';
import type { FoundFault } from './field-faults.ts';
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
import { placeFields } from './place-fields.ts';
import { finish, type Work } from './work.ts';

/** A field while it is compiled: its expressions as they were read, and the fields that go before it. */
type Compiling = {
  readonly placed: FormField;
  readonly expressions: Map<ExpressionMember, Expression>;
  readonly needs: Compiling[];
};

/**
 * Makes a definition ready to be filled in: every expression is read, given its names, checked for its types and put
 * into an order. Names must be unique. The form counts only when there are no faults.
 */
export const compileForm = (definition: WorkbookDefinition): Compiled => finish(compileInSteps(definition));

export type Compiled = { form: Form; faults: FoundFault[] };

/** The same, with a pause after each field: half a million characters of expressions take 300 ms. */
export function* compileInSteps(definition: WorkbookDefinition): Work<Compiled> {
  const { index, fields, levels } = placeFields(definition);
  const names = new Map(fields.map((placed) => [placed.field.name, placed]));
  const faults = collectFaults(fields);
  yield;

  const compiling = new Map<FormField, Compiling>();
  for (const placed of fields) {
    compiling.set(placed, { placed, expressions: readExpressions(placed, faults), needs: [] });
    yield;
  }
  for (const each of compiling.values()) {
    for (const needed of neededBy(each, names)) each.needs.push(compiling.get(needed)!);
  }
  const { order, rings } = orderFields([...compiling.values()]);
  for (const ring of rings) reportRing(ring, faults);

  const binding = { names, patterns: createPatterns(), faults };
  for (const { placed, expressions } of order) {
    bindRelevance(placed, expressions, binding);
    yield;
  }
  for (const { placed, expressions } of compiling.values()) {
    bindJudgements(placed, expressions, binding);
    yield;
  }
  return { form: { index, levels, order: order.map(({ placed }) => placed) }, faults: faults.all() };
}

type Binding = Surroundings & { faults: FaultCollector };

const readExpressions = (placed: FormField, faults: FaultCollector): Map<ExpressionMember, Expression> => {
  const expressions = new Map<ExpressionMember, Expression>();
  for (const [member, text] of expressionsOf(placed.field)) {
    faults.during(placed, member, () => {
      const expression = parseExpression(text);
      expressions.set(member, expression);
      const { length } = partsOf(expression);
      placed.parts += length;
      placed.level.parts += length;
    });
  }
  return expressions;
};

/** The container of a field, and what its relevance and its calculation name. A name that no field has is told later. */
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

/** Names of a ring, which can be two thousand. */
const WAY_SHOWN = 10;

const reportRing = (ring: readonly Compiling[], faults: FaultCollector) => {
  // A container decides for what is in it, but it is an expression that closes the ring.
  for (const [place, { placed, expressions }] of ring.entries()) {
    const next = ring[(place + 1) % ring.length]!.placed.field.name;
    for (const member of ORDERING) {
      const expression = expressions.get(member);
      const reference = expression && referencesOf(expression).find(({ name }) => name === next);
      if (!reference) continue;
      const names = [...ring.slice(place), ...ring.slice(0, place + 1)].map((each) => each.placed.field.name);
      const way =
        names.length > WAY_SHOWN ? [...names.slice(0, WAY_SHOWN - 2), '…', ...names.slice(-2)] : names;
      faults.add(
        placed,
        member,
        reference.at,
        sentence`${placed.field.name} needs itself: ${way.join(' → ')}.`,
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
  const { faults } = binding;
  const { relevant, calculation } = Object.fromEntries(expressions);
  const scope = scopeOfField(placed, binding);
  if (relevant) {
    faults.during(placed, 'relevant', () => {
      placed.relevant = condition(relevant, scope, 'relevant');
    });
  }
  if (calculation) {
    faults.during(placed, 'calculation', () => {
      const { type, evaluate } = mustBeOne(bindExpression(calculation, scope));
      placed.type = type;
      placed.calculation = evaluate;
    });
  }
};

const bindJudgements = (
  placed: FormField,
  expressions: ReadonlyMap<ExpressionMember, Expression>,
  binding: Binding,
) => {
  const { faults } = binding;
  const { field } = placed;
  const { required, constraint, failWhen, choiceFilter } = Object.fromEntries(expressions);
  const scope = scopeOfField(placed, binding);
  if (required) {
    faults.during(placed, 'required', () => {
      placed.required = condition(required, scope, 'required');
    });
  } else if (field.required === true) placed.required = () => true;
  if (constraint) {
    faults.during(placed, 'constraint', () => {
      placed.constraint = condition(constraint, scopeOfAnswer(placed, binding), 'constraint');
    });
  }
  if (failWhen) {
    faults.during(placed, 'failWhen', () => {
      placed.failWhen = condition(failWhen, scopeOfAnswer(placed, binding), 'failWhen');
    });
  }
  if (choiceFilter) {
    faults.during(placed, 'choiceFilter', () => {
      placed.choiceFilter = condition(choiceFilter, scopeOfChoices(placed, binding), 'choiceFilter');
      placed.choiceOf = new Map(field.choices?.map((choice) => [choice.value, choice]));
    });
  }
  const start = expressions.get('default.calculation');
  if (start && placed.type) {
    faults.during(placed, 'default.calculation', () => {
      const bound = mustBeOne(bindExpression(start, scopeAtStart(placed, binding)));
      placed.startValue = need(bound, placed.type!, sentence`The default`).evaluate;
    });
  }
  bindTexts(placed, scope, faults);
};

const bindTexts = (placed: FormField, scope: Scope, faults: FaultCollector) => {
  for (const [member, text] of textsOf(placed.field)) {
    const shown = new Map<string, ShowText>();
    for (const [tag, each] of Object.entries(typeof text === 'string' ? { '': text } : text)) {
      faults.during(placed, tag === '' ? member : `${member}.${tag}`, () =>
        shown.set(tag, compileText(each, scope)),
      );
    }
    const tags = [...shown.keys()];
    placed[member] = (frame, given) => shown.get(pickLanguage(tags, given.language))!(frame, given);
  }
};

const condition = (expression: Expression, scope: Scope, member: string): Condition => {
  const { evaluate } = need(bindExpression(expression, scope), BOOLEAN, sentence`What ${member} says`);
  return (frame, given) => evaluate(frame, given) === true;
};

/** A value that can be an answer: one, and not the entries of a repeat. */
const mustBeOne = (bound: Bound): Bound => {
  const { at, type, name } = bound;
  if (type.isMany || type.base === 'entries' || type.base === 'upload') {
    throw new ExpressionRefused(
      at,
      sentence`${name ?? sentence`This`} is no single value: sum, count, join and their like make one of several.`,
    );
  }
  return bound;
};
