import type { AnswerComment } from '#contract/inspection.ts';
import type { Answer, Answers } from '#workbook-engine/answer.ts';
import { parseOutermostField } from '#workbook-engine/change-answers.ts';
import type { ItemAnswers, LocalInspection, OutboxAction } from './local-data.ts';
import { appendToOutbox } from './outbox.ts';
import type { Store } from './store.ts';

/** Typed text that is not a valid answer, by path. */
type Drafts = Readonly<Record<string, string>>;

/** The location of an answer: an item, and a path such as `Height` or `Defects[2].Depth`. */
export type AnswerPath = { itemId: string; path: string };
export type CommentField = { itemId: string; field: string };

/** A change to a field: a new answer, or a new comment on it. null clears the answer or the comment. */
type FieldChange = { field: string } & (
  | { isComment: false; value: Answer }
  | { isComment: true; value: AnswerComment | null }
);
export type AnswerChange = { itemId: string } & FieldChange;

/** The inspection is not on this device, or was merged into another inspection (findMergeTarget). */
export class InspectionNotFoundError extends Error {
  constructor(inspectionId: string) {
    super(`There is no inspection ${inspectionId} on this device.`);
  }
}

/** `change` receives the current answers, so that two rapid changes to a repeat are both saved. */
export const updateAnswer = (
  store: Store,
  inspectionId: string,
  { itemId, path }: AnswerPath,
  change: (answers: Answers) => Answers,
): Promise<void> => {
  const field = parseOutermostField(path);
  return saveChange(store, { inspectionId, itemId }, ({ answers }, drafts) => {
    const newAnswers = change(answers);
    return {
      ...{ field, isComment: false, value: newAnswers[field] ?? null },
      drafts: moveDrafts(drafts, path, [answers[path], newAnswers[path]]),
    };
  });
};

/** Removes the draft at `path`. A repeat's drafts move with their entries, which are compared by identity. */
const moveDrafts = (
  drafts: Drafts,
  path: string,
  [oldAnswer, newAnswer]: readonly [Answer | undefined, Answer | undefined],
): Drafts =>
  Object.fromEntries(
    Object.entries(drafts).flatMap(([draftPath, text]) => {
      if (draftPath === path) return [];
      if (!draftPath.startsWith(`${path}[`)) return [[draftPath, text]];
      const end = draftPath.indexOf(']');
      const entry = (oldAnswer as Answers[])[Number(draftPath.slice(path.length + 1, end))];
      const index = ((newAnswer ?? []) as (Answers | undefined)[]).indexOf(entry);
      return index < 0 ? [] : [[`${path}[${index}${draftPath.slice(end)}`, text]];
    }),
  );

/** Keeps invalid text when the user leaves the question or closes the app. */
export const saveDraft = (
  { database }: Store,
  inspectionId: string,
  { itemId, path }: AnswerPath,
  text: string,
): Promise<void> =>
  database.transaction('rw', database.inspections, async () => {
    const inspection = await database.inspections.get(inspectionId);
    if (!inspection) throw new InspectionNotFoundError(inspectionId);
    const drafts = { ...inspection.drafts?.[itemId], [path]: text };
    await database.inspections.update(inspectionId, { drafts: { ...inspection.drafts, [itemId]: drafts } });
  });

export const updateComment = (
  store: Store,
  inspectionId: string,
  { itemId, field }: CommentField,
  change: (comment: AnswerComment) => AnswerComment,
): Promise<void> =>
  saveChange(store, { inspectionId, itemId }, ({ comments }) => ({
    ...{ field, isComment: true },
    value: removeEmpty(change(comments[field] ?? {})),
  }));

const saveChange = (
  { database, now }: Store,
  { inspectionId, itemId }: { inspectionId: string; itemId: string },
  createChange: (itemAnswers: ItemAnswers, drafts: Drafts) => FieldChange & { drafts?: Drafts },
): Promise<void> => {
  const { inspections, outbox, pauses } = database;
  return database.transaction('rw', inspections, outbox, pauses, async () => {
    const inspection = await inspections.get(inspectionId);
    if (!inspection) throw new InspectionNotFoundError(inspectionId);
    const { sets, drafts, serverState } = inspection;
    const { drafts: changedDrafts, ...fieldChange } = createChange(
      sets[itemId] ?? NO_ANSWERS,
      drafts?.[itemId] ?? {},
    );
    const change: AnswerChange = { itemId, ...fieldChange };
    await inspections.update(inspectionId, {
      sets: applyChange(sets, change),
      ...(drafts && changedDrafts && { drafts: { ...drafts, [itemId]: changedDrafts } }),
    });
    await appendToOutbox({ database, now }, inspectionId, {
      kind: 'answer',
      ...change,
      baseRevision: serverState?.revision ?? 0,
      givenAt: new Date(now()).toISOString(),
    } as OutboxAction);
  });
};

const NO_ANSWERS: ItemAnswers = { answers: {}, comments: {} };

export const applyChange = (sets: LocalInspection['sets'], { itemId, field, ...change }: AnswerChange) => {
  const { answers, comments } = sets[itemId] ?? NO_ANSWERS;
  const itemAnswers: ItemAnswers = change.isComment
    ? { answers, comments: setProperty(comments, field, change.value) }
    : { answers: setProperty(answers, field, change.value), comments };
  return { ...sets, [itemId]: itemAnswers };
};

const setProperty = <Value>(
  properties: Readonly<Record<string, Value>>,
  name: string,
  value: Value | null,
): Record<string, Value> => {
  const { [name]: _previous, ...rest } = properties;
  return value === null ? rest : { ...rest, [name]: value };
};

const removeEmpty = ({ text = '', pictures = [] }: AnswerComment): AnswerComment | null => {
  if (text === '' && pictures.length === 0) return null;
  return { ...(text !== '' && { text }), ...(pictures.length > 0 && { pictures }) };
};
