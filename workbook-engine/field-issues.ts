import type { Choice, Field, FieldType, LocalText } from '#contract/workbook-definition.ts';
import { type Sentence, sentence } from '#i18n/sentence.ts';
import { calculatedDefault } from './calculated-default.ts';
import { checkAnswer } from './check-answer.ts';
import { indexField } from './index-fields.ts';
import { isStorableText } from './storable-text.ts';

/**
 * Why a definition cannot be used. `path` leads to the invalid member, such as `fields[2].choices[0].value`; `at` is the
 * place in its expression or text, from 0.
 */
export type DefinitionIssue = { path: string; message: string; at?: number };

/** The same with a message that can be translated. */
export type FoundIssue = { path: string; sentence: Sentence; at?: number };

/** The errors in one field, without those in the fields it contains. */
export const fieldIssues = (field: Field, path: string): FoundIssue[] => [
  ...memberIssues(field, path),
  ...TEXTS.flatMap((member) =>
    typeof field[member] === 'boolean' ? [] : textIssues(field[member], `${path}.${member}`),
  ),
  ...textIssues(calculatedDefault(field), `${path}.default.calculation`),
  ...textIssues(field.followUp?.workbook, `${path}.followUp.workbook`),
  ...textIssues(field.followUp?.team, `${path}.followUp.team`),
  ...choiceIssues(field.choices ?? [], `${path}.choices`),
  ...boundIssues(field, path),
  ...defaultIssues(field, path),
];

/** Members that are texts, for people or as expressions. */
const TEXTS = [
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

const failing: OptionalMember[] = ['failWhen', 'followUp'];
const evaluated: OptionalMember[] = ['required', 'constraint', 'constraintMessage', ...failing];
const answered: OptionalMember[] = ['default', ...evaluated];
const text: OptionalMember[] = [...answered, 'maxLength'];
const measure: OptionalMember[] = [...answered, 'min', 'max'];
const choice: OptionalMember[] = [...answered, 'choices', 'choiceFilter'];

const membersOf: Record<FieldType, readonly OptionalMember[]> = {
  text,
  longText: text,
  barcode: text,
  integer: measure,
  decimal: measure,
  date: measure,
  time: measure,
  dateTime: measure,
  boolean: answered,
  location: answered,
  singleChoice: choice,
  multiChoice: choice,
  photo: ['required', 'maxCount', 'keepPosition', 'keepOriginals'],
  signature: ['required'],
  file: ['required'],
  note: [],
  calculated: ['calculation', ...failing],
  section: ['fields'],
  repeat: [...evaluated, 'fields'],
};

/** Whether a field of this type may have the member. */
export const allows = (type: FieldType, member: OptionalMember): boolean => membersOf[type].includes(member);

/** Members that are required for the types that support them. */
const REQUIRED_MEMBERS: readonly OptionalMember[] = ['choices', 'fields', 'calculation'];

/** Members that require another member. */
const DEPENDENT: Partial<Record<OptionalMember, OptionalMember>> = {
  constraintMessage: 'constraint',
  followUp: 'failWhen',
};

const memberIssues = (field: Field, path: string): FoundIssue[] =>
  OPTIONAL_MEMBERS.flatMap((member) => {
    const belongs = allows(field.type, member);
    const given = field[member] !== undefined;
    if (given && !belongs) {
      const owners = Object.entries(membersOf).filter(([, members]) => members.includes(member));
      const types = owners.map(([type]) => type).join(', ');
      const reason = sentence`${field.name} is of type ${field.type}, which does not support ${member}. Types that support it: ${types}.`;
      return [{ path: `${path}.${member}`, sentence: reason }];
    }
    const wanted = DEPENDENT[member];
    if (given && wanted && field[wanted] === undefined) {
      const reason = sentence`${field.name} has ${member}, which requires ${wanted}.`;
      return [{ path: `${path}.${member}`, sentence: reason }];
    }
    if (!given && belongs && REQUIRED_MEMBERS.includes(member)) {
      return [
        {
          path: `${path}.${member}`,
          sentence: sentence`${field.name} is of type ${field.type} and needs ${member}.`,
        },
      ];
    }
    return [];
  });

const textIssues = (text: LocalText | undefined, path: string): FoundIssue[] => {
  if (typeof text === 'object') {
    return Object.entries(text).flatMap(([language, each]) => textIssues(each, `${path}.${language}`));
  }
  if (text === undefined || isStorableText(text)) return [];
  return [
    {
      path,
      sentence: sentence`The text contains an invalid character: U+0000 or half of a surrogate pair.`,
    },
  ];
};

const choiceIssues = (choices: readonly Choice[], path: string): FoundIssue[] => {
  const first = new Map<string, number>();
  return choices.flatMap(({ value, label, attributes = {} }, position) => {
    const here = `${path}[${position}]`;
    const issues = [
      ...textIssues(value, `${here}.value`),
      ...textIssues(label, `${here}.label`),
      ...attributeIssues(attributes, `${here}.attributes`),
    ];
    const earlier = first.get(value);
    if (earlier === undefined) first.set(value, position);
    else {
      const reason = sentence`The value ${JSON.stringify(value)} is already used by ${path}[${earlier}]: each choice needs a different value.`;
      issues.push({ path: `${here}.value`, sentence: reason });
    }
    return issues;
  });
};

const attributeIssues = (attributes: Readonly<Record<string, string>>, path: string): FoundIssue[] =>
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

const boundIssues = (field: Field, path: string): FoundIssue[] => {
  const { name, type, min, max } = field;
  if (!allows(type, 'min')) return [];
  // A bound has the format of an answer, so it is checked as the answer to an unbounded field of the same type.
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

const defaultIssues = (field: Field, path: string): FoundIssue[] => {
  if (field.default === undefined || !allows(field.type, 'default')) return [];
  if (calculatedDefault(field) !== undefined) return [];
  return checkAnswer(indexField(field), field.default).issues.map(({ message }) => ({
    path: `${path}.default`,
    sentence: sentence`The default is not a valid answer: ${message}`,
  }));
};
