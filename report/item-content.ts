import type { FieldType } from '#contract/workbook-definition.ts';
import type { Answer, Answers } from '#workbook-engine/answer.ts';
import { compileForm } from '#workbook-engine/compile-form.ts';
import { createTotals, type Totals } from '#workbook-engine/expressions/budget.ts';
import type { Frame } from '#workbook-engine/expressions/value.ts';
import { fillForm } from '#workbook-engine/fill-form.ts';
import {
  answerOf,
  type FilledForm,
  type Form,
  type FormField,
  type FormLevel,
  rootLevelOf,
} from '#workbook-engine/form.ts';
import { renderLabel } from '#workbook-engine/render-label.ts';
import { formatAnswer } from './format-answer.ts';
import type { ItemAnswers, ReportData, ReportedItem } from './report-data.ts';
import type { ReportFormat } from './report-format.ts';

export type ReportAnswer = {
  kind: 'answer';
  type: FieldType;
  label: string;
  /** Empty if there is no answer, or if it consists only of pictures or files. */
  text: string;
  /** The IDs of pictures, a signature or a file. */
  uploads: readonly string[];
  hasFailed: boolean;
  isFromTask: boolean;
} & AnswerNotes;

/** Inspectors' and reviewers' comments, and conflicting answers. */
export type AnswerNotes = { notes: { title: string; text: string }[]; commentPictures: readonly string[] };

export type ReportSection = { kind: 'section'; title: string; parts: ReportPart[] };
export type ReportRepeat = { kind: 'repeat'; title: string; instances: ReportPart[][] } & AnswerNotes;
export type ReportPart = ReportAnswer | ReportSection | ReportRepeat;

/** A failed answer, with the titles of the repeat instances that contain it. */
export type FailedAnswer = { instanceTitles: string[]; answer: ReportAnswer };

/** The answers for an item, or for an inspection without items. */
type ItemSource = {
  itemAnswers: ItemAnswers;
  itemId: string | null;
  /** Undefined for the only item, which the first page shows. */
  heading: ReportedItem | undefined;
};

export type ReportItem = ItemSource & {
  parts: ReportPart[];
  failedAnswers: FailedAnswer[];
  /** By field name. A field in a repeat uses its label from the first instance. */
  labels: ReadonlyMap<string, string>;
};

type ReportContext = {
  data: ReportData;
  form: Form;
  /** Each level's fields, grouped by the slot of their section. */
  sections: ReadonlyMap<FormLevel, Map<number, FormField[]>>;
  format: ReportFormat;
  /** The cost of the labels rendered so far. Beyond the limit, field names replace labels. */
  labelTotals: Totals;
  onAnswer: () => void;
};

type ItemContext = ReportContext & {
  filledForm: FilledForm;
  itemAnswers: ItemAnswers;
  failures: ReadonlySet<string>;
  prefilledFields: ReadonlySet<string>;
  notesByField: ReadonlyMap<string, AnswerNotes['notes']>;
  failedAnswers: FailedAnswer[];
  labels: Map<string, string>;
};

/** `onAnswer` is called for each answer and may throw to stop. */
export const buildReportItems = (
  data: ReportData,
  format: ReportFormat,
  onAnswer = () => {},
): ReportItem[] => {
  const { form } = compileForm({ fields: data.fields });
  const sections = new Map(
    form.levels.map((level) => [level, Map.groupBy(level.fields, ({ sectionSlot }) => sectionSlot)]),
  );
  const context = { data, form, sections, format, labelTotals: createTotals(), onAnswer };
  return listSources(data.inspection).map((source) => buildReportItem(context, source));
};

const listSources = (inspection: ReportData['inspection']): ItemSource[] => {
  const { items } = inspection;
  if (items.length === 0) return [{ itemAnswers: inspection, itemId: null, heading: undefined }];
  return items.map((item) => ({
    itemAnswers: item,
    itemId: item.itemId,
    heading: items.length === 1 ? undefined : item,
  }));
};

