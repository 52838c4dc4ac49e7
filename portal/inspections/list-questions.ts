import type { Inspection } from '#contract/inspection.ts';
import type { Field, LocalText } from '#contract/workbook-definition.ts';
import { localText } from '#workbook-engine/local-text.ts';

type Remark = Inspection['remarks'][string];
type AnswerSet = Pick<Inspection, 'answers' | 'setAside' | 'remarks' | 'failures' | 'missing'>;
type Answers = Readonly<Record<string, unknown>>;

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

/** What is inspected: an item, or everything when it is about none. */
export type Inspected = {
  itemId: string | null;
  title: string | undefined;
  questions: readonly Question[];
};

export const labelOf = ({ label, name }: { label?: LocalText; name: string }, language: string): string =>
  label === undefined ? name : localText(label, language);

/** The questions in the order of the workbook, of each item. */
export const listQuestions = (
  inspection: Inspection,
  fields: readonly Field[],
  language: string,
): Inspected[] => {
  if (inspection.items.length === 0)
    return [
      {
        itemId: null,
        title: undefined,
        questions: questionsOf({ inspection, fields, language, itemId: null, set: inspection }),
      },
    ];
  return inspection.items.map((set) => ({
    itemId: set.itemId,
    title: set.title,
    questions: questionsOf({ inspection, fields, language, itemId: set.itemId, set }),
  }));
};

type Asked = {
  inspection: Inspection;
  fields: readonly Field[];
  language: string;
  itemId: string | null;
  set: AnswerSet;
};

const questionsOf = ({ inspection, fields, language, itemId, set }: Asked): Question[] => {
  const failures = new Set(set.failures);
  const missing = new Map(set.missing.map(({ field, message }) => [field, message]));
  const prefilled = new Map(inspection.prefill.filled.map(({ field, property }) => [field, property]));
  const [latest] = inspection.returns;
  const questions: Question[] = [];

  const ask = (field: Field, answers: Answers, prefix: string, within: readonly string[]) => {
    const { name } = field;
    const path = prefix + name;
    const isTop = prefix === '';
    const own = ownOf(answers, name);
    const aside = isTop ? ownOf(set.setAside, name) : undefined;
    questions.push({
      key: `${itemId ?? ''}/${path}`,
      itemId,
      field,
      path,
      label: labelOf(field, language),
      within,
      isInEntry: !isTop,
      value: own ?? aside ?? null,
      isSetAside: own === undefined && aside !== undefined,
      isFailed: failures.has(path),
      missing: missing.get(path),
      remark: isTop ? (ownOf(set.remarks, name) as Remark | undefined) : undefined,
      prefilledFrom: isTop ? prefilled.get(name) : undefined,
      conflicts: isTop
        ? inspection.conflicts.filter((each) => each.field === name && each.itemId === itemId)
        : [],
      returnedFor: (latest?.fields ?? [])
        .filter((each) => each.field === name && (each.itemId ?? null) === itemId)
        .map(({ comment }) => comment),
      followUps: inspection.followUps.filter((each) => each.field === path && each.itemId === itemId),
    });
  };

  const walk = (level: readonly Field[], answers: Answers, prefix: string, within: readonly string[]) => {
    for (const field of level) {
      const label = labelOf(field, language);
      if (field.type === 'section') walk(field.fields ?? [], answers, prefix, [...within, label]);
      else if (field.type === 'repeat') {
        const entries = ownOf(answers, field.name);
        // The repeat itself is a question where nothing else would stand for it, or something is said of it.
        if (!Array.isArray(entries) || entries.length === 0 || missing.has(prefix + field.name))
          ask(field, answers, prefix, within);
        for (const [place, entry] of (Array.isArray(entries) ? entries : []).entries())
          walk(field.fields ?? [], entry as Answers, `${prefix}${field.name}[${place}].`, [
            ...within,
            `${label} ${place + 1}`,
          ]);
      } else if (field.type !== 'note') ask(field, answers, prefix, within);
    }
  };
  walk(fields, set.answers, '', []);
  return questions;
};

const ownOf = (values: Answers, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** For who may not read the workbook: fields by the names and looks of their answers. */
export const guessFields = (inspection: Inspection): Field[] => {
  const answers = [inspection, ...inspection.items].map((set) => ({ ...set.setAside, ...set.answers }));
  const uploads = new Set(inspection.uploads.map(({ field }) => field));
  return [...new Set(answers.flatMap((each) => Object.keys(each)))].map((name) => {
    const entries = answers.flatMap((each) => (Array.isArray(each[name]) ? each[name] : []));
    const inner = entries.filter((entry) => typeof entry === 'object' && entry !== null);
    if (inner.length === 0) return { name, type: uploads.has(name) ? 'photo' : 'text' };
    const names = [...new Set(inner.flatMap((entry) => Object.keys(entry)))];
    return { name, type: 'repeat', fields: names.map((each) => ({ name: each, type: 'text' as const })) };
  });
};
