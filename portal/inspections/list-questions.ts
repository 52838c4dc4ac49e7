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

type Remark = Inspection['remarks'][string];
type AnswerSet = Pick<Inspection, 'answers' | 'setAside' | 'remarks' | 'failures' | 'missing'>;

/** A question of an inspection with all that is known of it. */
export type Question = {
  /** Names it among all questions of the inspection. */
  key: string;
  itemId: string | null;
  field: Field;
  /** `Spans[1].Length`: the entry of a repeat included. */
  path: string;
  label: string;
  /** The sections and entries around it, the outermost first. */
  within: readonly string[];
  /** Whether it stands in an entry of a repeat: comments name fields only. */
  isInEntry: boolean;
  /** As the workbook judges it by the other answers; undefined of one that is not known. */
  isAsked: boolean | undefined;
  value: unknown;
  isSetAside: boolean;
  isFailed: boolean;
  missing: string | undefined;
  remark: Remark | undefined;
  prefilledFrom: string | undefined;
  conflicts: Inspection['conflicts'];
  /** What the latest return said of it. */
  returnedFor: readonly string[];
  followUps: Inspection['followUps'];
};

/** Neither asked nor answered, and nothing was said of it. */
export const isBesideThePoint = ({ isAsked, value, remark, conflicts, returnedFor }: Question): boolean =>
  isAsked === false && value === null && remark === undefined && conflicts.length + returnedFor.length === 0;

/** What is inspected: an item, or everything when it is about none. */
export type Inspected = {
  itemId: string | null;
  title: string | undefined;
  questions: readonly Question[];
  /** What a field is called here, also one in an entry that there is no longer. */
  labelOf(path: string): string;
};

/** Names a field as it is called in the answers of an item. */
export type LabelAt = (itemId: string | null, path: string) => string;

export type ReadingAs = {
  /** By what moment one that is not complete is judged. */
  now: number;
  language: string;
  /** The form is a guess, and says nothing of what was asked. */
  isGuess: boolean;
};

/** The questions in the order of the workbook, of each item. */
export const listQuestions = (inspection: Inspection, form: Form, as: ReadingAs): Inspected[] => {
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

type Asked = { inspection: Inspection; form: Form; itemId: string | null; set: AnswerSet };

/** Some fields side by side, with what was set aside of them. */
type Place = {
  level: FormLevel;
  frame: Frame;
  setAside: Answers;
  path: string;
  within: readonly string[];
};

const read = (
  asked: Asked,
  { now, language, isGuess }: ReadingAs,
): Pick<Inspected, 'questions' | 'labelOf'> => {
  const { inspection, form, itemId, set } = asked;
  // A completed one is judged by the day on which it was completed, as its report is.
  const filled = fillForm(form, set.answers as Answers, {
    now: inspection.endedAt === null ? now : Date.parse(inspection.endedAt),
    timeZone: inspection.timeZone,
    language,
  });
  const knownOf = knower(asked);
  const questions: Question[] = [];
  const labels = new Map<string, string>();

  const walk = ({ level, frame, setAside, path: prefix, within }: Place) => {
    for (const placed of level.fields) {
      const { field, slot, entry } = placed;
      const path = prefix + field.name;
      const label = labelIn(placed, frame, filled);
      labels.set(path, label);
      if (field.type === 'section' || field.type === 'note') continue;
      const around = [...within, ...sectionsAround(placed, frame, filled)];
      const own = answerOf(frame.answers, field.name) ?? null;
      const aside = answerOf(setAside, field.name) ?? null;
      if (entry) {
        const isAside = own === null && aside !== null && !frame.isRelevant[slot];
        const frames = isAside
          ? (aside as Answers[]).map((_, place) => emptyFrame(entry, frame, place + 1))
          : ((frame.values[slot] ?? []) as readonly Frame[]);
        for (const [place, each] of frames.entries())
          walk({
            level: entry,
            frame: each,
            setAside: ((aside as Answers[] | null)?.[place] ?? {}) as Answers,
            path: `${path}[${place}].`,
            within: [...around, `${label} ${place + 1}`],
          });
        if (frames.length > 0 && !isSomethingSaid(knownOf(path))) continue;
      }
      const known = knownOf(path);
      // Without a label it is a step of a calculation and nothing to be read.
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
        isSetAside: own === null && aside !== null,
        ...known,
      });
    }
  };
  const root = { level: rootLevel(form), frame: filled.root, setAside: set.setAside as Answers };
  walk({ ...root, path: '', within: [] });
  return { questions, labelOf: (path) => labels.get(path) ?? labelOfGone(lastName(path), filled) };
};

/** What is known of the field at a path beside its answer. */
const knower = ({ inspection, itemId, set }: Asked) => {
  const failures = new Set(set.failures);
  const missing = new Map(set.missing.map(({ field, message }) => [field, message]));
  const prefilled = new Map(inspection.prefill.filled.map(({ field, property }) => [field, property]));
  const isHere = (each: { field: string; itemId?: string | null }, path: string) =>
    each.field === path && (each.itemId ?? null) === itemId;
  return (path: string) => ({
    isFailed: failures.has(path),
    missing: missing.get(path),
    remark: Object.hasOwn(set.remarks, path) ? set.remarks[path] : undefined,
    prefilledFrom: prefilled.get(path),
    conflicts: inspection.conflicts.filter((each) => isHere(each, path)),
    returnedFor: (inspection.returns[0]?.fields ?? [])
      // A comment names a field, whichever entry of a repeat is meant.
      .filter((each) => isHere(each, path) || (path.includes('[') && isHere(each, lastName(path))))
      .map(({ comment }) => comment),
    followUps: inspection.followUps.filter((each) => isHere(each, path)),
  });
};

type Known = ReturnType<ReturnType<typeof knower>>;

/** A repeat is a question of its own where no entry would stand for it, or something is said of it as a whole. */
const isSomethingSaid = ({ missing, remark, conflicts, returnedFor }: Known): boolean =>
  missing !== undefined || remark !== undefined || conflicts.length + returnedFor.length > 0;

/** A label with the answers that it names; of a field without one its name. */
const labelIn = ({ label, field }: FormField, frame: Frame, { given }: FilledForm): string =>
  label?.(frame, given) || field.name;

const sectionsAround = (placed: FormField, frame: Frame, filled: FilledForm): string[] => {
  const around = placed.level.fields[placed.section];
  return around ? [...sectionsAround(around, frame, filled), labelIn(around, frame, filled)] : [];
};

const labelOfGone = (name: string, filled: FilledForm): string => {
  const placed = filled.form.levels.flatMap(({ fields }) => fields).find(({ field }) => field.name === name);
  return placed ? labelIn(placed, emptyWithin(placed.level, filled.root), filled) : name;
};

const emptyWithin = (level: FormLevel, root: Frame): Frame =>
  level.parent ? emptyFrame(level, emptyWithin(level.parent, root), 1) : root;

/** An entry of which nothing is known, such as one of a repeat that is no longer asked. */
const emptyFrame = ({ fields }: FormLevel, parent: Frame, position: number): Frame => ({
  values: fields.map(() => null),
  isRelevant: fields.map(() => false),
  answers: {},
  parent,
  position,
});
