import type { AnswerComment } from '#contract/inspection.ts';
import type { Answer, Answers } from '#workbook-engine/answer.ts';
import { fieldOfPath } from '#workbook-engine/change-answers.ts';
import type { AnswerSet, LocalInspection, OutboxAction } from './local-data.ts';
import { appendToOutbox } from './outbox.ts';
import type { Store } from './store.ts';

/** The place of an answer: an item, and a path such as `Height` or `Defects[2].Depth`. */
export type AnswerPath = { itemId: string; path: string };
/** The place of a comment: an item and a field. */
export type CommentField = { itemId: string; field: string };

/** A change to a field: its answer, or the comment on it. null clears it. */
type FieldChange = { field: string } & (
  | { isComment: false; value: Answer }
  | { isComment: true; value: AnswerComment | null }
);
export type AnswerChange = { itemId: string } & FieldChange;

/** The inspection is not on this device, or was merged into another (findMergedInspection). */
export class InspectionNotFound extends Error {
  constructor(inspectionId: string) {
    super(`There is no inspection ${inspectionId} on this device.`);
  }
}

/**
 * Changes an answer, based on the answers at that moment. A repeat is one answer with all its entries, so two changes
 * in quick succession are both saved.
 */
export const updateAnswer = (
  store: Store,
  inspectionId: string,
  { itemId, path }: AnswerPath,
  change: (answers: Answers) => Answers,
): Promise<void> => {
  const field = fieldOfPath(path);
  return saveChange(store, { inspectionId, itemId }, ({ answers }) => ({
    ...{ field, isComment: false },
    value: change(answers)[field] ?? null,
  }));
};

/** Like updateAnswer, for the comment on an answer. */
export const updateComment = (
  store: Store,
  inspectionId: string,
  { itemId, field }: CommentField,
  change: (comment: AnswerComment) => AnswerComment,
): Promise<void> =>
  saveChange(store, { inspectionId, itemId }, ({ comments }) => ({
    ...{ field, isComment: true },
    value: withoutEmpty(change(comments[field] ?? {})),
  }));

/** Saves a change on this device and adds it to the outbox, both or neither. */
const saveChange = (
  { database, now }: Store,
  { inspectionId, itemId }: { inspectionId: string; itemId: string },
  changeOf: (set: AnswerSet) => FieldChange,
): Promise<void> => {
  const { inspections, commands, queues } = database;
  return database.transaction('rw', inspections, commands, queues, async () => {
    const inspection = await inspections.get(inspectionId);
    if (!inspection) throw new InspectionNotFound(inspectionId);
    const { sets, serverState } = inspection;
    const change: AnswerChange = { itemId, ...changeOf(sets[itemId] ?? EMPTY_SET) };
    await inspections.update(inspectionId, { sets: applyChange(sets, change) });
    await appendToOutbox({ database, now }, inspectionId, {
      kind: 'answer',
      ...change,
      baseRevision: serverState?.revision ?? 0,
      givenAt: new Date(now()).toISOString(),
    } as OutboxAction);
  });
};

const EMPTY_SET: AnswerSet = { answers: {}, comments: {} };

/** Returns the answers with a change applied. */
export const applyChange = (sets: LocalInspection['sets'], { itemId, field, ...change }: AnswerChange) => {
  const { answers, comments } = sets[itemId] ?? EMPTY_SET;
  const set: AnswerSet = change.isComment
    ? { answers, comments: setMember(comments, field, change.value) }
    : { answers: setMember(answers, field, change.value), comments };
  return { ...sets, [itemId]: set };
};

const setMember = <Value>(
  members: Readonly<Record<string, Value>>,
  name: string,
  value: Value | null,
): Record<string, Value> => {
  const { [name]: _before, ...others } = members;
  return value === null ? others : { ...others, [name]: value };
};

/** Omits empty members; returns null if nothing is left. */
const withoutEmpty = ({ text = '', pictures = [] }: AnswerComment): AnswerComment | null => {
  if (text === '' && pictures.length === 0) return null;
  return { ...(text !== '' && { text }), ...(pictures.length > 0 && { pictures }) };
};
