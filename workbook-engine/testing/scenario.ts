import assert from 'node:assert/strict';
import type { Field } from '#contract/workbook-definition.ts';
import { inEnglish } from '#sentences/sentence.ts';
import type { Answer, Answers } from '#workbook-engine/answer.ts';
import { checkAnswers } from '#workbook-engine/check-answer.ts';
import { checkDefinition } from '#workbook-engine/check-definition.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import { completionFaults, offeredChoices } from '#workbook-engine/completion-faults.ts';
import type { Circumstances, Frame, Value } from '#workbook-engine/expressions/value.ts';
import { fillForm } from '#workbook-engine/fill-form.ts';
import { type Form, type FormField, type FormLevel, rootLevel } from '#workbook-engine/form.ts';
import { failuresOf } from '#workbook-engine/form-failures.ts';
import { resultOf, setAsideOf } from '#workbook-engine/form-result.ts';
import { startAnswers } from '#workbook-engine/start-answers.ts';

/** Noon of a Sunday, far from every time zone's midnight. */
export const SOME_DAY: Circumstances = {
  now: Date.parse('2026-03-01T12:00:00Z'),
  timeZone: 'UTC',
  language: 'en',
};

/** A form that must be without faults. */
export const formOf = (fields: Field[]): Form => {
  assert.deepEqual(checkDefinition({ fields }), []);
  return compileForm({ fields }).form;
};

/** Somebody who fills in a workbook, field by field. A field is called by its path: `Height`, `Defects[1].Depth`. */
export type Scenario = {
  answer(path: string, value: unknown): Scenario;
  /** Adds an entry to a repeat, with the defaults of its fields. */
  add(repeat: string): Scenario;
  readonly result: Answers;
  readonly setAside: Answers;
  /** What keeps the inspection from being complete. */
  readonly faults: { field: string; message: string }[];
  /** The paths of the failed answers. */
  readonly failures: string[];
  isRelevant(path: string): boolean;
  value(path: string): Value;
  choices(path: string): string[];
  label(path: string): string;
};

export const scenarioOf = (fields: Field[], given: Partial<Circumstances> = {}): Scenario => {
  const circumstances = { ...SOME_DAY, ...given };
  const form = formOf(fields);
  const answers = startAnswers(form, rootLevel(form), circumstances);
  const filled = () => fillForm(form, answers, circumstances);
  const at = (path: string) => {
    const { root, given } = filled();
    const { placed, frame } = findField(rootLevel(form), root, path);
    return { placed, frame, given };
  };
  const scenario: Scenario = {
    answer: (path, value) => {
      const { holder, name } = holderOf(answers, path);
      holder[name] = value as Answer;
      const { answers: kept, faults } = checkAnswers(form.index, answers);
      assert.deepEqual(faults, []);
      Object.assign(answers, kept);
      return scenario;
    },
    add: (repeat) => {
      const { holder, name } = holderOf(answers, repeat);
      const { entry } = at(repeat).placed;
      const entries = (holder[name] as Answers[]) ?? [];
      holder[name] = [...entries, startAnswers(form, entry!, circumstances, entries.length + 1)];
      return scenario;
    },
    get result() {
      return resultOf(filled());
    },
    get setAside() {
      return setAsideOf(filled());
    },
    get faults() {
      return completionFaults(filled()).map(({ field, message }) => ({ field, message: inEnglish(message) }));
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
const holderOf = (answers: Answers, path: string): { holder: Answers; name: string } => {
  const names = path.split('.');
  const name = names.pop()!;
  let holder = answers;
  for (const each of names) {
    const [, repeat, place] = /^(\w+)\[(\d+)\]$/.exec(each)!;
    holder = (holder[repeat!] as Answers[])[Number(place)]!;
  }
  return { holder, name };
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
