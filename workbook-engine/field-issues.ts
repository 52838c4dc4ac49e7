import type { Choice, Field, FieldType, LocalText } from '#contract/workbook-definition.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import { calculatedDefault } from './calculated-default.ts';
import { checkAnswer } from './check-answer.ts';
import { indexField } from './index-fields.ts';
import { isStorableText } from './storable-text.ts';

/**
 * An error in a definition. `path` leads to the invalid member, such as `fields[2].choices[0].value`; `at` is the position
 * in its expression or text, from 0.
 */
export type DefinitionIssue = { path: string; message: string; at?: number };

/** A `DefinitionIssue` with a translatable message. */
export type LocalizableIssue = { path: string; sentence: Sentence; at?: number };

/** The errors in a field, excluding the fields in it. */
export const fieldIssues = (field: Field, path: string): LocalizableIssue[] => [
  ...memberIssues(field, path),
  ...TEXT_MEMBERS.flatMap((member) =>
    typeof field[member] === 'boolean' ? [] : textIssues(field[member], `${path}.${member}`),
  ),
  ...textIssues(calculatedDefault(field), `${path}.default.calculation`),
  ...textIssues(field.followUp?.workbook, `${path}.followUp.workbook`),
  ...textIssues(field.followUp?.team, `${path}.followUp.team`),
  ...choiceIssues(field.choices ?? [], `${path}.choices`),
  ...boundIssues(field, path),
  ...defaultIssues(field, path),
];

/** Members with text or an expression. */
const TEXT_MEMBERS = [
  'label',
  'hint',
  'constraintMessage',
  'required',
  'relevant',
  'constraint',
  'calculation',
  'choiceFilter',
  'failWhen',
] as const;

/** Members that only some types support. */
const OPTIONAL_MEMBERS = [
  'required',
  'default',
  'choices',
  'choiceFilter',
  'min',
  'max',
  'maxLength',
  'maxCount',
  'keepPosition',
  'keepOriginals',
  'constraint',
  'constraintMessage',
  'calculation',
  'failWhen',
  'followUp',
  'fields',
] as const;
type OptionalMember = (typeof OPTIONAL_MEMBERS)[number];

const failureMembers: OptionalMember[] = ['failWhen', 'followUp'];
const checkedMembers: OptionalMember[] = ['required', 'constraint', 'constraintMessage', ...failureMembers];
const answerMembers: OptionalMember[] = ['default', ...checkedMembers];
const textMembers: OptionalMember[] = [...answerMembers, 'maxLength'];
const boundedMembers: OptionalMember[] = [...answerMembers, 'min', 'max'];
const choiceMembers: OptionalMember[] = [...answerMembers, 'choices', 'choiceFilter'];

const membersOf: Record<FieldType, readonly OptionalMember[]> = {
  text: textMembers,
  longText: textMembers,
  barcode: textMembers,
  integer: boundedMembers,
  decimal: boundedMembers,
  date: boundedMembers,
  time: boundedMembers,
  dateTime: boundedMembers,
  boolean: answerMembers,
  location: answerMembers,
  singleChoice: choiceMembers,
  multiChoice: choiceMembers,
  photo: ['required', 'maxCount', 'keepPosition', 'keepOriginals'],
  signature: ['required'],
  file: ['required'],
  note: [],
  calculated: ['calculation', ...failureMembers],
  section: ['fields'],
  repeat: [...checkedMembers, 'fields'],
};

/** Whether a field of this type may have the member. */
export const allows = (type: FieldType, member: OptionalMember): boolean => membersOf[type].includes(member);

/** Members that are required for the types that support them. */
const REQUIRED_MEMBERS: readonly OptionalMember[] = ['choices', 'fields', 'calculation'];

/** Members that require another member. */
const DEPENDENCIES: Partial<Record<OptionalMember, OptionalMember>> = {
  constraintMessage: 'constraint',
  followUp: 'failWhen',
};

