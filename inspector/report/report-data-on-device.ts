import type { Work } from '#contract/work.ts';
import type { Language } from '#i18n/languages.ts';
import type { Owner } from '#inspector/store/device-identity.ts';
import { listOpenConflicts } from '#inspector/store/list-open-conflicts.ts';
import {
  type LocalInspection,
  type LocalPicture,
  type LocalVersion,
  NO_ITEM,
  type OutboxEntry,
} from '#inspector/store/local-data.ts';
import type { Store } from '#inspector/store/store.ts';
import type { ItemAnswers, ReportData, ReportedInspection, ReportedUpload } from '#report/report-data.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import { evaluateForm } from '#workbook-engine/evaluate-form.ts';
import { evaluateWithinLimit } from '#workbook-engine/expressions/budget.ts';
import { DAY_MS, type EvaluationContext, formatIsoDay } from '#workbook-engine/expressions/value.ts';
import type { Form } from '#workbook-engine/form.ts';
import { findFailures } from '#workbook-engine/form-failures.ts';
import { buildResult } from '#workbook-engine/form-result.ts';
import { formatLocalDateAndTime, parseDate } from '#workbook-engine/iso-8601.ts';

export type ReportSource = {
  inspection: LocalInspection;
  version: LocalVersion;
  /** Undefined if the inspection's task is no longer on the device. */
  work: Work | undefined;
  outboxEntries: readonly OutboxEntry[];
  pictures: readonly LocalPicture[];
};

/** Reads all data on an inspection. Returns null if the inspection or its workbook version is not on the device. */
export const readReportSource = async (
  { database }: Store,
  inspectionId: string,
): Promise<ReportSource | null> => {
  const inspection = await database.inspections.get(inspectionId);
  const version = inspection && (await database.versions.get(inspection.versionId));
  if (!version) return null;
  const [task, outboxEntries, pictures] = await Promise.all([
    inspection.taskId === null ? undefined : database.tasks.get(inspection.taskId),
    database.outbox.where({ inspectionId }).toArray(),
    database.pictures.where({ inspectionId }).toArray(),
  ]);
  return { inspection, version, work: task?.work, outboxEntries, pictures };
};

/** The task that the server will create for a failed answer once the inspection is complete. */
export type ExpectedFollowUp = {
  itemId: string | null;
  field: string;
  workbook: string;
  team: string;
  /** `yyyy-MM-dd` */
  due: string | null;
};

/** If `exceedsLimits` is true, calculations, missing answers and failed answers are unknown. */
export const buildReportDataOnDevice = (
  source: ReportSource,
  { owner, language, now }: { owner: Owner; language: Language; now: number },
) => {
  const { inspection, version, work } = source;
  const { form } = compileForm({ fields: version.fields });
  const endTime = inspection.completedAt === null ? now : Date.parse(inspection.completedAt);
  const evaluationContext = { now: endTime, timeZone: inspection.timeZone, language };
  const evaluatedItems = evaluateItems(source, form, evaluationContext);
  const ownerName = `${owner.name} ${owner.surname}`.trim() || owner.userName;
  const { serverState } = inspection;
  const isClosed = serverState !== null && serverState.state !== 'Active';
  const data: ReportData = {
    inspection: buildReportedInspection(source, evaluatedItems),
    fields: version.fields,
    task: work
      ? {
          description: work.task.description,
          startDate: toDate(work.task.startDate),
          dueDate: toDate(work.task.dueDate),
        }
      : null,
    people: {
      inspector: serverState === null || serverState.userId === owner.id ? ownerName : serverState.userName,
      completedBy: null,
      approvedBy: serverState?.approvedBy ?? null,
    },
    names: { [owner.userName]: ownerName },
    addresses: Object.fromEntries(
      (work?.task.items ?? []).flatMap(({ id, address }) => (address === null ? [] : [[id, address]])),
    ),
    uploads: collectUploads(source),
    // Only the server knows which prefilled answers are unchanged.
    prefilledAnswers: [],
    language,
    labelLanguage: language,
    createdAt: new Date(now),
  };
  return {
    data,
    // Once the inspection is closed, the server returns the follow-up tasks it has created.
    expectedFollowUps: isClosed ? [] : evaluatedItems.flatMap(({ expectedFollowUps }) => expectedFollowUps),
    exceedsLimits: evaluatedItems.some(({ exceedsLimits }) => exceedsLimits),
  };
};

