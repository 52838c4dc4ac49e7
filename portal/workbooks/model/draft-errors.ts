import type { DefinitionError } from '#contract/workbook-draft.ts';
import { inEnglish, type Sentence } from '#i18n/sentence.ts';
import type { FoundIssue } from '#workbook-engine/field-issues.ts';
import type { FieldNode } from './draft-tree.ts';

/** An error in a draft. `key` is the field; null for the whole draft. */
export type DraftError = {
  key: number | null;
  /** The path within the field: `relevant`, `choices[2].value`, `label.nl`. */
  member: string;
  message: string;
  /** The sentence of the engine, to translate. Errors of the server are already in the user's language. */
  sentence?: Sentence;
  /** The position in an expression, from 0. */
  at?: number | undefined;
};

/** Assigns errors of the engine to their fields. */
export const locateErrors = (nodes: readonly FieldNode[], issues: readonly FoundIssue[]): DraftError[] =>
  issues.map(({ sentence, ...issue }) => ({
    ...locateError(nodes, { ...issue, message: inEnglish(sentence) }),
    sentence,
  }));

const STEP = /^\.?fields\[(\d+)\]/;

/** Assigns an error to the field in its path. */
export const locateError = (
  nodes: readonly FieldNode[],
  { path, message, at }: DefinitionError,
): DraftError => {
  let rest = path;
  let list = nodes;
  let found: FieldNode | undefined;
  for (;;) {
    const step = STEP.exec(rest);
    const node = step && list[Number(step[1])];
    if (!node) break;
    found = node;
    list = node.children;
    rest = rest.slice(step[0].length);
  }
  return { key: found?.key ?? null, member: rest.replace(/^\./, ''), message, at };
};

/** Whether an error is in a member or inside it. */
export const isAbout = ({ member }: DraftError, wanted: string): boolean =>
  member === wanted || member.startsWith(`${wanted}.`) || member.startsWith(`${wanted}[`);
