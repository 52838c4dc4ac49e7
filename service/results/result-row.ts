import type { Remark } from '#contract/inspection.ts';
import type { Answers } from '#workbook-engine/answer.ts';

/** A result as the database has it: of an inspection, or of one of its items. */
export type ResultFacts = {
  inspection_id: string;
  external_id: string | null;
  title: string;
  item_id: string | null;
  item_external_id: string | null;
  item_title: string | null;
  team_title: string;
  time_zone: string;
  user_name: string;
  state: number;
  started_at: Date;
  completed_at: Date;
  approved_at: Date | null;
  failures: readonly string[];
  remarks: Readonly<Record<string, Remark>>;
  answers: Answers;
};

/** A row of a table: a result, or an entry of a repeat in it. */
export type ResultRow = {
  facts: ResultFacts;
  answers: Answers;
  key: string;
  /** The row in whose repeat this one is an entry, and its place there, from 1. */
  parentKey: string | null;
  entry: number | null;
};

export const resultRow = (facts: ResultFacts): ResultRow => ({
  facts,
  answers: facts.answers,
  key: facts.item_id === null ? facts.inspection_id : `${facts.inspection_id}/${facts.item_id}`,
  parentKey: null,
  entry: null,
});

/** The entries of a repeat within a row; of one within another repeat, those of all its entries. */
export const entryRows = (row: ResultRow, path: readonly string[]): ResultRow[] => {
  const [name, ...inner] = path;
  if (name === undefined) return [row];
  const entries = (row.answers[name] ?? []) as Answers[];
  return entries.flatMap((answers, position) => {
    const key = `${row.key}/${name}/${position + 1}`;
    return entryRows({ facts: row.facts, answers, key, parentKey: row.key, entry: position + 1 }, inner);
  });
};
