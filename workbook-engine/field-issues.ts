import type { Choice, Field, FieldType, LocalizedText } from '#contract/workbook-definition.ts';
import { type Message, msg } from '#i18n/message.ts';
import { readCalculatedDefault } from './calculated-default.ts';
import { checkAnswer } from './check-answer.ts';
import { prepareField } from './index-fields.ts';
import { isStorableText } from './storable-text.ts';

/** `path` locates the property, such as `fields[2].choices[0].value`; `at` is the error's position in its text. */
export type DefinitionIssue = { path: string; message: string; at?: number };
export type LocalizableIssue = Omit<DefinitionIssue, 'message'> & { message: Message };

/** Finds the errors in a field, but not in its nested fields. */
export const checkField = (field: Field, path: string): LocalizableIssue[] => [
  ...checkProperties(field, path),
  ...TEXT_PROPERTIES.flatMap((property) =>
    typeof field[property] === 'boolean' ? [] : checkText(field[property], `${path}.${property}`),
  ),
  ...checkText(readCalculatedDefault(field), `${path}.default.calculation`),
  ...checkText(field.followUp?.workbook, `${path}.followUp.workbook`),
  ...checkText(field.followUp?.team, `${path}.followUp.team`),
  ...checkChoices(field.choices ?? [], `${path}.choices`),
  ...checkBounds(field, path),
  ...checkDefault(field, path),
];

const TEXT_PROPERTIES = [
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

const OPTIONAL_PROPERTIES = [
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
type OptionalProperty = (typeof OPTIONAL_PROPERTIES)[number];

const failureProperties: OptionalProperty[] = ['failWhen', 'followUp'];
const checkedProperties: OptionalProperty[] = [
  'required',
  'constraint',
  'constraintMessage',
  ...failureProperties,
];
const answerProperties: OptionalProperty[] = ['default', ...checkedProperties];
const textProperties: OptionalProperty[] = [...answerProperties, 'maxLength'];
const boundedProperties: OptionalProperty[] = [...answerProperties, 'min', 'max'];
const choiceProperties: OptionalProperty[] = [...answerProperties, 'choices', 'choiceFilter'];

const propertiesByType: Record<FieldType, readonly OptionalProperty[]> = {
  text: textProperties,
  longText: textProperties,
  barcode: textProperties,
  integer: boundedProperties,
  decimal: boundedProperties,
  date: boundedProperties,
  time: boundedProperties,
  dateTime: boundedProperties,
  boolean: answerProperties,
  location: answerProperties,
  singleChoice: choiceProperties,
  multiChoice: choiceProperties,
  photo: ['required', 'maxCount', 'keepPosition', 'keepOriginals'],
  signature: ['required'],
  file: ['required'],
  note: [],
  calculated: ['calculation', ...failureProperties],
  section: ['fields'],
  repeat: [...checkedProperties, 'fields'],
};

export const canHaveProperty = (type: FieldType, property: OptionalProperty): boolean =>
  propertiesByType[type].includes(property);

/** Properties required by every field type that supports them. */
const REQUIRED_PROPERTIES: readonly OptionalProperty[] = ['choices', 'fields', 'calculation'];

const DEPENDENCIES: Partial<Record<OptionalProperty, OptionalProperty>> = {
  constraintMessage: 'constraint',
  followUp: 'failWhen',
};

const checkProperties = (field: Field, path: string): LocalizableIssue[] =>
  OPTIONAL_PROPERTIES.flatMap((property) => {
    const isAllowed = canHaveProperty(field.type, property);
    const isPresent = field[property] !== undefined;
    if (isPresent && !isAllowed) {
      const supportingTypes = Object.entries(propertiesByType)
        .filter(([, properties]) => properties.includes(property))
        .map(([type]) => type);
      const message = msg`${field.name} is of type ${field.type}, which does not support ${property}. Types that support it: ${supportingTypes.join(', ')}.`;
      return [{ path: `${path}.${property}`, message }];
    }
    const dependency = DEPENDENCIES[property];
    if (isPresent && dependency && field[dependency] === undefined) {
      const message = msg`${field.name} has ${property}, which requires ${dependency}.`;
      return [{ path: `${path}.${property}`, message }];
    }
    if (!isPresent && isAllowed && REQUIRED_PROPERTIES.includes(property)) {
      const message = msg`${field.name} is of type ${field.type} and needs ${property}.`;
      return [{ path: `${path}.${property}`, message }];
    }
    return [];
  });

const checkText = (text: LocalizedText | undefined, path: string): LocalizableIssue[] => {
  if (typeof text === 'object') {
    return Object.entries(text).flatMap(([language, translation]) =>
      checkText(translation, `${path}.${language}`),
    );
  }
  if (text === undefined || isStorableText(text)) return [];
  return [
    { path, message: msg`The text contains an invalid character: U+0000 or half of a surrogate pair.` },
  ];
};

const checkChoices = (choices: readonly Choice[], path: string): LocalizableIssue[] => {
  const positionsByValue = new Map<string, number>();
  return choices.flatMap(({ value, label, attributes = {} }, position) => {
    const choicePath = `${path}[${position}]`;
    const issues = [
      ...checkText(value, `${choicePath}.value`),
      ...checkText(label, `${choicePath}.label`),
      ...checkAttributes(attributes, `${choicePath}.attributes`),
    ];
    const earlierPosition = positionsByValue.get(value);
    if (earlierPosition === undefined) positionsByValue.set(value, position);
    else {
      const message = msg`The value ${JSON.stringify(value)} is already used by ${path}[${earlierPosition}]: each choice needs a different value.`;
      issues.push({ path: `${choicePath}.value`, message });
    }
    return issues;
  });
};

const checkAttributes = (attributes: Readonly<Record<string, string>>, path: string): LocalizableIssue[] =>
  Object.entries(attributes).flatMap(([name, text]) => [
    ...checkText(text, `${path}.${name}`),
    ...(name === 'value'
      ? [
          {
            path: `${path}.value`,
            message: msg`The name value is reserved for the value of the choice: use another name.`,
          },
        ]
      : []),
  ]);

const checkBounds = (field: Field, path: string): LocalizableIssue[] => {
  const { name, type, min, max } = field;
  if (!canHaveProperty(type, 'min')) return [];
  // A bound must be a valid answer to an unbounded field of the same type.
  const unboundedField = prepareField({ name, type });
  const issues = Object.entries({ min, max }).flatMap(([property, bound]) =>
    bound === undefined
      ? []
      : checkAnswer(unboundedField, bound).issues.map(({ message }) => ({
          path: `${path}.${property}`,
          message: msg`The ${property} is not a valid answer: ${message}`,
        })),
  );
  const boundedField = prepareField(field);
  if (issues.length === 0 && boundedField.min > boundedField.max) {
    const message = msg`The min ${min!} is greater than the max ${max!}: no answer to ${name} would be possible.`;
    issues.push({ path: `${path}.min`, message });
  }
  return issues;
};

const checkDefault = (field: Field, path: string): LocalizableIssue[] => {
  if (field.default === undefined || !canHaveProperty(field.type, 'default')) return [];
  if (readCalculatedDefault(field) !== undefined) return [];
  return checkAnswer(prepareField(field), field.default).issues.map(({ message }) => ({
    path: `${path}.default`,
    message: msg`The default is not a valid answer: ${message}`,
  }));
};
