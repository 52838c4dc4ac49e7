import type { ReturnRequest } from '#contract/inspection.ts';
import { type Message, msg } from '#i18n/message.ts';
import { recordChange } from '#service/changes/record-change.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type Actor, requireScope } from '#service/identity/actor.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { didYouMean, type FieldProblem, invalidRequest } from '#service/problem.ts';
import { reopenTask } from '#service/tasks/inspected-task.ts';
import { recordTaskEvent } from '#service/tasks/record-task-event.ts';
import { stateFromCode } from '#service/tasks/task.ts';
import { findNearestName } from '#spelling/nearest-name.ts';
import type { Form } from '#workbook-engine/form.ts';
import { inspectionNotCompleted, inspectionNotFound, reviewOutdated } from './inspection-problems.ts';
import { type InspectionView, listInspectedItems, lockInspection } from './inspection-queries.ts';
import type { InspectionDependencies } from './start-inspection.ts';

/** Reopens the inspection and its task (decision T15). The result is stored as a completion. */
export const returnInspection = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  {
    inspectionId,
    input: { comment, fields = [] },
    reviewedCompletion,
    dependencies,
  }: Review & { input: ReturnRequest; dependencies: InspectionDependencies },
): Promise<void> => {
  const { tenantId, userId } = actor;
  const inspection = await lockForReview(trx, actor, { inspectionId, reviewedCompletion }, 'returned');
  const form = await dependencies.versions.loadForm(trx, tenantId, inspection.version_id);
  const items = await listInspectedItems(trx, tenantId, inspectionId);
  const itemIds = new Set(items.map(({ item_id }) => item_id));
  const names = [...form.index.allFields.values()].map(({ field }) => field.name);
  const issues = fields.flatMap((fieldComment, index) => {
    const hints = index < MAX_HINTS ? names : [];
    return findCommentErrors(fieldComment, { path: `fields[${index}]`, form, itemIds, names: hints });
  });
  if (issues.length > 0) throw invalidRequest(issues);
  await run(
    trx,
    `insert into inspection_return (tenant_id, inspection_id, completion, comment, fields, returned_by)
     values ($1, $2, $3, $4, $5, $6)`,
    [tenantId, inspectionId, inspection.completion, comment ?? null, JSON.stringify(fields), userId],
  );
  // State 2 is Active.
  await run(
    trx,
    `update inspection
     set state = 2, ended_at = null, sent_at = null, approved_at = null, approved_by = null, modified_at = now()
     where tenant_id = $1 and inspection_id = $2`,
    [tenantId, inspectionId],
  );
  await auditReview(trx, actor, 'inspection.returned', inspection);
  if (inspection.task_id === null) await recordChange(trx, tenantId, 'inspection', [inspectionId]);
  else await reopenTask(trx, tenantId, { taskId: inspection.task_id, userId, inspectionId });
};

/** Approving an inspection again is a no-op. */
export const approveInspection = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  review: Review,
): Promise<void> => {
  const { tenantId, userId } = actor;
  const inspection = await lockForReview(trx, actor, review, 'approved');
  const { inspection_id, task_id } = inspection;
  if (inspection.approved_at !== null) return;
  await run(
    trx,
    `update inspection set approved_at = now(), approved_by = $3, modified_at = now()
     where tenant_id = $1 and inspection_id = $2`,
    [tenantId, inspection_id, userId],
  );
  await auditReview(trx, actor, 'inspection.approved', inspection);
  if (task_id === null) return recordChange(trx, tenantId, 'inspection', [inspection_id]);
  await recordTaskEvent(trx, tenantId, { kind: 'approved', userId, tasks: [{ task_id, inspection_id }] });
  await recordChange(trx, tenantId, 'task', [task_id]);
};

const auditReview = (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  kind: 'inspection.approved' | 'inspection.returned',
  { inspection_id, title, completion }: InspectionView,
): Promise<void> =>
  recordAudit(trx, actor, {
    kind,
    target: { type: 'inspection', id: inspection_id, name: title },
    details: { completion },
  });

type Review = {
  inspectionId: string;
  /** The completion seen by the reviewer; defaults to the latest. */
  reviewedCompletion?: number | undefined;
};

const lockForReview = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { inspectionId, reviewedCompletion }: Review,
  action: 'returned' | 'approved',
): Promise<InspectionView> => {
  const { tenantId, teamIds } = requireScope(actor, 'Inspections.Review');
  const inspection = await lockInspection(trx, tenantId, inspectionId);
  const isVisible = inspection && (teamIds === null || teamIds.includes(inspection.team_id));
  if (!isVisible) throw inspectionNotFound(inspectionId);
  const state = stateFromCode(inspection.state);
  if (state !== 'Closed') throw inspectionNotCompleted(state, action);
  const { completion } = inspection;
  if (reviewedCompletion !== undefined && reviewedCompletion !== completion)
    throw reviewOutdated(reviewedCompletion, completion);
  return inspection;
};

type FieldComment = NonNullable<ReturnRequest['fields']>[number];

/** Only the first errors get a hint: finding the nearest of 2,000 names of 128 letters takes 12 ms. */
const MAX_HINTS = 3;

const findCommentErrors = (
  { field, itemId }: FieldComment,
  context: { path: string; form: Form; itemIds: ReadonlySet<string>; names: readonly string[] },
): FieldProblem[] => {
  const { path, form, itemIds, names } = context;
  const issues: FieldProblem[] = [];
  const addIssue = (member: 'field' | 'itemId', message: Message) =>
    issues.push({ message, members: [`${path}.${member}`] });
  if (form.index.allFields.get(field.toLowerCase())?.field.name !== field)
    addIssue('field', msg`The workbook has no field '${field}'.${didYouMean(findNearestName(field, names))}`);
  if (itemId !== undefined && !itemIds.has(itemId.toLowerCase()))
    addIssue('itemId', msg`The item '${itemId}' is not part of this inspection.`);
  if (itemId === undefined && itemIds.size > 0)
    addIssue('itemId', msg`This inspection has separate answers for each item: name the item in itemId.`);
  return issues;
};
