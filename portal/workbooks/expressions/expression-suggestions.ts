import type { Choice } from '#contract/workbook-definition.ts';
import { functions } from '#workbook-engine/expressions/functions.ts';

/** The names that an expression can use. */
export type ExpressionScope = {
  fields: readonly { name: string; type: string; label: string; choices?: readonly Choice[] | undefined }[];
  /** Whether `.` refers to the answer. */
  hasSelf: boolean;
  /** The choices of the field itself, suggested after `.`. */
  ownChoices?: readonly Choice[] | undefined;
  /** The choice attributes, which choice filters use without braces. */
  attributes?: readonly string[] | undefined;
};

export type Suggestion = {
  kind: 'field' | 'function' | 'choice' | 'attribute' | 'operator' | 'self';
  /** The inserted text. */
  text: string;
  /** The text that is matched with the input. */
  label: string;
  detail?: string;
  help?: string;
};

/** Tokens of an expression for syntax colours. Also matches incomplete expressions. */
export const PARTS =
  /(?<text>'[^']*'?|"[^"]*"?)|(?<field>\$\{[^}]*\}?)|(?<call>(?:[A-Za-z]+:)?[A-Za-z_][\w.-]*(?=\s*\())|(?<word>\b(?:and|or|div|mod)\b)|(?<number>\b\d+(?:\.\d+)?)/g;

const OPERATORS = ['and', 'or', 'div', 'mod'];
const CHOICE_BEFORE = /(?:\$\{\s*(\w+)\s*\}|(\.))\s*(?:=|!=|,)\s*(['"])([^'"]*)$/;
const FIELD_BEFORE = /\$\{?\s*([\w-]*)$/;
const WORD_BEFORE = /[A-Za-z_][\w:.-]*$/;

/** Suggestions at a position, and where the replaced text starts; undefined if there are none. */
export const suggestionsAt = (
  text: string,
  at: number,
  scope: ExpressionScope,
  isRequested: boolean,
): { from: number; suggestions: Suggestion[] } | undefined => {
  const before = text.slice(0, at);
  const ofChoice = CHOICE_BEFORE.exec(before);
  if (ofChoice) {
    const [, name, , , typed] = ofChoice;
    const choices =
      name === undefined ? scope.ownChoices : scope.fields.find((each) => each.name === name)?.choices;
    return choices && { from: at - typed!.length, suggestions: choices.map(({ value }) => choiceOf(value)) };
  }
  if (isInsideText(before)) return undefined;
  const ofField = FIELD_BEFORE.exec(before);
  if (ofField) return { from: ofField.index, suggestions: scope.fields.map(fieldOf) };
  const word = WORD_BEFORE.exec(before);
  if (!word && !isRequested) return undefined;
  const suggestions: Suggestion[] = [
    ...(scope.attributes ?? []).map((name): Suggestion => ({ kind: 'attribute', text: name, label: name })),
    ...scope.fields.map(fieldOf),
    ...[...functions].map(
      ([name, { signature, description }]): Suggestion => ({
        kind: 'function',
        text: `${name}(`,
        label: name,
        detail: signature.slice(name.length),
        help: description,
      }),
    ),
    ...OPERATORS.map((name): Suggestion => ({ kind: 'operator', text: name, label: name })),
    ...(scope.hasSelf && !word ? [{ kind: 'self', text: '.', label: '.' } as const] : []),
  ];
  return { from: word?.index ?? at, suggestions };
};

const choiceOf = (value: string): Suggestion => ({ kind: 'choice', text: value, label: value });
const fieldOf = ({ name, type, label }: ExpressionScope['fields'][number]): Suggestion => ({
  kind: 'field',
  text: `\${${name}}`,
  label: name,
  detail: type,
  ...(label !== '' && { help: label }),
});

const isInsideText = (before: string): boolean => {
  let quote = '';
  for (const character of before) {
    if (quote === '' && (character === "'" || character === '"')) quote = character;
    else if (character === quote) quote = '';
  }
  return quote !== '';
};

/** The function call around a position, with its signature and help. */
export const callAround = (
  text: string,
  at: number,
): { name: string; signature: string; description: string } | undefined => {
  const open: string[] = [];
  // Ignores parentheses in text literals.
  const plain = text.slice(0, at).replace(/'[^']*'?|"[^"]*"?/g, (quoted) => ' '.repeat(quoted.length));
  for (const { 0: sign, index } of plain.matchAll(/[()]/g)) {
    if (sign === ')') open.pop();
    else open.push(/[A-Za-z_][\w:.-]*\s*$/.exec(plain.slice(0, index))?.[0].trim() ?? '');
  }
  const called = open.findLast((name) => functions.has(name));
  const definition = called === undefined ? undefined : functions.get(called);
  return (
    definition && { name: called!, signature: definition.signature, description: definition.description }
  );
};

const PART = /\$\{[^}]*\}?|'[^']*'?|"[^"]*"?|[\w:.-]+|\S/y;

/** The end of the token with an error that starts at `at`. */
export const endOfError = (text: string, at: number): number => {
  PART.lastIndex = at;
  return at + (PART.exec(text)?.[0].length ?? 0);
};
