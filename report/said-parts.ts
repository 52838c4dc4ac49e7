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
import type { ReportFacts, SaidOfOne } from './report-facts.ts';
import type { Speech } from './speech.ts';
import { wordAnswer } from './word-answer.ts';

/** A question, what was said to it, and what was said about that. */
export type SaidAnswer = {
  kind: 'answer';
  type: FieldType;
  label: string;
  /** In words; empty where there is no answer, or one without words. */
  text: string;
  /** Ids of the pictures, the signature or the file that answer it. */
  uploads: readonly string[];
  hasFailed: boolean;
  isFromTask: boolean;
} & SaidBeside;

/** Remarks, comments of the reviewer and answers that were not taken. */
export type SaidBeside = { notes: { by: string; text: string }[]; remarkPictures: readonly string[] };

export type SaidSection = { kind: 'section'; title: string; parts: SaidPart[] };
export type SaidRepeat = { kind: 'repeat'; title: string; entries: SaidPart[][] } & SaidBeside;
export type SaidPart = SaidAnswer | SaidSection | SaidRepeat;

/** A failed answer, and the titles of the entries of repeats around it. */
export type FailedAnswer = { within: string[]; answer: SaidAnswer };

export type Said = {
  parts: SaidPart[];
  failed: FailedAnswer[];
  /** Of each field, as it was first shown. */
  labels: ReadonlyMap<string, string>;
};

/** A form and, of each of its levels, the fields by the slot of the section around them. */
export type SectionedForm = { form: Form; sections: ReadonlyMap<FormLevel, Map<number, FormField[]>> };

export const sectionsOf = (form: Form): SectionedForm => ({
  form,
  sections: new Map(form.levels.map((level) => [level, Map.groupBy(level.fields, ({ section }) => section)])),
});

/** What all items of a report have in common. */
export type Asked = { facts: ReportFacts; form: SectionedForm; speech: Speech; onAnswer: () => void };

type Reading = Asked & {
  filled: FilledForm;
  set: SaidOfOne;
  failures: ReadonlySet<string>;
  fromTask: ReadonlySet<string>;
  beside: ReadonlyMap<string, SaidBeside['notes']>;
  failed: FailedAnswer[];
  labels: Map<string, string>;
};

/**
 * What was said of one item, in the order of the workbook and in words. What counts are the answers as they were kept:
 * the form only tells which questions were asked, and how they read.
 */
export const saidParts = (asked: Asked, { set, itemId }: { set: SaidOfOne; itemId: string | null }): Said => {
  const { facts, speech } = asked;
  const { form } = asked.form;
  const { inspection, labelLanguage, madeAt } = facts;
  const filled = fillForm(form, set.answers, {
    now: (inspection.endedAt ?? madeAt).getTime(),
    timeZone: inspection.timeZone,
    language: labelLanguage,
  });
  const isOfItem = (each: { itemId?: string | null }) => (each.itemId ?? null) === itemId;
  const reading: Reading = {
    ...asked,
    filled,
    set,
    failures: new Set(set.failures),
    fromTask: new Set(facts.fromTask.filter(isOfItem).map(({ field }) => field)),
    beside: notesBeside(facts, form, { isOfItem, speech }),
    failed: [],
    labels: new Map(),
  };
  const parts = partsOf(rootLevel(form), filled.root, -1, { reading, path: '', within: [] });
  return { parts, failed: reading.failed, labels: reading.labels };
};

type Place = { reading: Reading; path: string; within: string[] };

/** The fields of a section, or of a level itself (-1), that were asked or have an answer all the same. */
const partsOf = (level: FormLevel, frame: Frame, section: number, place: Place): SaidPart[] =>
  (place.reading.form.sections.get(level)!.get(section) ?? []).flatMap((field) =>
    partOf(field, frame, place),
  );

const partOf = (placed: FormField, frame: Frame, place: Place): SaidPart[] => {
  const { field, slot, level, entry } = placed;
  const { reading } = place;
  const answer = answerOf(frame.answers, field.name) ?? null;
  const title = titleOf(placed, frame, reading);
  if (field.type === 'section') {
    const parts = partsOf(level, frame, slot, place);
    if (parts.length === 0 || field.label === undefined) return parts;
    return [{ kind: 'section', title, parts }];
  }
  if (field.type === 'note' || (answer === null && !frame.isRelevant[slot])) return [];
  if (entry) {
    const entries = framesOf(placed, entry, frame).map((each) =>
      partsOf(entry, each, -1, {
        reading,
        path: `${place.path}${field.name}[${each.position - 1}].`,
        within: [...place.within, `${title} ${each.position}`],
      }),
    );
    return [{ kind: 'repeat', title, entries, ...besideOf(placed, reading) }];
  }
  // Without a label it is a step of a calculation and nothing to be read.
  if (field.type === 'calculated' && field.label === undefined) return [];
  reading.onAnswer();
  const said = answerPart(placed, answer, title, place);
  if (said.hasFailed) reading.failed.push({ within: place.within, answer: said });
  return [said];
};

