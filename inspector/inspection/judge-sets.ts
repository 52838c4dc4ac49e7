import type { WorkbookDefinition } from '#contract/workbook-definition.ts';
import { type KeptInspection, type KeptSet, NO_ITEM } from '#inspector/store/kept.ts';
import { TooMuchToJudge } from '#workbook-engine/expressions/budget.ts';
import type { Circumstances } from '#workbook-engine/expressions/value.ts';
import type { Form } from '#workbook-engine/form.ts';
import { type Judged, judge } from '#workbook-engine/judge-form.ts';
import { isSameJson } from '#workbook-engine/same-json.ts';
import { type FormPage, pagesOf } from './form-pages.ts';

/** What was said of one item, and what it comes to. */
export type JudgedSet = {
  itemId: string;
  title: string;
  set: KeptSet;
  /** null: it is more than can be judged. */
  judged: Judged | null;
  pages: readonly FormPage[];
  answered: number;
  asked: number;
};

const NOTHING: KeptSet = { answers: {}, remarks: {} };

type Judging = { form: Form; definition: WorkbookDefinition; circumstances: Circumstances };

/** Judges what was said of each item. What is the same as `before` is the same object: it need not be drawn anew. */
export const judgeSets = (
  { items, sets, title }: KeptInspection,
  judging: Judging,
  before: readonly JudgedSet[],
): JudgedSet[] =>
  (items.length === 0 ? [{ id: NO_ITEM, title }] : items).map((item) => {
    const set = sets[item.id] ?? NOTHING;
    const known = before.find(({ itemId }) => itemId === item.id);
    if (known && isSameJson(known.set, set)) return known;
    return judgeSet(item, set, judging);
  });

const judgeSet = (
  { id, title }: { id: string; title: string },
  set: KeptSet,
  { form, definition, circumstances }: Judging,
): JudgedSet => {
  const judged = judgeSafely(form, set, circumstances);
  const pages = judged ? pagesOf(definition.fields, judged.filled) : [];
  const sum = (count: 'answered' | 'asked') => pages.reduce((all, page) => all + page[count], 0);
  return { itemId: id, title, set, judged, pages, answered: sum('answered'), asked: sum('asked') };
};

const judgeSafely = (
  form: Form,
  { answers }: Pick<KeptSet, 'answers'>,
  circumstances: Circumstances,
): Judged | null => {
  try {
    return judge(form, answers, circumstances);
  } catch (error) {
    if (error instanceof TooMuchToJudge) return null;
    throw error;
  }
};
