import type { Inspection } from '#contract/inspection.ts';
import type { Field } from '#contract/workbook-definition.ts';
import { parseFieldName } from '#portal/workbooks/fields/fields-by-name.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import { createTotals, type Totals } from '#workbook-engine/expressions/budget.ts';
import type { Frame } from '#workbook-engine/expressions/value.ts';
import {
  answerOf,
  type FilledForm,
  type Form,
  type FormField,
  type FormLevel,
  rootLevelOf,
} from '#workbook-engine/form.ts';
import { renderLabel } from '#workbook-engine/render-label.ts';
import { fillStoredAnswers } from './fill-stored-answers.ts';

type AnswerComment = Inspection['comments'][string];
/** The limit for `otherMissing`, because a thousand repeat entries can each lack the same answer. */
const MAX_OTHER_MISSING = 5;

type AnswerSet = Pick<Inspection, 'answers' | 'irrelevantAnswers' | 'comments' | 'failures' | 'missing'>;

export type Question = {
  /** Unique within the inspection. */
  key: string;
  itemId: string | null;
  field: Field;
  /** Includes the repeat entry: `Spans[1].Length`. */
  path: string;
  label: string;
  /** Labels of the enclosing sections and entries, outermost first. */
  ancestors: readonly string[];
  /** Whether the question is in a repeat entry. A return request can only contain comments on fields. */
  isInEntry: boolean;
  /** Whether the question is relevant, given the other answers; undefined if the workbook is unknown. */
  isAsked: boolean | undefined;
  value: unknown;
  isIrrelevant: boolean;
  hasFailed: boolean;
  missing: string | undefined;
  comment: AnswerComment | undefined;
  prefilledFrom: string | undefined;
  conflicts: Inspection['conflicts'];
  /** What the reviewer said about the question when the inspection was last returned. */
  returnedFor: readonly string[];
  followUps: Inspection['followUps'];
};

export const isIrrelevantAndEmpty = ({
  isAsked,
  value,
  comment,
  conflicts,
  returnedFor,
}: Question): boolean =>
  isAsked === false && value === null && comment === undefined && conflicts.length + returnedFor.length === 0;

/** The questions of an item, or of the whole inspection if it has no items. */
export type InspectedItem = {
  itemId: string | null;
  title: string | undefined;
  questions: readonly Question[];
  /** False if there are too many answers, or they are too long, for values to be calculated. */
  isEvaluated: boolean;
  /** Missing answers in fields that are not listed, such as calculations without a label. */
  otherMissing: AnswerSet['missing'];
  /** Returns the label of a field, even in an entry that no longer exists. */
  findLabel(path: string): string;
};

export type FindLabel = (itemId: string | null, path: string) => string;

export type EvaluationOptions = {
  /** The time for which to evaluate an inspection that is not completed. */
  now: number;
  language: string;
  /** Whether the form was derived from the answers, so there is no telling which questions were asked. */
  isDerived: boolean;
};

/** Lists the questions of each item in workbook order. */
export const listQuestions = (
  inspection: Inspection,
  form: Form,
  options: EvaluationOptions,
): InspectedItem[] => {
  if (inspection.items.length === 0)
    return [
      {
        itemId: null,
        title: undefined,
        ...evaluateItem({ inspection, form, itemId: null, set: inspection }, options),
      },
    ];
  return inspection.items.map((set) => ({
    itemId: set.itemId,
    title: set.title,
    ...evaluateItem({ inspection, form, itemId: set.itemId, set }, options),
  }));
};

type ItemAnswers = { inspection: Inspection; form: Form; itemId: string | null; set: AnswerSet };

/** A filled form, with the running totals for rendering its labels. */
type LabelledForm = FilledForm & { labelTotals: Totals };

type Level = {
  level: FormLevel;
  frame: Frame;
  irrelevantAnswers: Answers;
  pathPrefix: string;
  ancestors: readonly string[];
};

