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
import { createStoredFrame, fillStoredAnswers } from './fill-stored-answers.ts';

type AnswerComment = Inspection['comments'][string];
/** The same answer can be missing in a thousand repeat instances. */
const MAX_OTHER_MISSING_ANSWERS = 5;

/** The answers about an item, or about the whole inspection if it has no items. */
type AnswerSet = Pick<Inspection, 'answers' | 'irrelevantAnswers' | 'comments' | 'failures' | 'missing'> &
  Pick<InspectedItem, 'itemId' | 'title'>;

export type Question = {
  /** Unique within the inspection. */
  key: string;
  itemId: string | null;
  field: Field;
  /** Includes the repeat instance: `Spans[1].Length`. */
  path: string;
  label: string;
  /** Labels of the enclosing sections and repeat instances, outermost first. */
  ancestors: readonly string[];
  isInInstance: boolean;
  /** Whether the other answers make the question relevant. Undefined if the workbook is unknown. */
  isAsked: boolean | undefined;
  value: unknown;
  isIrrelevant: boolean;
  hasFailed: boolean;
  missingMessage: string | undefined;
  comment: AnswerComment | undefined;
  prefilledFrom: string | undefined;
  conflicts: Inspection['conflicts'];
  /** The reviewer's comments on the question when the inspection was last returned. */
  returnComments: readonly string[];
  followUps: Inspection['followUps'];
};

export const isIrrelevantAndEmpty = ({
  isAsked,
  value,
  comment,
  conflicts,
  returnComments,
}: Question): boolean =>
  isAsked === false &&
  value === null &&
  comment === undefined &&
  conflicts.length + returnComments.length === 0;

export type InspectedItem = {
  itemId: string | null;
  title: string | undefined;
  questions: readonly Question[];
  /** False if the answers are too many or too long to calculate values. */
  isEvaluated: boolean;
  /** Missing answers in fields that are not listed, such as calculations without a label. */
  otherMissingAnswers: Inspection['missing'];
  /** Returns the label of a field, even in a repeat instance that no longer exists. */
  findLabel(path: string): string;
};

export type FindLabel = (itemId: string | null, path: string) => string;

type EvaluationOptions = {
  /** The time for which to evaluate an inspection that is not completed. */
  now: number;
  language: string;
  /** Whether the form was derived from the answers, so that it is unknown which questions were asked. */
  isDerived: boolean;
};

export const listQuestions = (
  inspection: Inspection,
  form: Form,
  options: EvaluationOptions,
): InspectedItem[] => {
  const answerSets: readonly AnswerSet[] =
    inspection.items.length > 0 ? inspection.items : [{ ...inspection, itemId: null, title: undefined }];
  return answerSets.map((answerSet) => evaluateItem({ inspection, form, answerSet }, options));
};

type ItemAnswers = { inspection: Inspection; form: Form; answerSet: AnswerSet };

type LabelledForm = FilledForm & { labelTotals: Totals };

type LevelContext = {
  level: FormLevel;
  frame: Frame;
  irrelevantAnswers: Answers;
  pathPrefix: string;
  ancestors: readonly string[];
};

