import type { Inspection } from '#contract/inspection.ts';
import type { Field } from '#contract/workbook-definition.ts';
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
import { lastName } from './fields-by-name.ts';

type AnswerComment = Inspection['comments'][string];
type AnswerSet = Pick<Inspection, 'answers' | 'irrelevantAnswers' | 'comments' | 'failures' | 'missing'>;

/** A question of an inspection with its answer and notes. */
export type Question = {
  /** Unique within the inspection. */
  key: string;
  itemId: string | null;
  field: Field;
  /** Includes the entry of a repeat: `Spans[1].Length`. */
  path: string;
  label: string;
  /** Labels of the enclosing sections and entries, outermost first. */
  within: readonly string[];
  /** Whether it is in an entry of a repeat: review comments refer to fields, not entries. */
  isInEntry: boolean;
  /** Whether the question is relevant, given the other answers; undefined if the workbook is unknown. */
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

/** Not asked, not answered and without notes. */
export const isIrrelevantAndEmpty = ({
  isAsked,
  value,
  comment,
  conflicts,
  returnedFor,
}: Question): boolean =>
  isAsked === false && value === null && comment === undefined && conflicts.length + returnedFor.length === 0;

/** The questions of one item, or of the whole inspection if it has no items. */
export type InspectedItem = {
  itemId: string | null;
  title: string | undefined;
  questions: readonly Question[];
  /** The label of a field, also in an entry that no longer exists. */
  labelOf(path: string): string;
};

/** The label of a field in the answers of an item. */
export type LabelAt = (itemId: string | null, path: string) => string;

export type ReadOptions = {
  /** The current time for inspections that are not completed. */
  now: number;
  language: string;
  /** The form is guessed, so it is unknown which questions were asked. */
  isGuess: boolean;
};

/** The questions of each item in the order of the workbook. */
export const listQuestions = (inspection: Inspection, form: Form, as: ReadOptions): InspectedItem[] => {
  if (inspection.items.length === 0)
    return [
      { itemId: null, title: undefined, ...read({ inspection, form, itemId: null, set: inspection }, as) },
    ];
  return inspection.items.map((set) => ({
    itemId: set.itemId,
    title: set.title,
    ...read({ inspection, form, itemId: set.itemId, set }, as),
  }));
};

type ItemAnswers = { inspection: Inspection; form: Form; itemId: string | null; set: AnswerSet };

/** One level of fields with its answers and the answers set aside. */
type Place = {
  level: FormLevel;
  frame: Frame;
  irrelevantAnswers: Answers;
  path: string;
  within: readonly string[];
};

const read = (
  asked: ItemAnswers,
  { now, language, isGuess }: ReadOptions,
): Pick<InspectedItem, 'questions' | 'labelOf'> => {
  const { inspection, form, itemId, set } = asked;
  // Like its report, a completed inspection is evaluated at its completion time.
  const filled = fillForm(form, set.answers as Answers, {
    now: inspection.endedAt === null ? now : Date.parse(inspection.endedAt),
    timeZone: inspection.timeZone,
    language,
  });
  const notesOf = createNotesLookup(asked);
  const questions: Question[] = [];
  const labels = new Map<string, string>();

  const walk = ({ level, frame, irrelevantAnswers, path: prefix, within }: Place) => {
    for (const placed of level.fields) {
      const { field, slot, entry } = placed;
      const path = prefix + field.name;
      const label = labelIn(placed, frame, filled);
      labels.set(path, label);
      if (field.type === 'section' || field.type === 'note') continue;
      const around = [...within, ...sectionsAround(placed, frame, filled)];
      const own = answerOf(frame.answers, field.name) ?? null;
      const aside = answerOf(irrelevantAnswers, field.name) ?? null;
      if (entry) {
        const isAside = own === null && aside !== null && !frame.isRelevant[slot];
        const frames = isAside
          ? (aside as Answers[]).map((_, place) => emptyFrame(entry, frame, place + 1))
          : ((frame.values[slot] ?? []) as readonly Frame[]);
        for (const [place, each] of frames.entries())
          walk({
            level: entry,
            frame: each,
            irrelevantAnswers: ((aside as Answers[] | null)?.[place] ?? {}) as Answers,
            path: `${path}[${place}].`,
            within: [...around, `${label} ${place + 1}`],
          });
        if (frames.length > 0 && !hasNotes(notesOf(path))) continue;
      }
      const known = notesOf(path);
      // A calculation without a label is an intermediate step.
      if (field.type === 'calculated' && field.label === undefined && !known.isFailed) continue;
      questions.push({
        key: `${itemId ?? ''}/${path}`,
        itemId,
        field,
        path,
        label,
        within: around,
        isInEntry: prefix !== '',
        isAsked: isGuess ? undefined : frame.isRelevant[slot]!,
        value: own ?? aside,
        isIrrelevant: own === null && aside !== null,
        ...known,
      });
    }
  };
  const root = {
    level: rootLevel(form),
    frame: filled.root,
    irrelevantAnswers: set.irrelevantAnswers as Answers,
  };
  walk({ ...root, path: '', within: [] });
  return { questions, labelOf: (path) => labels.get(path) ?? labelOfRemoved(lastName(path), filled) };
};

/** Returns a function that finds the notes on the answer at a path. */
const createNotesLookup = ({ inspection, itemId, set }: ItemAnswers) => {
  const failures = new Set(set.failures);
  const missing = new Map(set.missing.map(({ field, message }) => [field, message]));
  const prefilled = new Map(inspection.prefill.filled.map(({ field, property }) => [field, property]));
  const isHere = (each: { field: string; itemId?: string | null }, path: string) =>
    each.field === path && (each.itemId ?? null) === itemId;
  return (path: string) => ({
    isFailed: failures.has(path),
    missing: missing.get(path),
    comment: Object.hasOwn(set.comments, path) ? set.comments[path] : undefined,
    prefilledFrom: prefilled.get(path),
    conflicts: inspection.conflicts.filter((each) => isHere(each, path)),
    returnedFor: (inspection.returns[0]?.fields ?? [])
      // A comment on a field applies to all entries of its repeat.
      .filter((each) => isHere(each, path) || (path.includes('[') && isHere(each, lastName(path))))
      .map(({ comment }) => comment),
    followUps: inspection.followUps.filter((each) => isHere(each, path)),
  });
};

type QuestionNotes = ReturnType<ReturnType<typeof createNotesLookup>>;

/** Whether there are notes on a repeat as a whole. It is then listed as a question in addition to its entries. */
const hasNotes = ({ missing, comment, conflicts, returnedFor }: QuestionNotes): boolean =>
  missing !== undefined || comment !== undefined || conflicts.length + returnedFor.length > 0;

/** The label with the answers that it refers to, or the name of a field without a label. */
const labelIn = ({ label, field }: FormField, frame: Frame, { given }: FilledForm): string =>
  label?.(frame, given) || field.name;

const sectionsAround = (placed: FormField, frame: Frame, filled: FilledForm): string[] => {
  const around = placed.level.fields[placed.section];
  if (!around) return [];
  const outer = sectionsAround(around, frame, filled);
  // A section without a title only divides the form into pages.
  return around.field.label === undefined ? outer : [...outer, labelIn(around, frame, filled)];
};

const labelOfRemoved = (name: string, filled: FilledForm): string => {
  const placed = filled.form.levels.flatMap(({ fields }) => fields).find(({ field }) => field.name === name);
  return placed ? labelIn(placed, emptyWithin(placed.level, filled.root), filled) : name;
};

const emptyWithin = (level: FormLevel, root: Frame): Frame =>
  level.parent ? emptyFrame(level, emptyWithin(level.parent, root), 1) : root;

/** An entry without answers, for example of a repeat that is no longer asked. */
const emptyFrame = ({ fields }: FormLevel, parent: Frame, position: number): Frame => ({
  values: fields.map(() => null),
  isRelevant: fields.map(() => false),
  answers: {},
  parent,
  position,
});
