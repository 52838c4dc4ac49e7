import type { AnswerComment } from '#contract/inspection.ts';
import type { Answer } from '#workbook-engine/answer.ts';
import { appendToOutbox } from './append-to-outbox.ts';
import type { AnswerSet, LocalInspection, OutboxAction } from './local-data.ts';
import type { Store } from './store.ts';

/** A change to a field: its answer, or the comment on it. null clears it. */
export type AnswerChange = { itemId: string; field: string } & (
  | { isComment: false; value: Answer }
  | { isComment: true; value: AnswerComment | null }
);

/** The inspection is not on this device, or was merged into another (findMergedInspection). */
export class InspectionNotFound extends Error {
  constructor(inspectionId: string) {
    super(`There is no inspection ${inspectionId} on this device.`);
  }
}

/** Saves an answer on this device and adds it to the outbox. */
export const saveAnswer = (store: Store, inspectionId: string, change: AnswerChange): Promise<void> => {
  const { database } = store;
  const { inspections, commands, queues } = database;
  return database.transaction('rw', inspections, commands, queues, () =>
    saveAnswerInTransaction(store, inspectionId, change),
  );
};

/** Like saveAnswer. Call it within a transaction that includes inspections, commands and queues. */
export const saveAnswerInTransaction = async (
  store: Store,
  inspectionId: string,
  change: AnswerChange,
): Promise<void> => {
  const { database, now } = store;
  const inspection = await database.inspections.get(inspectionId);
  if (!inspection) throw new InspectionNotFound(inspectionId);
  await database.inspections.update(inspectionId, { sets: applyChange(inspection.sets, change) });
  await appendToOutbox(store, inspectionId, {
    kind: 'answer',
    ...change,
    baseRevision: inspection.serverState?.revision ?? 0,
    givenAt: new Date(now()).toISOString(),
  } as OutboxAction);
};

/** Returns the answers with a change applied. */
export const applyChange = (sets: LocalInspection['sets'], { itemId, field, ...change }: AnswerChange) => {
  const { answers, comments }: AnswerSet = sets[itemId] ?? { answers: {}, comments: {} };
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
