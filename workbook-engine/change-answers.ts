import type { Answer, Answers } from './answer.ts';
import { createDefaultAnswers } from './default-answers.ts';
import type { EvaluationContext } from './expressions/value.ts';
import { answerOf, type Form, type FormLevel } from './form.ts';

// Paths look like `Height` or `Defects[2].Depth`. Functions that change answers return new objects.

type PathStep = { name: string; instanceIndex: number | undefined };

const parsePath = (path: string): PathStep[] =>
  path.split('.').map((part) => {
    const [, name, index] = /^(\w+)(?:\[(\d+)\])?$/.exec(part)!;
    return { name: name!, instanceIndex: index === undefined ? undefined : Number(index) };
  });

/** Returns the outermost field in a path: `Defects` in `Defects[2].Depth`. */
export const parseOutermostField = (path: string): string => parsePath(path)[0]!.name;

/** Returns the innermost field in a path: `Depth` in `Defects[2].Depth`. */
export const parseInnermostField = (path: string): string => parsePath(path).at(-1)!.name;

/** Returns the answer or repeat instance at a path; undefined if there is none. */
export const readAnswer = (answers: Answers, path: string): Answer | undefined => {
  let current: Answer | Answers | undefined = answers;
  for (const { name, instanceIndex } of parsePath(path)) {
    const level: Answers | undefined = current as Answers | undefined;
    current = level && answerOf(level, name);
    if (instanceIndex !== undefined) current = (current as Answers[] | null | undefined)?.[instanceIndex];
  }
  return current as Answer | undefined;
};

export const withAnswer = (answers: Answers, path: string, answer: Answer): Answers =>
  changeAt(answers, parsePath(path), () => answer);

export const withNewInstance = (
  answers: Answers,
  path: string,
  { form, level, evaluationContext }: { form: Form; level: FormLevel; evaluationContext: EvaluationContext },
): Answers =>
  changeAt(answers, parsePath(path), (current) => {
    const instances = toInstances(current);
    return [...instances, createDefaultAnswers(form, level, evaluationContext, instances.length + 1)];
  });

/** Inserts an instance into a repeat, for example to undo its removal. */
export const withInstanceAt = (answers: Answers, path: string, index: number, instance: Answers): Answers =>
  changeAt(answers, parsePath(path), (current) => toInstances(current).toSpliced(index, 0, instance));

export const withoutInstance = (answers: Answers, path: string, index: number): Answers =>
  changeAt(answers, parsePath(path), (current) => toInstances(current).toSpliced(index, 1));

const toInstances = (answer: Answer | undefined) => (answer ?? []) as Answers[];

const changeAt = (
  answers: Answers,
  [step, ...rest]: readonly PathStep[],
  change: (current: Answer | undefined) => Answer,
): Answers => {
  const { name, instanceIndex } = step!;
  const current = answerOf(answers, name);
  if (instanceIndex === undefined || rest.length === 0) return { ...answers, [name]: change(current) };
  const instances = toInstances(current);
  const changedInstance = changeAt(instances[instanceIndex] ?? {}, rest, change);
  return { ...answers, [name]: instances.with(instanceIndex, changedInstance) };
};
