import type { DefinitionError } from '#contract/workbook-draft.ts';
import { type Message, toEnglish } from '#i18n/message.ts';
import type { LocalizableIssue } from '#workbook-engine/field-issues.ts';
import type { FieldNode } from './draft-tree.ts';

export type DraftError = {
  /** The key of the field, or null if the error concerns the whole draft. */
  key: number | null;
  /** The path of the property within the field, such as `relevant`, `choices[2].value` or `label.nl`. */
  property: string;
  message: string;
  /** The engine's untranslated message. Server errors are already in the user's language. */
  localizableMessage?: Message;
  /** The position of the error in an expression, starting at 0. */
  position?: number | undefined;
};

export const locateErrors = (
  nodes: readonly FieldNode[],
  issues: readonly LocalizableIssue[],
): DraftError[] =>
  issues.map(({ message, ...issue }) => ({
    ...locateError(nodes, { ...issue, message: toEnglish(message) }),
    localizableMessage: message,
  }));

const FIELD_INDEX_PATTERN = /^\.?fields\[(\d+)\]/;

export const locateError = (
  nodes: readonly FieldNode[],
  { path, message, at }: DefinitionError,
): DraftError => {
  let remainingPath = path;
  let siblings = nodes;
  let key: number | null = null;
  for (;;) {
    const match = FIELD_INDEX_PATTERN.exec(remainingPath);
    const node = match && siblings[Number(match[1])];
    if (!node) break;
    key = node.key;
    siblings = node.children;
    remainingPath = remainingPath.slice(match[0].length);
  }
  return { key, property: remainingPath.replace(/^\./, ''), message, position: at };
};

export const isInProperty = (error: DraftError, property: string): boolean =>
  error.property === property ||
  error.property.startsWith(`${property}.`) ||
  error.property.startsWith(`${property}[`);