const memberIssues = (field: Field, path: string): LocalizableIssue[] =>
  OPTIONAL_MEMBERS.flatMap((member) => {
    const isAllowed = allows(field.type, member);
    const isPresent = field[member] !== undefined;
    if (isPresent && !isAllowed) {
      const supporting = Object.entries(membersOf).filter(([, members]) => members.includes(member));
      const types = supporting.map(([type]) => type).join(', ');
      const reason = sentence`${field.name} is of type ${field.type}, which does not support ${member}. Types that support it: ${types}.`;
      return [{ path: `${path}.${member}`, sentence: reason }];
    }
    const dependency = DEPENDENCIES[member];
    if (isPresent && dependency && field[dependency] === undefined) {
      const reason = sentence`${field.name} has ${member}, which requires ${dependency}.`;
      return [{ path: `${path}.${member}`, sentence: reason }];
    }
    if (!isPresent && isAllowed && REQUIRED_MEMBERS.includes(member)) {
      return [
        {
          path: `${path}.${member}`,
          sentence: sentence`${field.name} is of type ${field.type} and needs ${member}.`,
        },
      ];
    }
    return [];
  });

const textIssues = (text: LocalText | undefined, path: string): LocalizableIssue[] => {
  if (typeof text === 'object') {
    return Object.entries(text).flatMap(([language, translation]) =>
      textIssues(translation, `${path}.${language}`),
    );
  }
  if (text === undefined || isStorableText(text)) return [];
  return [
    {
      path,
      sentence: sentence`The text contains an invalid character: U+0000 or half of a surrogate pair.`,
    },
  ];
};

const choiceIssues = (choices: readonly Choice[], path: string): LocalizableIssue[] => {
  const first = new Map<string, number>();
  return choices.flatMap(({ value, label, attributes = {} }, position) => {
    const choicePath = `${path}[${position}]`;
    const issues = [
      ...textIssues(value, `${choicePath}.value`),
      ...textIssues(label, `${choicePath}.label`),
      ...attributeIssues(attributes, `${choicePath}.attributes`),
    ];
    const earlier = first.get(value);
    if (earlier === undefined) first.set(value, position);
    else {
      const reason = sentence`The value ${JSON.stringify(value)} is already used by ${path}[${earlier}]: each choice needs a different value.`;
      issues.push({ path: `${choicePath}.value`, sentence: reason });
    }
    return issues;
  });
};

const attributeIssues = (attributes: Readonly<Record<string, string>>, path: string): LocalizableIssue[] =>
  Object.entries(attributes).flatMap(([name, text]) => [
    ...textIssues(text, `${path}.${name}`),
    ...(name === 'value'
      ? [
          {
            path: `${path}.value`,
            sentence: sentence`The name value is reserved for the value of the choice: choose another name.`,
          },
        ]
      : []),
  ]);

const boundIssues = (field: Field, path: string): LocalizableIssue[] => {
  const { name, type, min, max } = field;
  if (!allows(type, 'min')) return [];
  // A bound must be a valid answer to an unbounded field of the same type.
  const unbounded = indexField({ name, type });
  const issues = Object.entries({ min, max }).flatMap(([member, bound]) =>
    bound === undefined
      ? []
      : checkAnswer(unbounded, bound).issues.map(({ message }) => ({
          path: `${path}.${member}`,
          sentence: sentence`The ${member} is not a valid answer: ${message}`,
        })),
  );
  const bounded = indexField(field);
  if (issues.length === 0 && bounded.min > bounded.max) {
    const reason = sentence`The min ${min!} is greater than the max ${max!}: no answer to ${name} would be possible.`;
    issues.push({ path: `${path}.min`, sentence: reason });
  }
  return issues;
};

const defaultIssues = (field: Field, path: string): LocalizableIssue[] => {
  if (field.default === undefined || !allows(field.type, 'default')) return [];
  if (calculatedDefault(field) !== undefined) return [];
  return checkAnswer(indexField(field), field.default).issues.map(({ message }) => ({
    path: `${path}.default`,
    sentence: sentence`The default is not a valid answer: ${message}`,
  }));
};
