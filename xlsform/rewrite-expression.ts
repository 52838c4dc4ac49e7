import { type Sentence, sentence } from '#i18n/sentence.ts';
import type { Names } from './assign-names.ts';
import { isBareName, readTokens, type Token } from './expression-tokens.ts';
import type { FormNode } from './read-survey.ts';
import { peek, type TableRow } from './read-table.ts';

/** Reports a change to a part of an expression. */
export type ReportPart = (code: 'reference-unknown' | 'path-rewritten', message: Sentence) => void;

export type Rewriting = {
  names: Names;
  /** The question of the expression; undefined for labels of choices. */
  from: FormNode | undefined;
  report: ReportPart;
  /** New names of the columns of choices, for choice filters. */
  attributes?: ReadonlyMap<string, string>;
};

const REFERENCE = /\$\{([^{}]*)\}/g;

/** Rewrites the references in a text to the names of fields. */
export const rewriteText = (text: string, rewriting: Rewriting): string =>
  text.replaceAll(REFERENCE, (whole, name: string) => referenceTo(name, rewriting) ?? whole);

/**
 * Rewrites an expression to use field names, also in string literals, and converts paths to references. A reference to an
 * unknown question is left as it is; validation of the definition reports it.
 */
export const rewriteExpression = (expression: string, rewriting: Rewriting): string => {
  const tokens = readTokens(straighten(expression));
  const written = tokens.map((token, position) => {
    switch (token.kind) {
      case 'text':
      case 'reference':
        return rewriteText(token.text, rewriting);
      case 'path':
        return pathAsReference(token.text, rewriting);
      case 'name':
        return rewriting.attributes && isBareName(tokens, position)
          ? attributeNamed(token.text, rewriting.attributes, rewriting.report)
          : token.text;
      default:
        return token.text;
    }
  });
  return withoutConversions(tokens, written, rewriting).join('');
};

/** Replaces typographic quotes and non-breaking spaces, except inside straight quotes. */
const straighten = (expression: string): string =>
  expression.replaceAll(/"[^"]*"|'[^']*'|[\u2018\u2019]|[\u201C\u201D]|\u00A0/g, (piece) => {
    if (piece.length > 1 || piece < ' ') return piece;
    if (piece === '\u00A0') return ' ';
    return piece < '\u201B' ? "'" : '"';
  });

const ELSEWHERE = sentence`expressions cannot refer to other inspections.`;

const referenceTo = (name: string, { names, from, report }: Rewriting): string | undefined => {
  const resolved = names.resolve(name, from);
  if ('reason' in resolved) {
    const reason = name.startsWith('last-saved#') ? ELSEWHERE : resolved.reason;
    report('reference-unknown', sentence`\${${name}} cannot be resolved: ${reason}`);
    return undefined;
  }
  const { node, doubt } = resolved;
  if (doubt !== undefined) report('reference-unknown', sentence`\${${name}} is ambiguous: ${doubt}`);
  if (node.type.is === 'lost') report('reference-unknown', leadsToLost(`\${${name}}`, node));
  return `\${${node.name}}`;
};

const leadsToLost = (written: string, { row }: FormNode) =>
  sentence`${written} refers to row ${row.number}, which is not imported.`;

const pathAsReference = (path: string, { names, from, report }: Rewriting): string => {
  const node = names.resolvePath(path, from);
  if (node === undefined) {
    report('reference-unknown', sentence`The path ${path} does not refer to exactly one question.`);
    return path;
  }
  if (node.type.is === 'lost') report('reference-unknown', leadsToLost(path, node));
  else report('path-rewritten', sentence`The path ${path} is replaced by \${${node.name}}.`);
  return `\${${node.name}}`;
};

const attributeNamed = (
  name: string,
  attributes: ReadonlyMap<string, string>,
  report: ReportPart,
): string => {
  const attribute = attributes.get(name);
  if (attribute === undefined)
    report('reference-unknown', sentence`The choices have no column “${name}” for the filter.`);
  return attribute ?? name;
};

/** Removes `boolean-from-string(…)` around booleans, which Ronda adds when exporting. */
const withoutConversions = (
  tokens: readonly Token[],
  written: readonly string[],
  { names, from }: Rewriting,
): string[] => {
  const isBoolean = ({ kind, text }: Token): boolean => {
    if (kind === 'here') return from !== undefined && isRondaBoolean(from.row);
    const resolved = kind === 'reference' ? names.resolve(text.slice(2, -1), from) : undefined;
    return resolved !== undefined && 'node' in resolved && isRondaBoolean(resolved.node.row);
  };
  const kept: string[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const [call, opening, argument, closing] = tokens.slice(index, index + 4);
    const isConversion =
      call!.text === 'boolean-from-string' &&
      opening?.text === '(' &&
      closing?.text === ')' &&
      isBoolean(argument!);
    if (isConversion) index += 2;
    kept.push(written[index]!);
    if (isConversion) index++;
  }
  return kept;
};

/** Whether Ronda exported the select from a boolean. */
export const isRondaBoolean = (row: TableRow): boolean => peek(row, 'ronda:type') === 'boolean';