/** Stored answers appear unchanged: only labels and relevance come from the form. */
const buildReportItem = (reportContext: ReportContext, source: ItemSource): ReportItem => {
  const { data, format, form } = reportContext;
  const { itemAnswers, itemId } = source;
  const { inspection, labelLanguage, createdAt } = data;
  const filledForm = fillForm(form, itemAnswers.answers, {
    now: (inspection.endedAt ?? createdAt).getTime(),
    timeZone: inspection.timeZone,
    language: labelLanguage,
  });
  const isAboutItem = (record: { itemId?: string | null }) => (record.itemId ?? null) === itemId;
  const context: ItemContext = {
    ...reportContext,
    filledForm,
    itemAnswers,
    failures: new Set(itemAnswers.failures),
    prefilledFields: new Set(data.prefilledAnswers.filter(isAboutItem).map(({ field }) => field)),
    notesByField: collectNotes(data, form, { isAboutItem, format }),
    failedAnswers: [],
    labels: new Map(),
  };
  const parts = buildParts(rootLevelOf(form), filledForm.root, -1, { context, path: '', instanceTitles: [] });
  return { ...source, parts, failedAnswers: context.failedAnswers, labels: context.labels };
};

type LevelContext = { context: ItemContext; path: string; instanceTitles: string[] };

/** Builds the parts for a section's relevant and answered fields, or for those outside any section (-1). */
const buildParts = (
  level: FormLevel,
  frame: Frame,
  section: number,
  levelContext: LevelContext,
): ReportPart[] =>
  (levelContext.context.sections.get(level)!.get(section) ?? []).flatMap((field) =>
    buildPart(field, frame, levelContext),
  );

const buildPart = (formField: FormField, frame: Frame, levelContext: LevelContext): ReportPart[] => {
  const { field, slot, level, instanceLevel } = formField;
  const { context, path, instanceTitles } = levelContext;
  const answer = answerOf(frame.answers, field.name) ?? null;
  const title = buildTitle(formField, frame, context);
  if (field.type === 'section') {
    const parts = buildParts(level, frame, slot, levelContext);
    if (parts.length === 0 || field.label === undefined) return parts;
    return [{ kind: 'section', title, parts }];
  }
  if (field.type === 'note' || (answer === null && !frame.isRelevant[slot])) return [];
  if (instanceLevel) {
    const instances = listFrames(formField, instanceLevel, frame).map((instanceFrame) =>
      buildParts(instanceLevel, instanceFrame, -1, {
        context,
        path: `${path}${field.name}[${instanceFrame.position - 1}].`,
        instanceTitles: [...instanceTitles, `${title} ${instanceFrame.position}`],
      }),
    );
    return [{ kind: 'repeat', title, instances, ...collectFieldNotes(formField, context) }];
  }
  // Calculated fields without a label are intermediate results.
  if (field.type === 'calculated' && field.label === undefined) return [];
  context.onAnswer();
  const part = buildAnswer(formField, answer, title, levelContext);
  if (part.hasFailed) context.failedAnswers.push({ instanceTitles, answer: part });
  return [part];
};

const buildTitle = (formField: FormField, frame: Frame, context: ItemContext): string => {
  const { filledForm, labelTotals, labels } = context;
  const title = renderLabel(formField, frame, filledForm.evaluation, labelTotals) || formField.field.name;
  if (!labels.has(formField.field.name)) labels.set(formField.field.name, title);
  return title;
};

const buildAnswer = (
  formField: FormField,
  answer: Answer,
  label: string,
  { context, path }: LevelContext,
): ReportAnswer => {
  const { field, type, level } = formField;
  return {
    kind: 'answer',
    type: field.type,
    label,
    text: formatAnswer(formField, answer, context.format),
    uploads: type?.base === 'upload' && answer !== null ? [answer as string | string[]].flat() : [],
    hasFailed: context.failures.has(path + field.name),
    isFromTask: level.depth === 0 && answer !== null && context.prefilledFields.has(field.name),
    ...collectFieldNotes(formField, context),
  };
};