const toDate = (timestamp: string | null) => (timestamp === null ? null : new Date(timestamp));

type EvaluatedItem = {
  itemId: string;
  content: ItemAnswers;
  expectedFollowUps: ExpectedFollowUp[];
  exceedsLimits: boolean;
};

const evaluateItems = (
  { inspection, version: { workbookTitles = {} } }: ReportSource,
  form: Form,
  evaluationContext: EvaluationContext,
): EvaluatedItem[] =>
  (inspection.items.length === 0 ? [NO_ITEM] : inspection.items.map(({ id }) => id)).map((itemId) => {
    const { answers, comments } = inspection.sets[itemId]!;
    const evaluation = evaluateWithinLimit(() => {
      const { filledForm, issues } = evaluateForm(form, answers, evaluationContext);
      return { answers: buildResult(filledForm), failures: findFailures(filledForm), issues };
    });
    if (!evaluation) {
      const content = { answers, comments, failures: [], missing: [] };
      return { itemId, content, expectedFollowUps: [], exceedsLimits: true };
    }
    const content = {
      answers: evaluation.answers,
      comments,
      failures: evaluation.failures.map(({ field }) => field),
      missing: [...evaluation.issues.keys()],
    };
    const failedFields = new Map(evaluation.failures.map(({ formField: { field } }) => [field.name, field]));
    const expectedFollowUps = [...failedFields.values()].flatMap(({ name, followUp }): ExpectedFollowUp[] => {
      if (!followUp) return [];
      const { workbook, team = inspection.teamTitle, dueInDays } = followUp;
      const due = dueInDays === undefined ? null : formatDayAfter(dueInDays, evaluationContext);
      const followUpItem = itemId === NO_ITEM ? null : itemId;
      return [
        { itemId: followUpItem, field: name, workbook: workbookTitles[workbook] ?? workbook, team, due },
      ];
    });
    return { itemId, content, expectedFollowUps, exceedsLimits: false };
  });

const formatDayAfter = (days: number, { now, timeZone }: EvaluationContext): string =>
  formatIsoDay(parseDate(formatLocalDateAndTime(now, timeZone).date)! + days * DAY_MS);

const buildReportedInspection = (
  { inspection, version, outboxEntries }: ReportSource,
  evaluatedItems: readonly EvaluatedItem[],
): ReportedInspection => {
  const { items, serverState, completedAt } = inspection;
  const findContent = (itemId: string) => evaluatedItems.find((item) => item.itemId === itemId)!.content;
  return {
    ...(items.length === 0 ? findContent(NO_ITEM) : { answers: {}, comments: {}, failures: [], missing: [] }),
    externalId: inspection.externalId,
    title: inspection.title,
    state: serverState?.state === 'Canceled' ? 'Canceled' : completedAt === null ? 'Active' : 'Closed',
    workbookTitle: inspection.workbookTitle,
    workbookVersion: version.version,
    teamTitle: inspection.teamTitle,
    timeZone: inspection.timeZone,
    startedAt: new Date(inspection.startedAt),
    endedAt: toDate(completedAt),
    canceledAt: toDate(serverState?.canceledAt ?? null),
    lateFromRevision: serverState?.lateFromRevision ?? null,
    approvedAt: toDate(serverState?.approvedAt ?? null),
    revision: serverState?.revision ?? 0,
    items: items.map(({ id, externalId, title }) => ({ itemId: id, externalId, title, ...findContent(id) })),
    conflicts: listOpenConflicts(serverState, outboxEntries),
    returns: (serverState?.returns ?? []).map((entry) => ({
      ...entry,
      returnedAt: new Date(entry.returnedAt),
    })),
    followUps: serverState?.followUps ?? [],
  };
};

/** Collects the files on this device and on the server. Only the server reads camera metadata. */
const collectUploads = ({ inspection, pictures }: ReportSource): Readonly<Record<string, ReportedUpload>> => {
  const localUploads = pictures.map(({ id, name: filename, size: storedSize, type: contentType }) => ({
    ...{ id, filename, storedSize, contentType, takenAt: null, position: null },
  }));
  return Object.fromEntries(
    [...localUploads, ...(inspection.serverState?.uploads ?? [])].map(
      ({ id, filename, storedSize, contentType, takenAt, position }) => [
        id,
        {
          fileName: filename,
          bytes: storedSize ?? 0,
          isPicture: contentType?.startsWith('image/') ?? false,
          ...{ takenAt, position },
        },
      ],
    ),
  );
};
