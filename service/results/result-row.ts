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

/** A result or an instance of a repeat. */
export type ResultRow = {
  result: StoredResult;
  answers: Answers;
  key: string;
  /** Null for a result. */
  parentKey: string | null;
  /** Starts at 1. Null for a result. */
  instanceNumber: number | null;
};

export const createResultRow = (result: StoredResult): ResultRow => ({
  result,
  answers: result.answers,
  key: result.item_id === null ? result.inspection_id : `${result.inspection_id}/${result.item_id}`,
  parentKey: null,
  instanceNumber: null,
});

/** For a nested repeat, `path` starts with the enclosing repeats. */
export function* findInstanceRows(row: ResultRow, path: readonly string[]): Generator<ResultRow> {
  const [name, ...innerPath] = path;
  if (name === undefined) return yield row;
  const instances = (row.answers[name] ?? []) as Answers[];
  for (const [index, answers] of instances.entries()) {
    const instanceNumber = index + 1;
    const key = `${row.key}/${name}/${instanceNumber}`;
    const instanceRow = { result: row.result, answers, key, parentKey: row.key, instanceNumber };
    yield* findInstanceRows(instanceRow, innerPath);
  }
}
