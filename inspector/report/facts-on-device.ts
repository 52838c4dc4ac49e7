import type { Work } from '#contract/work.ts';
import type { Owner } from '#inspector/store/device-identity.ts';
import {
  type Command,
  type KeptInspection,
  type KeptPicture,
  type KeptSet,
  type KeptVersion,
  NO_ITEM,
} from '#inspector/store/kept.ts';
import { openConflicts } from '#inspector/store/open-conflicts.ts';
import type { ReportedInspection, ReportedUpload, ReportFacts, SaidOfOne } from '#report/report-facts.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import { TooMuchToJudge } from '#workbook-engine/expressions/budget.ts';
import { type Circumstances, DAY_MS, dayText } from '#workbook-engine/expressions/value.ts';
import type { Form } from '#workbook-engine/form.ts';
import { failuresOf } from '#workbook-engine/form-failures.ts';
import { resultOf } from '#workbook-engine/form-result.ts';
import { localDateAndTime, readDay } from '#workbook-engine/iso-8601.ts';
import { judge } from '#workbook-engine/judge-form.ts';

/** All that lies on the device about an inspection. */
export type KeptReport = {
  inspection: KeptInspection;
  version: KeptVersion;
  /** Absent when its task is no longer on the device. */
  work: Work | undefined;
  commands: readonly Command[];
  pictures: readonly KeptPicture[];
};

/** The task that a failed answer will make, once the server hears that the inspection is complete. */
export type FollowUpDraft = {
  itemId: string | null;
  /** The name of the field. */
  field: string;
  workbook: string;
  team: string;
  /** `yyyy-MM-dd` */
  due: string | null;
};

export type FactsOnDevice = {
  facts: ReportFacts;
  drafts: readonly FollowUpDraft[];
  /** Some answers are more than can be judged: what is calculated, missing or failed of them is not known. */
  isTooMuch: boolean;
};

/** What the server's report says, as far as the device knows it: judged here, as the server will. */
export const factsOnDevice = (
  kept: KeptReport,
  { owner, language, now }: { owner: Owner; language: 'en' | 'nl'; now: number },
): FactsOnDevice => {
  const { inspection, version, work } = kept;
  const { form } = compileForm({ fields: version.fields });
  const end = inspection.finishedAt === null ? now : Date.parse(inspection.finishedAt);
  const circumstances = { now: end, timeZone: inspection.timeZone, language };
  const judged = judgeSets(inspection, form, circumstances);
  const ownName = `${owner.name} ${owner.surname}`.trim() || owner.userName;
  const { reading } = inspection;
  const isEnded = reading !== null && reading.state !== 'Active';
  return {
    facts: {
      inspection: reported(kept, judged),
      fields: version.fields,
      task: work
        ? {
            description: work.task.description,
            startDate: dateOf(work.task.startDate),
            dueDate: dateOf(work.task.dueDate),
          }
        : null,
      people: {
        inspector: reading === null || reading.userId === owner.id ? ownName : reading.userName,
        completedBy: null,
        approvedBy: reading?.approvedBy ?? null,
      },
      names: { [owner.userName]: ownName },
      addresses: Object.fromEntries(
        (work?.task.items ?? []).flatMap(({ id, address }) => (address === null ? [] : [[id, address]])),
      ),
      uploads: uploadsOf(kept),
      // Which of these nobody has changed since is the server's knowledge.
      fromTask: [],
      language,
      labelLanguage: language,
      madeAt: new Date(now),
    },
    // From then on the server tells what became of them.
    drafts: isEnded ? [] : judged.flatMap(({ drafts }) => drafts),
    isTooMuch: judged.some(({ isTooMuch }) => isTooMuch),
  };
};

const dateOf = (moment: string | null) => (moment === null ? null : new Date(moment));

type JudgedSet = { itemId: string; said: SaidOfOne; drafts: FollowUpDraft[]; isTooMuch: boolean };