/** If a completed inspection's repeat is no longer relevant, only its answers are known. */
const listFrames = ({ field, slot }: FormField, instanceLevel: FormLevel, frame: Frame): readonly Frame[] =>
  frame.isRelevant[slot]
    ? (frame.values[slot] as readonly Frame[])
    : (answerOf(frame.answers, field.name) as Answers[]).map((answers, index) => ({
        values: instanceLevel.fields.map(() => null),
        isRelevant: instanceLevel.fields.map(() => false),
        answers,
        parent: frame,
        position: index + 1,
      }));

/** Comments belong to fields, not instances. Comments on fields inside a repeat appear at the outermost repeat. */
const collectFieldNotes = (
  formField: FormField,
  { itemAnswers, notesByField, format, filledForm, labelTotals }: ItemContext,
): AnswerNotes => {
  if (formField.level.depth > 0) return { notes: [], commentPictures: [] };
  const fields = formField.instanceLevel
    ? [formField, ...listInnerFields(formField.instanceLevel)]
    : [formField];
  const notes: AnswerNotes['notes'] = [];
  const commentPictures: string[] = [];
  for (const field of fields) {
    const { name } = field.field;
    const comment = Object.hasOwn(itemAnswers.comments, name) ? itemAnswers.comments[name] : undefined;
    const comments = comment?.text === undefined ? [] : [{ title: format.t('comment'), text: comment.text }];
    const fieldNotes = [...comments, ...(notesByField.get(name) ?? [])];
    const needsLabel = field !== formField && fieldNotes.length > 0;
    const { root, evaluation } = filledForm;
    const suffix = needsLabel ? ` (${renderLabel(field, root, evaluation, labelTotals) || name})` : '';
    notes.push(...fieldNotes.map((note) => ({ title: note.title + suffix, text: note.text })));
    commentPictures.push(...(comment?.pictures ?? []));
  }
  return { notes, commentPictures };
};

const listInnerFields = (level: FormLevel): FormField[] =>
  level.fields.flatMap((field) =>
    field.instanceLevel ? [field, ...listInnerFields(field.instanceLevel)] : [field],
  );

type NoteOptions = { isAboutItem: (record: { itemId?: string | null }) => boolean; format: ReportFormat };

const collectNotes = (
  { inspection }: ReportData,
  form: Form,
  { isAboutItem, format }: NoteOptions,
): Map<string, AnswerNotes['notes']> => {
  const { t } = format;
  const notes = new Map<string, AnswerNotes['notes']>();
  const addNote = (field: string, note: { title: string; text: string }) =>
    notes.set(field, [...(notes.get(field) ?? []), note]);
  const fields = new Map(
    form.levels.flatMap((level) => level.fields.map((formField) => [formField.field.name, formField])),
  );
  for (const { field, isComment, other } of inspection.conflicts.filter(isAboutItem)) {
    const formField = fields.get(field);
    if (!formField) continue;
    const userName = format.formatName(other.userName);
    if (isComment) {
      const comment = other.value as { text?: string } | null;
      addNote(field, { title: t('conflictingComment', { userName }), text: comment?.text ?? t('noAnswer') });
    } else {
      const answer = other.value as Answer;
      const text =
        answer === null ? t('noAnswer') : formatAnswer(formField, answer, format) || t('differentAnswer');
      addNote(field, { title: t('conflictingAnswer', { userName }), text });
    }
  }
  // Completing the inspection again makes the reviewer's comments obsolete.
  if (inspection.state !== 'Active') return notes;
  for (const { field, comment } of inspection.returns[0]?.fields.filter(isAboutItem) ?? []) {
    addNote(field, { title: t('reviewer'), text: comment });
  }
  return notes;
};
