import assert from 'node:assert/strict';
import type { Field } from '#contract/workbook-definition.ts';
import { toEnglish } from '#i18n/message.ts';
import type { Answer, Answers } from '#workbook-engine/answer.ts';
import { checkAnswers } from '#workbook-engine/check-answer.ts';
import { checkDefinition } from '#workbook-engine/check-definition.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import { findCompletionIssues, listOfferedChoices } from '#workbook-engine/completion-issues.ts';
import { createDefaultAnswers } from '#workbook-engine/default-answers.ts';
import type { EvaluationContext, Frame, Value } from '#workbook-engine/expressions/value.ts';
import { fillForm } from '#workbook-engine/fill-form.ts';
import { type Form, type FormField, type FormLevel, rootLevelOf } from '#workbook-engine/form.ts';
import { findFailures } from '#workbook-engine/form-failures.ts';
import { buildResult, findIrrelevantAnswersInSteps } from '#workbook-engine/form-result.ts';
import { finish } from '#workbook-engine/pausable-work.ts';

/** Set at noon (UTC) on a Sunday. */
export const TEST_CONTEXT: EvaluationContext = {
  now: Date.parse('2026-03-01T12:00:00Z'),
  timeZone: 'UTC',
  language: 'en',
};

/** Compiles a definition, which must be valid. */
export const compileTestForm = (fields: Field[]): Form => {
  assert.deepEqual(checkDefinition({ fields }), []);
  return compileForm({ fields }).form;
};

/** Fills in a workbook field by field. Fields are identified by path: `Height`, `Defects[1].Depth`. */
export type Scenario = {
  answer(path: string, value: unknown): Scenario;
  /** Adds an instance with default answers to a repeat. */
  addInstance(repeat: string): Scenario;
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

export const createScenario = (fields: Field[], context: Partial<EvaluationContext> = {}): Scenario => {
  const evaluationContext = { ...TEST_CONTEXT, ...context };
  const form = compileTestForm(fields);
  const answers = createDefaultAnswers(form, rootLevelOf(form), evaluationContext);
  const fill = () => fillForm(form, answers, evaluationContext);
  const locate = (path: string) => {
    const { root, evaluation } = fill();
    const { formField, frame } = findField(rootLevelOf(form), root, path);
    return { formField, frame, evaluation };
  };
  const scenario: Scenario = {
    answer: (path, value) => {
      const { container, name } = findContainer(answers, path);
      container[name] = value as Answer;
      const { answers: validAnswers, issues } = checkAnswers(form.index, answers);
      assert.deepEqual(issues, []);
      Object.assign(answers, validAnswers);
      return scenario;
    },
    addInstance: (repeat) => {
      const { container, name } = findContainer(answers, repeat);
      const { instanceLevel } = locate(repeat).formField;
      const instances = (container[name] as Answers[]) ?? [];
      container[name] = [
        ...instances,
        createDefaultAnswers(form, instanceLevel!, evaluationContext, instances.length + 1),
      ];
      return scenario;
    },
    get result() {
      return buildResult(fill());
    },
    get irrelevantAnswers() {
      return finish(findIrrelevantAnswersInSteps(fill()));
    },
    get issues() {
      return findCompletionIssues(fill()).map(({ field, message }) => ({
        field,
        message: toEnglish(message),
      }));
    },
    get failures() {
      return findFailures(fill()).map(({ field }) => field);
    },
    isRelevant: (path) => {
      const { formField, frame } = locate(path);
      return frame.isRelevant[formField.slot]!;
    },
    value: (path) => {
      const { formField, frame } = locate(path);
      return frame.values[formField.slot]!;
    },
    choices: (path) => {
      const { formField, frame, evaluation } = locate(path);
      return listOfferedChoices(formField, frame, evaluation);
    },
    label: (path) => {
      const { formField, frame, evaluation } = locate(path);
      return formField.label!(frame, evaluation);
    },
  };
  return scenario;
};

/** Finds the object that contains an answer. For `Defects[1].Depth`, returns the instance's answers and `Depth`. */
const findContainer = (answers: Answers, path: string): { container: Answers; name: string } => {
  const names = path.split('.');
  const name = names.pop()!;
  let container = answers;
  for (const step of names) {
    const [, repeat, index] = /^(\w+)\[(\d+)\]$/.exec(step)!;
    container = (container[repeat!] as Answers[])[Number(index)]!;
  }
  return { container, name };
};

const findField = (level: FormLevel, frame: Frame, path: string): { formField: FormField; frame: Frame } => {
  const [step, ...rest] = path.split('.');
  const [, name, index] = /^(\w+)(?:\[(\d+)\])?$/.exec(step!)!;
  const formField = level.fields.find(({ field }) => field.name === name);
  assert.ok(formField, `unknown field ${name}`);
  if (rest.length === 0) return { formField, frame };
  const instanceFrame = (frame.values[formField.slot] as readonly Frame[])[Number(index)]!;
  return findField(formField.instanceLevel!, instanceFrame, rest.join('.'));
};
