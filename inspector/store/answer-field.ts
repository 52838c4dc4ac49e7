import type { Remark } from '#contract/inspection.ts';
import type { Answer } from '#workbook-engine/answer.ts';
import { appendAct } from './append-act.ts';
import type { Act, KeptInspection, KeptSet } from './kept.ts';
import type { Store } from './store.ts';

/** What is said of a field: an answer, or a remark beside it. null takes it back. */
export type Said = { itemId: string; field: string } & (
  | { isRemark: false; value: Answer }
  | { isRemark: true; value: Remark | null }
);

/** The inspection is not on this device, or belongs to another by now (findAdopted). */
export class NotHere extends Error {
  constructor(inspectionId: string) {
    super(`There is no inspection ${inspectionId} on this device.`);
  }
}

/** Keeps what an inspector says, as what stands here and as what the server is to be told. */
export const answerField = (store: Store, inspectionId: string, said: Said): Promise<void> => {
  const { database } = store;
  const { inspections, commands, queues } = database;
  return database.transaction('rw', inspections, commands, queues, () =>
    sayWithin(store, inspectionId, said),
  );
};

/** The same within a transaction that does more. */
export const sayWithin = async (store: Store, inspectionId: string, said: Said): Promise<void> => {
  const { database, now } = store;
  const inspection = await database.inspections.get(inspectionId);
  if (!inspection) throw new NotHere(inspectionId);
  await database.inspections.update(inspectionId, { sets: withSaid(inspection.sets, said) });
  await appendAct(store, inspectionId, {
    kind: 'answer',
    ...said,
    baseRevision: inspection.reading?.revision ?? 0,
    givenAt: new Date(now()).toISOString(),
  } as Act);
};

/** What stands once this is said too. */
export const withSaid = (sets: KeptInspection['sets'], { itemId, field, ...said }: Said) => {
  const { answers, remarks }: KeptSet = sets[itemId] ?? { answers: {}, remarks: {} };
  const set: KeptSet = said.isRemark
    ? { answers, remarks: withMember(remarks, field, said.value) }
    : { answers: withMember(answers, field, said.value), remarks };
  return { ...sets, [itemId]: set };
};

const withMember = <Value>(
  members: Readonly<Record<string, Value>>,
  name: string,
  value: Value | null,
): Record<string, Value> => {
  const { [name]: _before, ...others } = members;
  return value === null ? others : { ...others, [name]: value };
};
