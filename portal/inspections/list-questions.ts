import type { Inspection } from '#contract/inspection.ts';
import type { Field } from '#contract/workbook-definition.ts';
import { lastName } from '#portal/workbooks/fields/fields-by-name.ts';
import type { Answers } from '#workbook-engine/answer.ts';
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

type AnswerComment = Inspection['comments'][string];
type AnswerSet = Pick<Inspection, 'answers' | 'irrelevantAnswers' | 'comments' | 'failures' | 'missing'>;

/** A question of an inspection with its answer and its notes. */
export type Question = {
  /** Unique within the inspection. */
  key: string;
  itemId: string | null;
  field: Field;
  /** Includes the entry of a repeat: `Spans[1].Length`. */
  path: string;
  label: string;
  /** Labels of the enclosing sections and entries, outermost first. */
  ancestors: readonly string[];
  /** Whether it is in an entry of a repeat. Comments in a return refer to fields, not entries. */
  isInEntry: boolean;
  /** Whether the question is relevant with the other answers; undefined if the workbook is unknown. */
  isAsked: boolean | undefined;
  value: unknown;
  isIrrelevant: boolean;
  isFailed: boolean;
  missing: string | undefined;
  comment: AnswerComment | undefined;
  prefilledFrom: string | undefined;
  conflicts: Inspection['conflicts'];
  /** Comments on it in the latest return. */
  returnedFor: readonly string[];
  followUps: Inspection['followUps'];
};

/** Whether the question was not asked, has no answer and has no notes. */
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
  /** The label of a field, also in an entry that no longer exists. */
  labelOf(path: string): string;
};

/** The label of a field in the answers of an item. */
export type LabelAt = (itemId: string | null, path: string) => string;

export type EvaluationOptions = {
  /** The time at which an inspection that is not completed is evaluated. */
  now: number;
  language: string;
  /** The form was derived from the answers, so it is unknown which questions were asked. */
  isDerived: boolean;
};

/** The questions of each item in the order of the workbook. */
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

/** A level of fields with its relevant and irrelevant answers. */
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
): Pick<InspectedItem, 'questions' | 'labelOf'> => {
  const { inspection, form, itemId, set } = itemAnswers;
  // A completed inspection is evaluated at its completion time, like its report.
  const filledForm = fillForm(form, set.answers as Answers, {
    now: inspection.endedAt === null ? now : Date.parse(inspection.endedAt),
    timeZone: inspection.timeZone,
    language,
  });
  const notesOf = createNotesLookup(itemAnswers);
  const questions: Question[] = [];
  const labels = new Map<string, string>();

  const addQuestions = ({ level, frame, irrelevantAnswers, pathPrefix, ancestors }: Level) => {
    for (const formField of level.fields) {
      const { field, slot, entry } = formField;
      const path = pathPrefix + field.name;
      const label = labelIn(formField, frame, filledForm);
      labels.set(path, label);
      if (field.type === 'section' || field.type === 'note') continue;
      const fieldAncestors = [...ancestors, ...sectionLabelsOf(formField, frame, filledForm)];
      const answer = answerOf(frame.answers, field.name) ?? null;
      const irrelevantAnswer = answerOf(irrelevantAnswers, field.name) ?? null;
      if (entry) {
        const irrelevantEntries = irrelevantAnswer as Answers[] | null;
        const entryFrames =
          answer === null && irrelevantEntries !== null && !frame.isRelevant[slot]
            ? irrelevantEntries.map((_, index) => emptyFrame(entry, frame, index + 1))
            : ((frame.values[slot] ?? []) as readonly Frame[]);
        for (const [index, entryFrame] of entryFrames.entries())
          addQuestions({
            level: entry,
            frame: entryFrame,
            irrelevantAnswers: irrelevantEntries?.[index] ?? {},
            pathPrefix: `${path}[${index}].`,
            ancestors: [...fieldAncestors, `${label} ${index + 1}`],
          });
        if (entryFrames.length > 0 && !hasNotes(notesOf(path))) continue;
      }
      const notes = notesOf(path);
      // A calculation without a label is an intermediate result.
      if (field.type === 'calculated' && field.label === undefined && !notes.isFailed) continue;
      questions.push({
        key: `${itemId ?? ''}/${path}`,
        itemId,
        field,
        path,
        label,
        ancestors: fieldAncestors,
        isInEntry: pathPrefix !== '',
        isAsked: isDerived ? undefined : frame.isRelevant[slot]!,
        value: answer ?? irrelevantAnswer,
        isIrrelevant: answer === null && irrelevantAnswer !== null,
        ...notes,
      });
    }
  };
  addQuestions({
    level: rootLevel(form),
    frame: filledForm.root,
    irrelevantAnswers: set.irrelevantAnswers as Answers,
    pathPrefix: '',
    ancestors: [],
  });
  return {
    questions,
    labelOf: (path) => labels.get(path) ?? labelWithoutAnswers(lastName(path), filledForm),
  };
};

