import type { FieldType } from '#contract/workbook-definition.ts';
import type { Answer, Answers } from '#workbook-engine/answer.ts';
import type { Frame } from '#workbook-engine/expressions/value.ts';
import { fillForm } from '#workbook-engine/fill-form.ts';
import {
  answerOf,
  type FilledForm,
  type Form,
  type FormField,
  type FormLevel,
  rootLevel,
} from '#workbook-engine/form.ts';
import { formatAnswer } from './format-answer.ts';
import type { ItemAnswers, ReportFacts } from './report-facts.ts';
import type { ReportFormat } from './report-format.ts';

/** A question with its answer and notes. */
export type ReportAnswer = {
  kind: 'answer';
  type: FieldType;
  label: string;
  /** The answer as text; empty if there is no answer, or only pictures or files. */
  text: string;
  /** IDs of the pictures, the signature or the file of the answer. */
  uploads: readonly string[];
  hasFailed: boolean;
  isFromTask: boolean;
} & AnswerNotes;

/** Comments of inspectors and reviewers, and conflicting answers. */
export type AnswerNotes = { notes: { by: string; text: string }[]; commentPictures: readonly string[] };

export type ReportSection = { kind: 'section'; title: string; parts: ReportPart[] };
export type ReportRepeat = { kind: 'repeat'; title: string; entries: ReportPart[][] } & AnswerNotes;
export type ReportPart = ReportAnswer | ReportSection | ReportRepeat;

/** A failed answer with the titles of the repeat entries around it. */
export type FailedAnswer = { within: string[]; answer: ReportAnswer };

export type ItemContent = {
  parts: ReportPart[];
  failed: FailedAnswer[];
  /** The label of each field, as first shown. */
  labels: ReadonlyMap<string, string>;
};

/** A form, and for each level its fields by the slot of their section. */
export type SectionedForm = { form: Form; sections: ReadonlyMap<FormLevel, Map<number, FormField[]>> };

export const sectionsOf = (form: Form): SectionedForm => ({
  form,
  sections: new Map(form.levels.map((level) => [level, Map.groupBy(level.fields, ({ section }) => section)])),
});

/** Context shared by all items of a report. */
export type ReportContext = {
  facts: ReportFacts;
  form: SectionedForm;
  format: ReportFormat;
  onAnswer: () => void;
};

type ItemContext = ReportContext & {
  filled: FilledForm;
  set: ItemAnswers;
  failures: ReadonlySet<string>;
  fromTask: ReadonlySet<string>;
  notesByField: ReadonlyMap<string, AnswerNotes['notes']>;
  failed: FailedAnswer[];
  labels: Map<string, string>;
};

/**
 * Converts the answers for one item to texts, in the order of the workbook. The stored answers are shown as they are; the
 * form only determines which questions were asked, and their labels.
 */
export const buildItemContent = (
  reportContext: ReportContext,
  { set, itemId }: { set: ItemAnswers; itemId: string | null },
): ItemContent => {
  const { facts, format } = reportContext;
  const { form } = reportContext.form;
  const { inspection, labelLanguage, createdAt } = facts;
  const filled = fillForm(form, set.answers, {
    now: (inspection.endedAt ?? createdAt).getTime(),
    timeZone: inspection.timeZone,
    language: labelLanguage,
  });
  const isOfItem = (each: { itemId?: string | null }) => (each.itemId ?? null) === itemId;
  const context: ItemContext = {
    ...reportContext,
    filled,
    set,
    failures: new Set(set.failures),
    fromTask: new Set(facts.fromTask.filter(isOfItem).map(({ field }) => field)),
    notesByField: collectNotes(facts, form, { isOfItem, format }),
    failed: [],
    labels: new Map(),
  };
  const parts = partsOf(rootLevel(form), filled.root, -1, { context, path: '', within: [] });
  return { parts, failed: context.failed, labels: context.labels };
};

type Place = { context: ItemContext; path: string; within: string[] };

/** The fields of a section, or of the level itself (-1), that were asked or have an answer. */
const partsOf = (level: FormLevel, frame: Frame, section: number, place: Place): ReportPart[] =>
  (place.context.form.sections.get(level)!.get(section) ?? []).flatMap((field) =>
    partOf(field, frame, place),
  );

const partOf = (placed: FormField, frame: Frame, place: Place): ReportPart[] => {
  const { field, slot, level, entry } = placed;
  const { context } = place;
  const answer = answerOf(frame.answers, field.name) ?? null;
  const title = titleOf(placed, frame, context);
  if (field.type === 'section') {
    const parts = partsOf(level, frame, slot, place);
    if (parts.length === 0 || field.label === undefined) return parts;
    return [{ kind: 'section', title, parts }];
  }
  if (field.type === 'note' || (answer === null && !frame.isRelevant[slot])) return [];
  if (entry) {
    const entries = framesOf(placed, entry, frame).map((each) =>
      partsOf(entry, each, -1, {
        context,
        path: `${place.path}${field.name}[${each.position - 1}].`,
        within: [...place.within, `${title} ${each.position}`],
      }),
    );
    return [{ kind: 'repeat', title, entries, ...notesOf(placed, context) }];
  }
  // A calculated field without a label is an intermediate result.
  if (field.type === 'calculated' && field.label === undefined) return [];
  context.onAnswer();
  const reported = answerPart(placed, answer, title, place);
  if (reported.hasFailed) context.failed.push({ within: place.within, answer: reported });
  return [reported];
};