const NOTHING: KeptSet = { answers: {}, remarks: {} };

const judgeSets = (inspection: KeptInspection, form: Form, circumstances: Circumstances): JudgedSet[] =>
  (inspection.items.length === 0 ? [NO_ITEM] : inspection.items.map(({ id }) => id)).map((itemId) => {
    const { answers, remarks } = inspection.sets[itemId] ?? NOTHING;
    try {
      const { filled, faults } = judge(form, answers, circumstances);
      const failures = failuresOf(filled);
      const said = {
        answers: resultOf(filled),
        remarks,
        failures: failures.map(({ field }) => field),
        missing: [...faults.keys()],
      };
      const failed = new Map(failures.map(({ placed: { field } }) => [field.name, field]));
      const drafts = [...failed.values()].flatMap(({ name, followUp }): FollowUpDraft[] =>
        followUp
          ? [
              {
                itemId: itemId === NO_ITEM ? null : itemId,
                field: name,
                workbook: followUp.workbook,
                team: followUp.team ?? inspection.teamTitle,
                due: followUp.dueInDays === undefined ? null : dayIn(followUp.dueInDays, circumstances),
              },
            ]
          : [],
      );
      return { itemId, said, drafts, isTooMuch: false };
    } catch (error) {
      if (!(error instanceof TooMuchToJudge)) throw error;
      return { itemId, said: { answers, remarks, failures: [], missing: [] }, drafts: [], isTooMuch: true };
    }
  });

const dayIn = (days: number, { now, timeZone }: Circumstances): string =>
  dayText(readDay(localDateAndTime(now, timeZone).date)! + days * DAY_MS);

const reported = (
  { inspection, version, commands }: KeptReport,
  judged: readonly JudgedSet[],
): ReportedInspection => {
  const { items, reading, finishedAt } = inspection;
  const saidOf = (itemId: string) => judged.find((each) => each.itemId === itemId)!.said;
  return {
    ...(items.length === 0 ? saidOf(NO_ITEM) : { answers: {}, remarks: {}, failures: [], missing: [] }),
    externalId: inspection.externalId,
    title: inspection.title,
    state: reading?.state === 'Canceled' ? 'Canceled' : finishedAt === null ? 'Active' : 'Closed',
    workbookTitle: inspection.workbookTitle,
    workbookVersion: version.version,
    teamTitle: inspection.teamTitle,
    timeZone: inspection.timeZone,
    startedAt: new Date(inspection.startedAt),
    endedAt: dateOf(finishedAt),
    canceledAt: dateOf(reading?.canceledAt ?? null),
    lateFrom: reading?.lateFrom ?? null,
    approvedAt: dateOf(reading?.approvedAt ?? null),
    revision: reading?.revision ?? 0,
    items: items.map(({ id, externalId, title }) => ({ itemId: id, externalId, title, ...saidOf(id) })),
    conflicts: openConflicts(reading, commands),
    returns: (reading?.returns ?? []).map((each) => ({ ...each, returnedAt: new Date(each.returnedAt) })),
    followUps: reading?.followUps ?? [],
  };
};

/** What was made here, and what has arrived from elsewhere. What its camera knew of a picture, the server found. */
const uploadsOf = ({ inspection, pictures }: KeptReport): Readonly<Record<string, ReportedUpload>> => ({
  ...Object.fromEntries(
    pictures.map(({ id, name, size, type }) => [
      id,
      {
        fileName: name,
        bytes: size,
        isPicture: type.startsWith('image/'),
        takenAt: null,
        position: null,
      },
    ]),
  ),
  ...Object.fromEntries(
    (inspection.reading?.uploads ?? []).map(
      ({ id, filename, storedSize, contentType, takenAt, position }) => [
        id,
        {
          fileName: filename,
          bytes: storedSize ?? 0,
          isPicture: contentType?.startsWith('image/') ?? false,
          takenAt,
          position,
        },
      ],
    ),
  ),
});
