import type { AnswerComment } from '#contract/inspection.ts';
import type { Answers } from '#workbook-engine/answer.ts';

/** The result of an inspection, or of one of its items. */
export type StoredResult = {
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

/** A row of a table, which is a result or an entry of a repeat. */
export type ResultRow = {
  result: StoredResult;
  answers: Answers;
  key: string;
  /** The key of the row that contains an entry. Null for a result. */
  parentKey: string | null;
  /** The number of an entry, starting with 1. Null for a result. */
  entry: number | null;
};

export const createResultRow = (result: StoredResult): ResultRow => ({
  result,
  answers: result.answers,
  key: result.item_id === null ? result.inspection_id : `${result.inspection_id}/${result.item_id}`,
  parentKey: null,
  entry: null,
});

/** Finds the entries of a repeat. For a nested repeat, finds the entries in all entries of the outer repeats. */
export function* findEntryRows(row: ResultRow, path: readonly string[]): Generator<ResultRow> {
  const [name, ...innerPath] = path;
  if (name === undefined) return yield row;
  const entries = (row.answers[name] ?? []) as Answers[];
  for (const [position, answers] of entries.entries()) {
    const key = `${row.key}/${name}/${position + 1}`;
    const entryRow = { result: row.result, answers, key, parentKey: row.key, entry: position + 1 };
    yield* findEntryRows(entryRow, innerPath);
  }
}