const titleOf = (placed: FormField, frame: Frame, { filled, labels }: ItemContext): string => {
  const title = placed.label?.(frame, filled.given) || placed.field.name;
  if (!labels.has(placed.field.name)) labels.set(placed.field.name, title);
  return title;
};

const answerPart = (
  placed: FormField,
  answer: Answer,
  label: string,
  { context, path }: Place,
): ReportAnswer => {
  const { field, type, level } = placed;
  return {
    kind: 'answer',
    type: field.type,
    label,
    text: formatAnswer(placed, answer, context.format),
    uploads: type?.base === 'upload' && answer !== null ? [answer as string | string[]].flat() : [],
    hasFailed: context.failures.has(path + field.name),
    isFromTask: level.depth === 0 && answer !== null && context.fromTask.has(field.name),
    ...notesOf(placed, context),
  };
};

/**
 * The entries of a repeat. If the repeat is not relevant now, only the answers of its entries are known. This can happen
 * for a completed inspection, for example when a changed time zone of the team changes the result of a condition.
 */
const framesOf = ({ field, slot }: FormField, entry: FormLevel, frame: Frame): readonly Frame[] =>
  frame.isRelevant[slot]
    ? (frame.values[slot] as readonly Frame[])
    : (answerOf(frame.answers, field.name) as Answers[]).map((answers, place) => ({
        values: entry.fields.map(() => null),
        isRelevant: entry.fields.map(() => false),
        answers,
        parent: frame,
        position: place + 1,
      }));

/** Comments are about a field, not about one entry. Those on fields in a repeat are shown with the outermost repeat. */
const notesOf = (placed: FormField, { set, notesByField, format, filled }: ItemContext): AnswerNotes => {
  if (placed.level.depth > 0) return { notes: [], commentPictures: [] };
  const about = placed.entry ? [placed, ...fieldsWithin(placed.entry)] : [placed];
  const notes: AnswerNotes['notes'] = [];
  const commentPictures: string[] = [];
  for (const { field, label } of about) {
    const comment = Object.hasOwn(set.comments, field.name) ? set.comments[field.name] : undefined;
    const of = field === placed.field ? '' : ` (${label?.(filled.root, filled.given) || field.name})`;
    const own = comment?.text === undefined ? [] : [{ by: format.t('comment'), text: comment.text }];
    const all = [...own, ...(notesByField.get(field.name) ?? [])];
    notes.push(...all.map(({ by, text }) => ({ by: by + of, text })));
    commentPictures.push(...(comment?.pictures ?? []));
  }
  return { notes, commentPictures };
};

const fieldsWithin = (level: FormLevel): FormField[] =>
  level.fields.flatMap((field) => (field.entry ? [field, ...fieldsWithin(field.entry)] : [field]));

type About = { isOfItem: (each: { itemId?: string | null }) => boolean; format: ReportFormat };

/** Conflicting answers and reviewer comments, by field name. */
const collectNotes = (
  { inspection }: ReportFacts,
  form: Form,
  { isOfItem, format }: About,
): Map<string, AnswerNotes['notes']> => {
  const { t } = format;
  const notes = new Map<string, AnswerNotes['notes']>();
  const add = (field: string, note: { by: string; text: string }) =>
    notes.set(field, [...(notes.get(field) ?? []), note]);
  const fields = new Map(
    form.levels.flatMap((level) => level.fields.map((placed) => [placed.field.name, placed])),
  );
  for (const { field, isComment, other } of inspection.conflicts.filter(isOfItem)) {
    const placed = fields.get(field);
    if (!placed) continue;
    if (isComment) {
      const comment = other.value as { text?: string } | null;
      add(field, {
        by: t('conflictingComment', { userName: format.name(other.userName) }),
        text: comment?.text ?? t('noAnswer'),
      });
    } else {
      const answer = other.value as Answer;
      const text =
        answer === null ? t('noAnswer') : formatAnswer(placed, answer, format) || t('differentAnswer');
      add(field, { by: t('conflictingAnswer', { userName: format.name(other.userName) }), text });
    }
  }
  // Once the inspector has completed the inspection again, the reviewer's comments are outdated.
  if (inspection.state !== 'Active') return notes;
  for (const { field, comment } of inspection.returns[0]?.fields.filter(isOfItem) ?? []) {
    add(field, { by: t('reviewer'), text: comment });
  }
  return notes;
};
