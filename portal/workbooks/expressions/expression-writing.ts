import type { Choice } from '#contract/workbook-definition.ts';
import { functions } from '#workbook-engine/expressions/functions.ts';

/** What an expression may name, where it stands. */
export type ExpressionScope = {
  fields: readonly { name: string; type: string; label: string; choices?: readonly Choice[] | undefined }[];
  /** Whether `.` is the answer that is judged. */
  hasSelf: boolean;
  /** The choices of the field itself, which `.` is compared with. */
  ownChoices?: readonly Choice[] | undefined;
  /** What a choice filter calls without braces. */
  attributes?: readonly string[] | undefined;
};

export type Proposal = {
  kind: 'field' | 'function' | 'choice' | 'attribute' | 'operator' | 'self';
  /** What is written. */
  text: string;
  /** What is looked for among what was typed. */
  label: string;
  detail?: string;
  help?: string;
};

/** Parts of an expression as they are coloured; what is no expression is coloured as far as it goes. */
export const PARTS =
  /(?<text>'[^']*'?|"[^"]*"?)|(?<field>\$\{[^}]*\}?)|(?<call>(?:[A-Za-z]+:)?[A-Za-z_][\w.-]*(?=\s*\())|(?<word>\b(?:and|or|div|mod)\b)|(?<number>\b\d+(?:\.\d+)?)/g;

const OPERATORS = ['and', 'or', 'div', 'mod'];
const CHOICE_BEFORE = /(?:\$\{\s*(\w+)\s*\}|(\.))\s*(?:=|!=|,)\s*(['"])([^'"]*)$/;
const FIELD_BEFORE = /\$\{?\s*([\w-]*)$/;
const WORD_BEFORE = /[A-Za-z_][\w:.-]*$/;

/** What could be written at a place, and from where it replaces what was typed; undefined: nothing is proposed. */
export const proposalsAt = (
  text: string,
  at: number,
  scope: ExpressionScope,
  isAsked: boolean,
): { from: number; proposals: Proposal[] } | undefined => {
  const before = text.slice(0, at);
  const ofChoice = CHOICE_BEFORE.exec(before);
  if (ofChoice) {
    const [, name, , , typed] = ofChoice;
    const choices =
      name === undefined ? scope.ownChoices : scope.fields.find((each) => each.name === name)?.choices;
    return choices && { from: at - typed!.length, proposals: choices.map(({ value }) => choiceOf(value)) };
  }
  if (isInsideText(before)) return undefined;
  const ofField = FIELD_BEFORE.exec(before);
  if (ofField) return { from: ofField.index, proposals: scope.fields.map(fieldOf) };
  const word = WORD_BEFORE.exec(before);
  if (!word && !isAsked) return undefined;
  const proposals: Proposal[] = [
    ...(scope.attributes ?? []).map((name): Proposal => ({ kind: 'attribute', text: name, label: name })),
    ...scope.fields.map(fieldOf),
    ...[...functions].map(
      ([name, { written, says }]): Proposal => ({
        kind: 'function',
        text: `${name}(`,
        label: name,
        detail: written.slice(name.length),
        help: says,
      }),
    ),
    ...OPERATORS.map((name): Proposal => ({ kind: 'operator', text: name, label: name })),
    ...(scope.hasSelf && !word ? [{ kind: 'self', text: '.', label: '.' } as const] : []),
  ];
  return { from: word?.index ?? at, proposals };
};

const choiceOf = (value: string): Proposal => ({ kind: 'choice', text: value, label: value });
const fieldOf = ({ name, type, label }: ExpressionScope['fields'][number]): Proposal => ({
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

/** The function within whose parentheses a place is, and how it is written. */
export const callAround = (
  text: string,
  at: number,
): { name: string; written: string; says: string } | undefined => {
  const open: string[] = [];
  // Parentheses within a text open nothing.
  const plain = text.slice(0, at).replace(/'[^']*'?|"[^"]*"?/g, (quoted) => ' '.repeat(quoted.length));
  for (const { 0: sign, index } of plain.matchAll(/[()]/g)) {
    if (sign === ')') open.pop();
    else open.push(/[A-Za-z_][\w:.-]*\s*$/.exec(plain.slice(0, index))?.[0].trim() ?? '');
  }
  const called = open.findLast((name) => functions.has(name));
  const definition = called === undefined ? undefined : functions.get(called);
  return definition && { name: called!, written: definition.written, says: definition.says };
};

const PART = /\$\{[^}]*\}?|'[^']*'?|"[^"]*"?|[\w:.-]+|\S/y;

/** How far what is at fault reaches from its first character. */
export const endOfFault = (text: string, at: number): number => {
  PART.lastIndex = at;
  return at + (PART.exec(text)?.[0].length ?? 0);
};