const titleOf = (placed: FormField, frame: Frame, { filled, labels }: Reading): string => {
  const title = placed.label?.(frame, filled.given) || placed.field.name;
  if (!labels.has(placed.field.name)) labels.set(placed.field.name, title);
  return title;
};

const answerPart = (
  placed: FormField,
  answer: Answer,
  label: string,
  { reading, path }: Place,
): SaidAnswer => {
  const { field, type, level } = placed;
  return {
    kind: 'answer',
    type: field.type,
    label,
    text: wordAnswer(placed, answer, reading.speech),
    uploads: type?.base === 'upload' && answer !== null ? [answer as string | string[]].flat() : [],
    hasFailed: reading.failures.has(path + field.name),
    isFromTask: level.depth === 0 && answer !== null && reading.fromTask.has(field.name),
    ...besideOf(placed, reading),
  };
};

/**
 * The entries of a repeat. Where it was not asked (a completed inspection keeps what it said, even if its team's time
 * zone makes a condition come out otherwise today) nothing is known of them but their answers.
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

/** A remark is about a field, not about one entry: of fields in a repeat it stands with the outermost repeat. */
const besideOf = (placed: FormField, { set, beside, speech, filled }: Reading): SaidBeside => {
  if (placed.level.depth > 0) return { notes: [], remarkPictures: [] };
  const about = placed.entry ? [placed, ...fieldsWithin(placed.entry)] : [placed];
  const notes: SaidBeside['notes'] = [];
  const remarkPictures: string[] = [];
  for (const { field, label } of about) {
    const remark = Object.hasOwn(set.remarks, field.name) ? set.remarks[field.name] : undefined;
    const of = field === placed.field ? '' : ` (${label?.(filled.root, filled.given) || field.name})`;
    const own = remark?.text === undefined ? [] : [{ by: speech.words.remark, text: remark.text }];
    const all = [...own, ...(beside.get(field.name) ?? [])];
    notes.push(...all.map(({ by, text }) => ({ by: by + of, text })));
    remarkPictures.push(...(remark?.pictures ?? []));
  }
  return { notes, remarkPictures };
};

const fieldsWithin = (level: FormLevel): FormField[] =>
  level.fields.flatMap((field) => (field.entry ? [field, ...fieldsWithin(field.entry)] : [field]));

type About = { isOfItem: (each: { itemId?: string | null }) => boolean; speech: Speech };

/** What else was said about single fields, by their names. */
const notesBeside = (
  { inspection }: ReportFacts,
  form: Form,
  { isOfItem, speech }: About,
): Map<string, SaidBeside['notes']> => {
  const { words } = speech;
  const notes = new Map<string, SaidBeside['notes']>();
  const add = (field: string, note: { by: string; text: string }) =>
    notes.set(field, [...(notes.get(field) ?? []), note]);
  const fields = new Map(
    form.levels.flatMap((level) => level.fields.map((placed) => [placed.field.name, placed])),
  );
  for (const { field, isRemark, other } of inspection.conflicts.filter(isOfItem)) {
    const placed = fields.get(field);
    if (!placed) continue;
    if (isRemark) {
      const remark = other.value as { text?: string } | null;
      add(field, {
        by: words.alsoRemarked(speech.name(other.userName)),
        text: remark?.text ?? words.nothing,
      });
    } else {
      const answer = other.value as Answer;
      const text =
        answer === null ? words.nothing : wordAnswer(placed, answer, speech) || words.somethingElse;
      add(field, { by: words.alsoAnswered(speech.name(other.userName)), text });
    }
  }
  // Once the inspector is done again, what the reviewer asked for is history.
  if (inspection.state !== 'Active') return notes;
  for (const { field, comment } of inspection.returns[0]?.fields.filter(isOfItem) ?? []) {
    add(field, { by: words.reviewer, text: comment });
  }
  return notes;
};
