import { type Sentence, sentence } from '#sentences/sentence.ts';
import { isBareName, readTokens, type Token } from './expression-tokens.ts';
import type { Names } from './give-names.ts';
import type { FormNode } from './read-survey.ts';
import { peek, type TableRow } from './read-table.ts';

/** Says what became of a part of an expression. */
export type TellPart = (code: 'reference-unknown' | 'path-rewritten', message: Sentence) => void;

export type Rewriting = {
  names: Names;
  /** The question that the expression belongs to; a label of a choice belongs to none. */
  from: FormNode | undefined;
  tell: TellPart;
  /** In a choice filter, the columns of the choices by the names that they have here. */
  attributes?: ReadonlyMap<string, string>;
};

const REFERENCE = /\$\{([^{}]*)\}/g;

/** The references of a text for people, by the names of the fields. */
export const rewriteText = (text: string, rewriting: Rewriting): string =>
  text.replaceAll(REFERENCE, (whole, name: string) => referenceTo(name, rewriting) ?? whole);

/**
 * An expression with its references by the names of the fields, those within quotes too, and with paths as references.
 * What leads nowhere stays as it is, for whoever checks the definition to find.
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
          ? attributeNamed(token.text, rewriting.attributes, rewriting.tell)
          : token.text;
      default:
        return token.text;
    }
  });
  return withoutConversions(tokens, written, rewriting).join('');
};

/** Quotes and blanks as spreadsheets beautify them; a text between straight quotes may mean its own. */
const straighten = (expression: string): string =>
  expression.replaceAll(/"[^"]*"|'[^']*'|[\u2018\u2019]|[\u201C\u201D]|\u00A0/g, (piece) => {
    if (piece.length > 1 || piece < ' ') return piece;
    if (piece === '\u00A0') return ' ';
    return piece < '\u201B' ? "'" : '"';
  });

const ELSEWHERE = sentence`Ronda looks at no inspection but this one.`;

const referenceTo = (name: string, { names, from, tell }: Rewriting): string | undefined => {
  const resolved = names.resolve(name, from);
  if ('why' in resolved) {
    const why = name.startsWith('last-saved#') ? ELSEWHERE : resolved.why;
    tell('reference-unknown', sentence`\${${name}} leads nowhere: ${why}`);
    return undefined;
  }
  const { node, doubt } = resolved;
  if (doubt !== undefined) tell('reference-unknown', sentence`\${${name}} is not clear: ${doubt}`);
  if (node.type.is === 'lost') tell('reference-unknown', leadsToLost(`\${${name}}`, node));
  return `\${${node.name}}`;
};

const leadsToLost = (written: string, { row }: FormNode) =>
  sentence`${written} leads to row ${row.number}, which could not be carried over.`;

const pathAsReference = (path: string, { names, from, tell }: Rewriting): string => {
  const node = names.resolvePath(path, from);
  if (node === undefined) {
    tell('reference-unknown', sentence`The path ${path} leads to no question, or not to one only.`);
    return path;
  }
  if (node.type.is === 'lost') tell('reference-unknown', leadsToLost(path, node));
  else tell('path-rewritten', sentence`The path ${path} is written \${${node.name}} here.`);
  return `\${${node.name}}`;
};

const attributeNamed = (name: string, attributes: ReadonlyMap<string, string>, tell: TellPart): string => {
  const attribute = attributes.get(name);
  if (attribute === undefined)
    tell('reference-unknown', sentence`The choices have no column “${name}” to filter by.`);
  return attribute ?? name;
};

/** Our own forms write a boolean, which XLSForm has not, as `boolean-from-string(${Safe})`; here it is one by itself. */
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
  for (let at = 0; at < tokens.length; at++) {
    const [call, opening, argument, closing] = tokens.slice(at, at + 4);
    const isConversion =
      call!.text === 'boolean-from-string' &&
      opening?.text === '(' &&
      closing?.text === ')' &&
      isBoolean(argument!);
    if (isConversion) at += 2;
    kept.push(written[at]!);
    if (isConversion) at++;
  }
  return kept;
};

/** Whether one of our own forms says that a select is a boolean. */
export const isRondaBoolean = (row: TableRow): boolean => peek(row, 'ronda:type') === 'boolean';