const evaluateItem = (
  itemAnswers: ItemAnswers,
  { now, language, isDerived }: EvaluationOptions,
): InspectedItem => {
  const { inspection, form, answerSet } = itemAnswers;
  const { itemId, title } = answerSet;
  // A completed inspection is evaluated as of its completion time, as in its report.
  const { filledForm: formWithoutTotals, isEvaluated } = fillStoredAnswers(
    form,
    answerSet.answers as Answers,
    {
      now: inspection.endedAt === null ? now : Date.parse(inspection.endedAt),
      timeZone: inspection.timeZone,
      language,
    },
  );
  const filledForm: LabelledForm = { ...formWithoutTotals, labelTotals: createTotals() };
  const findNotes = createNotesLookup(itemAnswers);
  const questions: Question[] = [];
  const labels = new Map<string, string>();

  const addQuestions = ({ level, frame, irrelevantAnswers, pathPrefix, ancestors }: LevelContext) => {
    for (const formField of level.fields) {
      const { field, slot, instanceLevel } = formField;
      const path = pathPrefix + field.name;
      const label = evaluateLabel(formField, frame, filledForm);
      labels.set(path, label);
      if (field.type === 'section' || field.type === 'note') continue;
      const fieldAncestors = [...ancestors, ...listSectionLabels(formField, frame, filledForm)];
      const answer = answerOf(frame.answers, field.name) ?? null;
      const irrelevantAnswer = answerOf(irrelevantAnswers, field.name) ?? null;
      if (instanceLevel) {
        const irrelevantInstances = irrelevantAnswer as Answers[] | null;
        const instanceFrames =
          answer === null && irrelevantInstances !== null && !frame.isRelevant[slot]
            ? irrelevantInstances.map((_, index) => createStoredFrame(instanceLevel, {}, frame, index + 1))
            : ((frame.values[slot] ?? []) as readonly Frame[]);
        for (const [index, instanceFrame] of instanceFrames.entries())
          addQuestions({
            level: instanceLevel,
            frame: instanceFrame,
            irrelevantAnswers: irrelevantInstances?.[index] ?? {},
            pathPrefix: `${path}[${index}].`,
            ancestors: [...fieldAncestors, `${label} ${index + 1}`],
          });
        if (instanceFrames.length > 0 && !hasNotes(findNotes(path))) continue;
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
        isInInstance: pathPrefix !== '',
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
    irrelevantAnswers: answerSet.irrelevantAnswers as Answers,
    pathPrefix: '',
    ancestors: [],
  });
  const listedPaths = new Set(questions.map(({ path }) => path));
  const isUnlisted = ({ field }: AnswerSet['missing'][number]) => !isDerived && !listedPaths.has(field);
  return {
    itemId,
    title,
    questions,
    isEvaluated,
    otherMissingAnswers: answerSet.missing.filter(isUnlisted).slice(0, MAX_OTHER_MISSING_ANSWERS),
    findLabel: (path) => labels.get(path) ?? evaluateLabelWithoutAnswers(parseFieldName(path), filledForm),
  };
};

const createNotesLookup = ({ inspection, answerSet }: ItemAnswers) => {
  const failures = new Set(answerSet.failures);
  const missingMessages = new Map(answerSet.missing.map(({ field, message }) => [field, message]));
  const prefilledProperties = new Map(
    inspection.prefill.filled.map(({ field, property }) => [field, property]),
  );
  const isAbout = (note: { field: string; itemId?: string | null }, path: string) =>
    note.field === path && (note.itemId ?? null) === answerSet.itemId;
  return (path: string) => ({
    hasFailed: failures.has(path),
    missingMessage: missingMessages.get(path),
    comment: Object.hasOwn(answerSet.comments, path) ? answerSet.comments[path] : undefined,
    prefilledFrom: prefilledProperties.get(path),
    conflicts: inspection.conflicts.filter((note) => isAbout(note, path)),
    returnComments: (inspection.returns[0]?.fields ?? [])
      // A comment on a field applies to all instances of its repeat.
      .filter((note) => isAbout(note, path) || (path.includes('[') && isAbout(note, parseFieldName(path))))
      .map(({ comment }) => comment),
    followUps: inspection.followUps.filter((note) => isAbout(note, path)),
  });
};

type QuestionNotes = ReturnType<ReturnType<typeof createNotesLookup>>;

/** A repeat that has notes itself is listed in addition to its instances. */
const hasNotes = ({ missingMessage, comment, conflicts, returnComments }: QuestionNotes): boolean =>
  missingMessage !== undefined || comment !== undefined || conflicts.length + returnComments.length > 0;

/** Returns the label with the answers it refers to, or the field name if the label is missing or too long. */
const evaluateLabel = (
  formField: FormField,
  frame: Frame,
  { evaluation, labelTotals }: LabelledForm,
): string => renderLabel(formField, frame, evaluation, labelTotals) || formField.field.name;

const listSectionLabels = (formField: FormField, frame: Frame, filledForm: LabelledForm): string[] => {
  const section = formField.level.fields[formField.sectionSlot];
  if (!section) return [];
  const outerLabels = listSectionLabels(section, frame, filledForm);
  // A section without a label only divides the form into pages.
  return section.field.label === undefined
    ? outerLabels
    : [...outerLabels, evaluateLabel(section, frame, filledForm)];
};

const evaluateLabelWithoutAnswers = (name: string, filledForm: LabelledForm): string => {
  const formField = filledForm.form.levels
    .flatMap(({ fields }) => fields)
    .find(({ field }) => field.name === name);
  return formField
    ? evaluateLabel(formField, createEmptyFrame(formField.level, filledForm.root), filledForm)
    : name;
};

const createEmptyFrame = (level: FormLevel, root: Frame): Frame =>
  level.parent ? createStoredFrame(level, {}, createEmptyFrame(level.parent, root), 1) : root;
