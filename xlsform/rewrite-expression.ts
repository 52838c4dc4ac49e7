import { type Message, msg } from '#i18n/message.ts';
import type { NameResolver } from './assign-names.ts';
import { isBareName, type Token, tokenize } from './expression-tokens.ts';
import type { FormNode } from './read-survey.ts';
import { peek, type TableRow } from './read-table.ts';

export type ReportReference = (code: 'reference-unknown' | 'path-rewritten', message: Message) => void;

export type RewriteContext = {
  names: NameResolver;
  /** Undefined for choice labels. */
  contextNode: FormNode | undefined;
  report: ReportReference;
  /** The new names of choice columns, by the names used in choice filters. */
  attributes?: ReadonlyMap<string, string>;
};

const REFERENCE_PATTERN = /\$\{([^{}]*)\}/g;

/** Replaces the names in references with field names. */
export const rewriteText = (text: string, context: RewriteContext): string =>
  text.replaceAll(
    REFERENCE_PATTERN,
    (reference, name: string) => rewriteReference(name, context) ?? reference,
  );

/** Reports unknown references and leaves them as they are, so that validation rejects them. */
export const rewriteExpression = (expression: string, context: RewriteContext): string => {
  const tokens = tokenize(normalizeQuotes(expression));
  const rewrittenTexts = tokens.map((token, position) => {
    switch (token.kind) {
      case 'text':
      case 'reference':
        return rewriteText(token.text, context);
      case 'path':
        return rewritePath(token.text, context);
      case 'name':
        return context.attributes && isBareName(tokens, position)
          ? rewriteAttribute(token.text, context.attributes, context.report)
          : token.text;
      default:
        return token.text;
    }
  });
  return removeConversions(tokens, rewrittenTexts, context).join('');
};

/** Leaves text inside straight quotes alone. */
const normalizeQuotes = (expression: string): string =>
  expression.replaceAll(/"[^"]*"|'[^']*'|[\u2018\u2019]|[\u201C\u201D]|\u00A0/g, (match) => {
    if (match.length > 1 || match < ' ') return match;
    if (match === '\u00A0') return ' ';
    return match < '\u201B' ? "'" : '"';
  });

const OTHER_INSPECTION = msg`expressions cannot refer to other inspections.`;

const rewriteReference = (
  name: string,
  { names, contextNode, report }: RewriteContext,
): string | undefined => {
  const resolution = names.resolve(name, contextNode);
  if ('reason' in resolution) {
    const reason = name.startsWith('last-saved#') ? OTHER_INSPECTION : resolution.reason;
    report('reference-unknown', msg`\${${name}} cannot be resolved: ${reason}`);
    return undefined;
  }
  const { node, warning } = resolution;
  if (warning !== undefined) report('reference-unknown', msg`\${${name}} is ambiguous: ${warning}`);
  if (node.type.kind === 'unsupported') report('reference-unknown', describeUnsupported(`\${${name}}`, node));
  return `\${${node.name}}`;
};

const describeUnsupported = (reference: string, { row }: FormNode) =>
  msg`${reference} refers to row ${row.number}, which is not imported.`;

const rewritePath = (path: string, { names, contextNode, report }: RewriteContext): string => {
  const node = names.resolvePath(path, contextNode);
  if (node === undefined) {
    report('reference-unknown', msg`The path ${path} does not refer to exactly one question.`);
    return path;
  }
  if (node.type.kind === 'unsupported') report('reference-unknown', describeUnsupported(path, node));
  else report('path-rewritten', msg`The path ${path} is replaced by \${${node.name}}.`);
  return `\${${node.name}}`;
};

const rewriteAttribute = (
  name: string,
  attributes: ReadonlyMap<string, string>,
  report: ReportReference,
): string => {
  const attribute = attributes.get(name);
  if (attribute === undefined)
    report('reference-unknown', msg`The choices have no column “${name}” for the filter.`);
  return attribute ?? name;
};

/** Removes the `boolean-from-string(…)` calls that Ronda puts around booleans when exporting. */
const removeConversions = (
  tokens: readonly Token[],
  rewrittenTexts: readonly string[],
  { names, contextNode }: RewriteContext,
): string[] => {
  const isBoolean = ({ kind, text }: Token): boolean => {
    if (kind === 'self') return contextNode !== undefined && isRondaBoolean(contextNode.row);
    const resolution = kind === 'reference' ? names.resolve(text.slice(2, -1), contextNode) : undefined;
    return resolution !== undefined && 'node' in resolution && isRondaBoolean(resolution.node.row);
  };
  const result: string[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const [call, opening, argument, closing] = tokens.slice(index, index + 4);
    const isConversion =
      call!.text === 'boolean-from-string' &&
      opening?.text === '(' &&
      closing?.text === ')' &&
      isBoolean(argument!);
    if (isConversion) index += 2;
    result.push(rewrittenTexts[index]!);
    if (isConversion) index++;
  }
  return result;
};

/** Ronda exports boolean fields as selects. */
export const isRondaBoolean = (row: TableRow): boolean => peek(row, 'ronda:type') === 'boolean';
