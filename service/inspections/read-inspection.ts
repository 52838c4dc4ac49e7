import type { Database } from '#service/database/connect.ts';
import { type Actor, isAllowed, scopeOf } from '#service/identity/actor.ts';
import { stateOf } from '#service/tasks/task.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { inspectionNotFound } from './inspection-problems.ts';
import {
  findInspection,
  type InspectedItem,
  type InspectionView,
  listAnswers,
  listConflicts,
  listInspectedItems,
} from './inspection-queries.ts';

/** An inspection and its answers: one's own, or with `Inspections.Read` any in its scope. */
export const readInspection = async (db: Database, actor: Actor, inspectionId: string) => {
  const inspection = await findVisibleInspection(db, actor, inspectionId);
  const items = await listInspectedItems(db, actor.tenantId, inspectionId);
  const answers = await answersByItem(db, actor.tenantId, inspectionId);
  const conflicts = await readConflicts(db, actor.tenantId, inspectionId);
  return { ...presentInspection(inspection, items, answers), conflicts, prefill: inspection.prefill };
};

/** An inspection that the actor may read; throws for any other. */
export const findVisibleInspection = async (
  db: Database,
  actor: Actor,
  inspectionId: string,
): Promise<InspectionView> => {
  const inspection = await findInspection(db, actor.tenantId, inspectionId);
  if (!inspection || !maySee(actor, inspection)) throw inspectionNotFound(inspectionId);
  return inspection;
};

/** Answers that were given in ignorance of each other: kept and shown, never overwritten in silence. */
export const readConflicts = async (db: Database, tenantId: number, inspectionId: string) =>
  (await listConflicts(db, tenantId, inspectionId)).map((conflict) => ({
    itemId: conflict.item_id,
    field: conflict.field,
    revision: conflict.revision,
    other: {
      value: conflict.other_value,
      revision: conflict.other_revision,
      userName: conflict.other_user_name,
    },
  }));

const maySee = (actor: Actor, inspection: InspectionView): boolean => {
  if (inspection.user_id === actor.userId) return true;
  if (!isAllowed(actor, 'Inspections.Read')) return false;
  const { teamIds } = scopeOf(actor, 'Inspections.Read');
  return teamIds === null || teamIds.includes(inspection.team_id);
};

/** The current answers of each item; those of an inspection without items stand under null. */
export const answersByItem = async (
  db: Database,
  tenantId: number,
  inspectionId: string,
): Promise<Map<string | null, Answers>> => {
  const byItem = new Map<string | null, Answers>();
  for (const { item_id, field, value } of await listAnswers(db, tenantId, inspectionId)) {
    const answers = byItem.get(item_id) ?? {};
    answers[field] = value;
    byItem.set(item_id, answers);
  }
  return byItem;
};

const presentInspection = (
  inspection: InspectionView,
  items: readonly InspectedItem[],
  answers: ReadonlyMap<string | null, Answers>,
) => ({
  id: inspection.inspection_id,
  taskId: inspection.task_id,
  externalId: inspection.external_id,
  state: stateOf(inspection.state),
  workbookId: inspection.version_id,
  workbookTitle: inspection.workbook_title,
  teamId: inspection.team_id,
  userId: inspection.user_id,
  userName: inspection.user_name,
  startedAt: inspection.started_at,
  endedAt: inspection.ended_at,
  revision: inspection.revision,
  answers: answers.get(null) ?? {},
  items: items.map((item) => ({
    itemId: item.item_id,
    externalId: item.external_id,
    title: item.title,
    answers: answers.get(item.item_id) ?? {},
  })),
});