const evaluateItem = (
  itemAnswers: ItemAnswers,
  { now, language, isDerived }: EvaluationOptions,
): Omit<InspectedItem, 'itemId' | 'title'> => {
  const { inspection, form, itemId, set } = itemAnswers;
  // A completed inspection is evaluated as of its completion time, as in its report.
  const { filledForm: filled, isEvaluated } = fillStoredAnswers(form, set.answers as Answers, {
    now: inspection.endedAt === null ? now : Date.parse(inspection.endedAt),
    timeZone: inspection.timeZone,
    language,
  });
  const filledForm: LabelledForm = { ...filled, labelTotals: createTotals() };
  const findNotes = createNotesLookup(itemAnswers);
  const questions: Question[] = [];
  const labels = new Map<string, string>();

  const addQuestions = ({ level, frame, irrelevantAnswers, pathPrefix, ancestors }: Level) => {
    for (const formField of level.fields) {
      const { field, slot, entry } = formField;
      const path = pathPrefix + field.name;
      const label = evaluateLabel(formField, frame, filledForm);
      labels.set(path, label);
      if (field.type === 'section' || field.type === 'note') continue;
      const fieldAncestors = [...ancestors, ...listSectionLabels(formField, frame, filledForm)];
      const answer = answerOf(frame.answers, field.name) ?? null;
      const irrelevantAnswer = answerOf(irrelevantAnswers, field.name) ?? null;
      if (entry) {
        const irrelevantEntries = irrelevantAnswer as Answers[] | null;
        const entryFrames =
          answer === null && irrelevantEntries !== null && !frame.isRelevant[slot]
            ? irrelevantEntries.map((_, index) => createEntryFrame(entry, frame, index + 1))
            : ((frame.values[slot] ?? []) as readonly Frame[]);
        for (const [index, entryFrame] of entryFrames.entries())
          addQuestions({
            level: entry,
            frame: entryFrame,
            irrelevantAnswers: irrelevantEntries?.[index] ?? {},
            pathPrefix: `${path}[${index}].`,
            ancestors: [...fieldAncestors, `${label} ${index + 1}`],
          });
        if (entryFrames.length > 0 && !hasNotes(findNotes(path))) continue;
      }
      const notes = findNotes(path);
      // A calculation without a label is an intermediate result.
      if (field.type === 'calculated' && field.label === undefined && !notes.hasFailed) continue;
      if (field.type === 'calculated' && !isEvaluated && answer === null) continue;
      questions.push({
        key: `${itemId ?? ''}/${path}`,
        itemId,
        field,
        path,
        label,
        ancestors: fieldAncestors,
        isInEntry: pathPrefix !== '',
        isAsked: isDerived || !isEvaluated ? undefined : frame.isRelevant[slot]!,
        value: answer ?? irrelevantAnswer,
        isIrrelevant: answer === null && irrelevantAnswer !== null,
        ...notes,
      });
    }
  };
  addQuestions({
    level: rootLevelOf(form),
    frame: filledForm.root,
    irrelevantAnswers: set.irrelevantAnswers as Answers,
    pathPrefix: '',
    ancestors: [],
  });
  const listedPaths = new Set(questions.map(({ path }) => path));
  const isUnlisted = ({ field }: AnswerSet['missing'][number]) => !isDerived && !listedPaths.has(field);
  return {
    questions,
    isEvaluated,
    otherMissing: set.missing.filter(isUnlisted).slice(0, MAX_OTHER_MISSING),
    findLabel: (path) => labels.get(path) ?? evaluateLabelWithoutAnswers(parseFieldName(path), filledForm),
  };
};

const createNotesLookup = ({ inspection, itemId, set }: ItemAnswers) => {
  const failures = new Set(set.failures);
  const missing = new Map(set.missing.map(({ field, message }) => [field, message]));
  const prefilled = new Map(inspection.prefill.filled.map(({ field, property }) => [field, property]));
  const isAbout = (note: { field: string; itemId?: string | null }, path: string) =>
    note.field === path && (note.itemId ?? null) === itemId;
  return (path: string) => ({
    hasFailed: failures.has(path),
    missing: missing.get(path),
    comment: Object.hasOwn(set.comments, path) ? set.comments[path] : undefined,
    prefilledFrom: prefilled.get(path),
    conflicts: inspection.conflicts.filter((note) => isAbout(note, path)),
    returnedFor: (inspection.returns[0]?.fields ?? [])
      // A comment on a field applies to all entries of its repeat.
      .filter((note) => isAbout(note, path) || (path.includes('[') && isAbout(note, parseFieldName(path))))
      .map(({ comment }) => comment),
    followUps: inspection.followUps.filter((note) => isAbout(note, path)),
  });
};

type QuestionNotes = ReturnType<ReturnType<typeof createNotesLookup>>;

/** Whether there are notes on a whole repeat. If so, it is listed as a question in addition to its entries. */
const hasNotes = ({ missing, comment, conflicts, returnedFor }: QuestionNotes): boolean =>
  missing !== undefined || comment !== undefined || conflicts.length + returnedFor.length > 0;

/** Returns the label, including the answers it refers to, or the field name if there is no label or it is too long. */
const evaluateLabel = (
  formField: FormField,
  frame: Frame,
  { evaluation, labelTotals }: LabelledForm,
): string => renderLabel(formField, frame, evaluation, labelTotals) || formField.field.name;

const listSectionLabels = (formField: FormField, frame: Frame, filledForm: LabelledForm): string[] => {
  const section = formField.level.fields[formField.section];
  if (!section) return [];
  const outerLabels = listSectionLabels(section, frame, filledForm);
  // A section without a label only divides the form into pages.
  return section.field.label === undefined
    ? outerLabels
    : [...outerLabels, evaluateLabel(section, frame, filledForm)];
};

/** The label of a field in an entry that no longer exists. */
const evaluateLabelWithoutAnswers = (name: string, filledForm: LabelledForm): string => {
  const formField = filledForm.form.levels
    .flatMap(({ fields }) => fields)
    .find(({ field }) => field.name === name);
  return formField
    ? evaluateLabel(formField, createEmptyFrame(formField.level, filledForm.root), filledForm)
    : name;
};

const createEmptyFrame = (level: FormLevel, root: Frame): Frame =>
  level.parent ? createEntryFrame(level, createEmptyFrame(level.parent, root), 1) : root;

/** An empty entry, for example in a repeat that is no longer asked. */
const createEntryFrame = ({ fields }: FormLevel, parent: Frame, position: number): Frame => ({
  values: fields.map(() => null),
  isRelevant: fields.map(() => false),
  answers: {},
  parent,
  position,
});
