import type { Choice, Field, FieldType, LocalText } from '#contract/workbook-definition.ts';
import { type Sentence, sentence } from '#sentences/sentence.ts';
import { calculatedDefault } from './calculated-default.ts';
import { checkAnswer } from './check-answer.ts';
import { indexField } from './index-fields.ts';
import { isStorableText } from './storable-text.ts';

/**
 * Why a definition cannot be used. `path` leads to the member at fault, such as `fields[2].choices[0].value`; `at` is the
 * place in its expression or text, from 0.
 */
export type DefinitionFault = { path: string; message: string; at?: number };

/** The same, with what to say apart from the language in which it is said. */
export type FoundFault = { path: string; sentence: Sentence; at?: number };

/** The faults of one field by itself. What is inside a container is judged field by field too, not here. */
export const fieldFaults = (field: Field, path: string): FoundFault[] => [
  ...memberFaults(field, path),
  ...TEXTS.flatMap((member) =>
    typeof field[member] === 'boolean' ? [] : textFaults(field[member], `${path}.${member}`),
  ),
  ...textFaults(calculatedDefault(field), `${path}.default.calculation`),
  ...textFaults(field.followUp?.workbook, `${path}.followUp.workbook`),
  ...textFaults(field.followUp?.team, `${path}.followUp.team`),
  ...choiceFaults(field.choices ?? [], `${path}.choices`),
  ...boundFaults(field, path),
  ...defaultFaults(field, path),
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

/** Members that some types have and others do not. */
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
const judged: OptionalMember[] = ['required', 'constraint', 'constraintMessage', ...failing];
const answered: OptionalMember[] = ['default', ...judged];
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
  repeat: [...judged, 'fields'],
};

/** Whether a field of this type may have the member. */
export const mayHave = (type: FieldType, member: OptionalMember): boolean => membersOf[type].includes(member);

/** Of the members above, those without which a type that has them means nothing. */
const INDISPENSABLE: readonly OptionalMember[] = ['choices', 'fields', 'calculation'];

/** Members that mean nothing without another. */
const DEPENDENT: Partial<Record<OptionalMember, OptionalMember>> = {
  constraintMessage: 'constraint',
  followUp: 'failWhen',
};

const memberFaults = (field: Field, path: string): FoundFault[] =>
  OPTIONAL_MEMBERS.flatMap((member) => {
    const belongs = mayHave(field.type, member);
    const given = field[member] !== undefined;
    if (given && !belongs) {
      const owners = Object.entries(membersOf).filter(([, members]) => members.includes(member));
      const types = owners.map(([type]) => type).join(', ');
      const why = sentence`${field.name} is of type ${field.type}, which has no ${member}; it belongs to ${types}.`;
      return [{ path: `${path}.${member}`, sentence: why }];
    }
    const wanted = DEPENDENT[member];
    if (given && wanted && field[wanted] === undefined) {
      const why = sentence`${field.name} has a ${member} without the ${wanted} that it belongs to.`;
      return [{ path: `${path}.${member}`, sentence: why }];
    }
    if (!given && belongs && INDISPENSABLE.includes(member)) {
      return [
        {
          path: `${path}.${member}`,
          sentence: sentence`${field.name} is of type ${field.type} and needs ${member}.`,
        },
      ];
    }
    return [];
  });

const textFaults = (text: LocalText | undefined, path: string): FoundFault[] => {
  if (typeof text === 'object') {
    return Object.entries(text).flatMap(([language, each]) => textFaults(each, `${path}.${language}`));
  }
  if (text === undefined || isStorableText(text)) return [];
  return [
    {
      path,
      sentence: sentence`The text holds a character that no text has: U+0000 or half a surrogate pair.`,
    },
  ];
};

const choiceFaults = (choices: readonly Choice[], path: string): FoundFault[] => {
  const first = new Map<string, number>();
  return choices.flatMap(({ value, label, attributes = {} }, position) => {
    const here = `${path}[${position}]`;
    const faults = [
      ...textFaults(value, `${here}.value`),
      ...textFaults(label, `${here}.label`),
      ...attributeFaults(attributes, `${here}.attributes`),
    ];
    const earlier = first.get(value);
    if (earlier === undefined) first.set(value, position);
    else {
      const why = sentence`The value ${JSON.stringify(value)} is taken by ${path}[${earlier}]: each choice has its own.`;
      faults.push({ path: `${here}.value`, sentence: why });
    }
    return faults;
  });
};

const attributeFaults = (attributes: Readonly<Record<string, string>>, path: string): FoundFault[] =>
  Object.entries(attributes).flatMap(([name, text]) => [
    ...textFaults(text, `${path}.${name}`),
    ...(name === 'value'
      ? [
          {
            path: `${path}.value`,
            sentence: sentence`The word value means the choice's own value: choose another name.`,
          },
        ]
      : []),
  ]);

const boundFaults = (field: Field, path: string): FoundFault[] => {
  const { name, type, min, max } = field;
  if (!mayHave(type, 'min')) return [];
  // A bound is written as an answer is, so an unbounded field of the same type judges it.
  const unbounded = indexField({ name, type });
  const faults = Object.entries({ min, max }).flatMap(([member, bound]) =>
    bound === undefined
      ? []
      : checkAnswer(unbounded, bound).faults.map(({ message }) => ({
          path: `${path}.${member}`,
          sentence: sentence`The ${member} is no possible answer: ${message}`,
        })),
  );
  const bounded = indexField(field);
  if (faults.length === 0 && bounded.min > bounded.max) {
    const why = sentence`The min ${min!} is greater than the max ${max!}: no answer to ${name} would be possible.`;
    faults.push({ path: `${path}.min`, sentence: why });
  }
  return faults;
};

const defaultFaults = (field: Field, path: string): FoundFault[] => {
  if (field.default === undefined || !mayHave(field.type, 'default')) return [];
  if (calculatedDefault(field) !== undefined) return [];
  return checkAnswer(indexField(field), field.default).faults.map(({ message }) => ({
    path: `${path}.default`,
    sentence: sentence`The default is no possible answer: ${message}`,
  }));
};
