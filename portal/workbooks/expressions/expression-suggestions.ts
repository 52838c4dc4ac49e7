import type { Choice } from '#contract/workbook-definition.ts';
import { functions } from '#workbook-engine/expressions/functions.ts';

export type ExpressionScope = {
  fields: readonly { name: string; type: string; label: string; choices?: readonly Choice[] | undefined }[];
  /** Whether `.` refers to the field's own answer. */
  hasSelf: boolean;
  /** The field's own choices, suggested after `.`. */
  ownChoices?: readonly Choice[] | undefined;
  /** Choice attributes, which choice filters refer to without braces. */
  attributes?: readonly string[] | undefined;
};

type Suggestion = {
  kind: 'field' | 'function' | 'choice' | 'attribute' | 'operator' | 'self';
  /** The text to insert. */
  text: string;
  /** The text to match against the input. */
  label: string;
  detail?: string;
  help?: string;
};

/** Also matches incomplete tokens. */
export const HIGHLIGHT_PATTERN =
  /(?<text>'[^']*'?|"[^"]*"?)|(?<field>\$\{[^}]*\}?)|(?<call>(?:[A-Za-z]+:)?[A-Za-z_][\w.-]*(?=\s*\())|(?<operator>\b(?:and|or|div|mod)\b)|(?<number>\b\d+(?:\.\d+)?)/g;

const CHOICE_PATTERN = /(?:\$\{\s*(\w+)\s*\}|(\.))\s*(?:=|!=|,)\s*(['"])([^'"]*)$/;
const FIELD_PATTERN = /\$\{?\s*([\w-]*)$/;
const WORD_PATTERN = /[A-Za-z_][\w:.-]*$/;

/** The suggestions replace the text from `from` to `position`. */
export const findSuggestions = (
  text: string,
  position: number,
  scope: ExpressionScope,
  isRequested: boolean,
): { from: number; suggestions: Suggestion[] } | undefined => {
  const textBeforeCursor = text.slice(0, position);
  const choiceMatch = CHOICE_PATTERN.exec(textBeforeCursor);
  if (choiceMatch) {
    const [, name, , , typedText] = choiceMatch;
    const choices =
      name === undefined ? scope.ownChoices : scope.fields.find((field) => field.name === name)?.choices;
    const suggestions = choices?.map(({ value }) => toSuggestion('choice', value));
    return suggestions && { from: position - typedText!.length, suggestions };
  }
  if (isInsideQuotes(textBeforeCursor)) return undefined;
  const fieldMatch = FIELD_PATTERN.exec(textBeforeCursor);
  if (fieldMatch) return { from: fieldMatch.index, suggestions: scope.fields.map(toFieldSuggestion) };
  const word = WORD_PATTERN.exec(textBeforeCursor);
  if (!word && !isRequested) return undefined;
  const suggestions: Suggestion[] = [
    ...(scope.attributes ?? []).map((name) => toSuggestion('attribute', name)),
    ...scope.fields.map(toFieldSuggestion),
    ...[...functions].map(
      ([name, { signature, description }]): Suggestion => ({
        kind: 'function',
        text: `${name}(`,
        label: name,
        detail: signature.slice(name.length),
        help: description,
      }),
    ),
    ...['and', 'or', 'div', 'mod'].map((name) => toSuggestion('operator', name)),
    ...(scope.hasSelf && !word ? [toSuggestion('self', '.')] : []),
  ];
  return { from: word?.index ?? position, suggestions };
};

const toSuggestion = (kind: Suggestion['kind'], text: string): Suggestion => ({ kind, text, label: text });
const toFieldSuggestion = ({ name, type, label }: ExpressionScope['fields'][number]): Suggestion => ({
  kind: 'field',
  text: `\${${name}}`,
  label: name,
  detail: type,
  ...(label !== '' && { help: label }),
});

const isInsideQuotes = (textBeforeCursor: string): boolean => {
  let quote = '';
  for (const character of textBeforeCursor) {
    if (quote === '' && (character === "'" || character === '"')) quote = character;
    else if (character === quote) quote = '';
  }
  return quote !== '';
};

export const findEnclosingCall = (
  text: string,
  position: number,
): { name: string; signature: string; description: string } | undefined => {
  const openCalls: string[] = [];
  // Parentheses in quoted text do not belong to a call.
  const textWithoutQuotes = text
    .slice(0, position)
    .replace(/'[^']*'?|"[^"]*"?/g, (quotedText) => ' '.repeat(quotedText.length));
  for (const { 0: parenthesis, index } of textWithoutQuotes.matchAll(/[()]/g)) {
    if (parenthesis === ')') openCalls.pop();
    else openCalls.push(/[A-Za-z_][\w:.-]*\s*$/.exec(textWithoutQuotes.slice(0, index))?.[0].trim() ?? '');
  }
  const name = openCalls.findLast((name) => functions.has(name));
  const definition = name === undefined ? undefined : functions.get(name);
  return definition && { name: name!, signature: definition.signature, description: definition.description };
};

const TOKEN_PATTERN = /\$\{[^}]*\}?|'[^']*'?|"[^"]*"?|[\w:.-]+|\S/y;

export const findErrorEnd = (text: string, position: number): number => {
  TOKEN_PATTERN.lastIndex = position;
  return position + (TOKEN_PATTERN.exec(text)?.[0].length ?? 0);
};
