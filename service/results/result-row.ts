import type { AnswerComment } from '#contract/inspection.ts';
import type { Answers } from '#workbook-engine/answer.ts';

/** A result as stored: of an inspection, or of one of its items. */
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
  comments: Readonly<Record<string, AnswerComment>>;
  answers: Answers;
};

/** A row of a table: a result, or a repeat entry in it. */
export type ResultRow = {
  facts: ResultFacts;
  answers: Answers;
  key: string;
  /** Key of the row that contains this entry, and the position of the entry, from 1. */
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

/** The entries of a repeat in a row. For a nested repeat, the entries of all outer entries. */
export const entryRows = (row: ResultRow, path: readonly string[]): ResultRow[] => {
  const [name, ...inner] = path;
  if (name === undefined) return [row];
  const entries = (row.answers[name] ?? []) as Answers[];
  return entries.flatMap((answers, position) => {
    const key = `${row.key}/${name}/${position + 1}`;
    return entryRows({ facts: row.facts, answers, key, parentKey: row.key, entry: position + 1 }, inner);
  });
};
