import type { TaskState } from '#contract/task.ts';
import type { Field } from '#contract/workbook-definition.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import type { ReportLanguage } from './report-words.ts';

/** Everything a report says, as plain data that can be handed to another thread. */
export type ReportFacts = {
  inspection: ReportedInspection;
  /** Of the workbook version. */
  fields: Field[];
  /** Absent of an inspection without a task. */
  task: { description: string | null; startDate: Date | null; dueDate: Date | null } | null;
  /** Names in full. */
  people: { inspector: string; completedBy: string | null; approvedBy: string | null };
  /** The same of others, by their user names. */
  names: Readonly<Record<string, string>>;
  /** By the item's id. */
  addresses: Readonly<Record<string, string>>;
  /** By the upload's id; one that has not arrived is absent. */
  uploads: Readonly<Record<string, ReportedUpload>>;
  /** Answers that the task brought and nobody changed. */
  fromTask: readonly { itemId: string | null; field: string }[];
  /** Of the report's own words, of dates and of numbers. */
  language: ReportLanguage;
  /** Language tag of labels: a workbook may speak languages in which a report has no words of its own. */
  labelLanguage: string;
  madeAt: Date;
};

/** What was said of one item, or of an inspection without items. */
export type SaidOfOne = {
  answers: Answers;
  remarks: Readonly<Record<string, { text?: string; pictures?: string[] }>>;
  /** Paths such as `Spans[1].Length`. */
  failures: readonly string[];
  missing: readonly unknown[];
};

export type ReportedInspection = SaidOfOne & {
  externalId: string | null;
  title: string;
  state: TaskState;
  workbookTitle: string;
  workbookVersion: string;
  teamTitle: string;
  timeZone: string;
  startedAt: Date;
  endedAt: Date | null;
  canceledAt: Date | null;
  lateFrom: number | null;
  approvedAt: Date | null;
  revision: number;
  items: readonly ReportedItem[];
  conflicts: readonly {
    itemId: string | null;
    field: string;
    isRemark: boolean;
    other: { value: unknown; userName: string };
  }[];
  returns: readonly {
    comment: string | null;
    fields: readonly { field: string; itemId?: string; comment: string }[];
    returnedAt: Date;
    userName: string;
  }[];
  followUps: readonly {
    itemId: string | null;
    field: string;
    externalId: string | null;
    obstacle: string | null;
  }[];
};

export type ReportedItem = SaidOfOne & { itemId: string; externalId: string; title: string };

/** A picture, signature or file that has arrived. */
export type ReportedUpload = {
  fileName: string;
  /** Bytes of a file. */
  bytes: number;
  /** Whether its pixels are handed to the report too. */
  isPicture: boolean;
  /** As the camera wrote it: a local time without a zone. */
  takenAt: string | null;
  position: { latitude: number; longitude: number } | null;
};
