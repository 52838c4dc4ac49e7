import assert from 'node:assert/strict';
import type { Field } from '#contract/workbook-definition.ts';
import { inEnglish } from '#i18n/sentence.ts';
import type { Answer, Answers } from '#workbook-engine/answer.ts';
import { checkAnswers } from '#workbook-engine/check-answer.ts';
import { checkDefinition } from '#workbook-engine/check-definition.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import { completionIssues, offeredChoices } from '#workbook-engine/completion-issues.ts';
import type { EvaluationContext, Frame, Value } from '#workbook-engine/expressions/value.ts';
import { fillForm } from '#workbook-engine/fill-form.ts';
import { type Form, type FormField, type FormLevel, rootLevel } from '#workbook-engine/form.ts';
import { failuresOf } from '#workbook-engine/form-failures.ts';
import { irrelevantAnswersOf, resultOf } from '#workbook-engine/form-result.ts';
import { startAnswers } from '#workbook-engine/start-answers.ts';

/** Noon on a Sunday, far from midnight in every time zone. */
export const SOME_DAY: EvaluationContext = {
  now: Date.parse('2026-03-01T12:00:00Z'),
  timeZone: 'UTC',
  language: 'en',
};

/** Compiles a definition that must be valid. */
export const formOf = (fields: Field[]): Form => {
  assert.deepEqual(checkDefinition({ fields }), []);
  return compileForm({ fields }).form;
};

/** Fills in a workbook field by field. Fields are identified by their path: `Height`, `Defects[1].Depth`. */
export type Scenario = {
  answer(path: string, value: unknown): Scenario;
  /** Adds an entry to a repeat, with the defaults of its fields. */
  add(repeat: string): Scenario;
  readonly result: Answers;
  readonly irrelevantAnswers: Answers;
  /** Errors that prevent completion. */
  readonly issues: { field: string; message: string }[];
  /** The paths of the failed answers. */
  readonly failures: string[];
  isRelevant(path: string): boolean;
  value(path: string): Value;
  choices(path: string): string[];
  label(path: string): string;
};

export const scenarioOf = (fields: Field[], given: Partial<EvaluationContext> = {}): Scenario => {
  const evaluationContext = { ...SOME_DAY, ...given };
  const form = formOf(fields);
  const answers = startAnswers(form, rootLevel(form), evaluationContext);
  const filled = () => fillForm(form, answers, evaluationContext);
  const at = (path: string) => {
    const { root, given } = filled();
    const { placed, frame } = findField(rootLevel(form), root, path);
    return { placed, frame, given };
  };
  const scenario: Scenario = {
    answer: (path, value) => {
      const { container, name } = containerOf(answers, path);
      container[name] = value as Answer;
      const { answers: valid, issues } = checkAnswers(form.index, answers);
      assert.deepEqual(issues, []);
      Object.assign(answers, valid);
      return scenario;
    },
    add: (repeat) => {
      const { container, name } = containerOf(answers, repeat);
      const { entry } = at(repeat).placed;
      const entries = (container[name] as Answers[]) ?? [];
      container[name] = [...entries, startAnswers(form, entry!, evaluationContext, entries.length + 1)];
      return scenario;
    },
    get result() {
      return resultOf(filled());
    },
    get irrelevantAnswers() {
      return irrelevantAnswersOf(filled());
    },
    get issues() {
      return completionIssues(filled()).map(({ field, message }) => ({ field, message: inEnglish(message) }));
    },
    get failures() {
      return failuresOf(filled()).map(({ field }) => field);
    },
    isRelevant: (path) => {
      const { placed, frame } = at(path);
      return frame.isRelevant[placed.slot]!;
    },
    value: (path) => {
      const { placed, frame } = at(path);
      return frame.values[placed.slot]!;
    },
    choices: (path) => {
      const { placed, frame, given } = at(path);
      return offeredChoices(placed, frame, given);
    },
    label: (path) => {
      const { placed, frame, given } = at(path);
      return placed.label!(frame, given);
    },
  };
  return scenario;
};

/** `Defects[1].Depth` → the answers of the entry, and `Depth`. */
const containerOf = (answers: Answers, path: string): { container: Answers; name: string } => {
  const names = path.split('.');
  const name = names.pop()!;
  let container = answers;
  for (const each of names) {
    const [, repeat, place] = /^(\w+)\[(\d+)\]$/.exec(each)!;
    container = (container[repeat!] as Answers[])[Number(place)]!;
  }
  return { container, name };
};

const findField = (level: FormLevel, frame: Frame, path: string): { placed: FormField; frame: Frame } => {
  const [step, ...rest] = path.split('.');
  const [, name, place] = /^(\w+)(?:\[(\d+)\])?$/.exec(step!)!;
  const placed = level.fields.find(({ field }) => field.name === name);
  assert.ok(placed, `there is a field ${name}`);
  if (rest.length === 0) return { placed, frame };
  const entry = (frame.values[placed.slot] as readonly Frame[])[Number(place)]!;
  return findField(placed.entry!, entry, rest.join('.'));
};
