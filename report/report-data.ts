import type { TaskState } from '#contract/task.ts';
import type { Field } from '#contract/workbook-definition.ts';
import type { Language } from '#i18n/languages.ts';
import type { Answers } from '#workbook-engine/answer.ts';

/** Plain data, so that it can be sent to a worker thread. */
export type ReportData = {
  inspection: ReportedInspection;
  fields: Field[];
  /** Null for an inspection without a task. */
  task: { description: string | null; startDate: Date | null; dueDate: Date | null } | null;
  people: { inspector: string; completedBy: string | null; approvedBy: string | null };
  /** Other users' full names, by user name. */
  names: Readonly<Record<string, string>>;
  addresses: Readonly<Record<string, string>>;
  /** Complete uploads, by ID. */
  uploads: Readonly<Record<string, ReportedUpload>>;
  /** Prefilled answers that are still unchanged. */
  prefilledAnswers: readonly { itemId: string | null; field: string }[];
  /** The language of headings, dates and numbers. */
  language: Language;
  /** The language tag for labels. Workbooks may use languages that Ronda does not support. */
  labelLanguage: string;
  createdAt: Date;
};

/** The answers for one item, or for an inspection without items. */
export type ItemAnswers = {
  answers: Answers;
  comments: Readonly<Record<string, { text?: string; pictures?: string[] }>>;
  /** Paths such as `Spans[1].Length`. */
  failures: readonly string[];
  missing: readonly unknown[];
};

export type ReportedInspection = ItemAnswers & {
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
  lateFromRevision: number | null;
  approvedAt: Date | null;
  revision: number;
  items: readonly ReportedItem[];
  conflicts: readonly {
    itemId: string | null;
    field: string;
    isComment: boolean;
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
    error: string | null;
  }[];
};

export type ReportedItem = ItemAnswers & { itemId: string; externalId: string; title: string };

export type ReportedUpload = {
  fileName: string;
  bytes: number;
  isPicture: boolean;
  /** Local time without a time zone, as the camera stored it. */
  takenAt: string | null;
  position: { latitude: number; longitude: number } | null;
};