/** Returns a function that finds the notes on the answer at a path. */
const createNotesLookup = ({ inspection, itemId, set }: ItemAnswers) => {
  const failures = new Set(set.failures);
  const missing = new Map(set.missing.map(({ field, message }) => [field, message]));
  const prefilled = new Map(inspection.prefill.filled.map(({ field, property }) => [field, property]));
  const isAbout = (note: { field: string; itemId?: string | null }, path: string) =>
    note.field === path && (note.itemId ?? null) === itemId;
  return (path: string) => ({
    isFailed: failures.has(path),
    missing: missing.get(path),
    comment: Object.hasOwn(set.comments, path) ? set.comments[path] : undefined,
    prefilledFrom: prefilled.get(path),
    conflicts: inspection.conflicts.filter((note) => isAbout(note, path)),
    returnedFor: (inspection.returns[0]?.fields ?? [])
      // A comment on a field applies to all entries of its repeat.
      .filter((note) => isAbout(note, path) || (path.includes('[') && isAbout(note, lastName(path))))
      .map(({ comment }) => comment),
    followUps: inspection.followUps.filter((note) => isAbout(note, path)),
  });
};

type QuestionNotes = ReturnType<ReturnType<typeof createNotesLookup>>;

/** Whether there are notes on a whole repeat. If so, it is listed as a question in addition to its entries. */
const hasNotes = ({ missing, comment, conflicts, returnedFor }: QuestionNotes): boolean =>
  missing !== undefined || comment !== undefined || conflicts.length + returnedFor.length > 0;

/** The label with the answers that it refers to, or the name of a field without a label. */
const labelIn = ({ label, field }: FormField, frame: Frame, { evaluation }: FilledForm): string =>
  label?.(frame, evaluation) || field.name;

/** The labels of the sections around a field, outermost first. */
const sectionLabelsOf = (formField: FormField, frame: Frame, filledForm: FilledForm): string[] => {
  const section = formField.level.fields[formField.section];
  if (!section) return [];
  const outerLabels = sectionLabelsOf(section, frame, filledForm);
  // A section without a label only divides the form into pages.
  return section.field.label === undefined
    ? outerLabels
    : [...outerLabels, labelIn(section, frame, filledForm)];
};

/** The label of a field in an entry that no longer exists. */
const labelWithoutAnswers = (name: string, filledForm: FilledForm): string => {
  const formField = filledForm.form.levels
    .flatMap(({ fields }) => fields)
    .find(({ field }) => field.name === name);
  return formField ? labelIn(formField, emptyFrameOf(formField.level, filledForm.root), filledForm) : name;
};

const emptyFrameOf = (level: FormLevel, root: Frame): Frame =>
  level.parent ? emptyFrame(level, emptyFrameOf(level.parent, root), 1) : root;

/** An entry without answers, for example of a repeat that is no longer asked. */
const emptyFrame = ({ fields }: FormLevel, parent: Frame, position: number): Frame => ({
  values: fields.map(() => null),
  isRelevant: fields.map(() => false),
  answers: {},
  parent,
  position,
});
