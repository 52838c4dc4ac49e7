import { type Static, Type } from 'typebox';
import { workbookLimits } from './workbook-limits.ts';

/** Code that must handle every type uses a record with these keys, which makes a missing type a compile error. */
export const FieldType = Type.Enum([
  'text',
  'longText',
  'integer',
  'decimal',
  'boolean',
  'date',
  'time',
  'dateTime',
  'singleChoice',
  'multiChoice',
  'photo',
  'signature',
  'location',
  'barcode',
  'file',
  'note',
  'calculated',
  'section',
  'repeat',
]);
export type FieldType = Static<typeof FieldType>;

/** Either a single string, `'Height'`, or one per language tag: `{ en: 'Height', nl: 'Hoogte' }`. */
const createLocalText = (maxLength: number) =>
  Type.Union([
    Type.String({ minLength: 1, maxLength }),
    Type.Record(
      Type.String({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$' }),
      Type.String({ minLength: 1, maxLength }),
      { additionalProperties: false, minProperties: 1, maxProperties: workbookLimits.languages },
    ),
  ]);
const Label = createLocalText(workbookLimits.label);
export type LocalizedText = Static<typeof Label>;

const FIELD_NAME_PATTERN = '^[A-Za-z][A-Za-z0-9_]*$';

export const Choice = Type.Object(
  {
    value: Type.String({
      minLength: 1,
      maxLength: workbookLimits.choiceValue,
      description: 'The stored value',
    }),
    label: Type.Optional(Label),
    attributes: Type.Optional(
      Type.Record(
        Type.String({ pattern: FIELD_NAME_PATTERN, maxLength: workbookLimits.fieldName }),
        Type.String({ maxLength: workbookLimits.choiceValue }),
        {
          additionalProperties: false,
          maxProperties: workbookLimits.choiceAttributes,
          description: 'Values that `choiceFilter` can refer to by name, such as the province of a town',
        },
      ),
    ),
  },
  { additionalProperties: false },
);
export type Choice = Static<typeof Choice>;

const bound = (name: string) =>
  Type.Optional(
    Type.Union([Type.Number(), Type.String({ maxLength: 40 })], {
      description: `${name} value of a number, date, time or dateTime field, in the same format as an answer`,
    }),
  );

/** docs/use/workbooks.md describes the language; the workbook engine validates it. */
const expression = (description: string) =>
  Type.String({ minLength: 1, maxLength: workbookLimits.expression, description });

const FollowUp = Type.Object(
  {
    workbook: Type.String({
      minLength: 1,
      maxLength: workbookLimits.reference,
      description: "Name of the follow-up task's workbook",
    }),
    team: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: workbookLimits.reference,
        description: "Title of the team. Default: the inspection's team",
      }),
    ),
    dueInDays: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 3_650,
        description: 'Number of days from completion to the due date',
      }),
    ),
  },
  { additionalProperties: false },
);
export type FollowUp = Static<typeof FollowUp>;

const fields = {
  name: Type.String({
    pattern: FIELD_NAME_PATTERN,
    maxLength: workbookLimits.fieldName,
    description:
      'A letter, followed by letters, digits and underscores; unique in the whole workbook, not case-sensitive',
  }),
  type: FieldType,
  label: Type.Optional(Label),
  hint: Type.Optional(createLocalText(workbookLimits.hint)),
  required: Type.Optional(
    Type.Union([Type.Boolean(), expression('The answer is required if this expression is true')], {
      description: 'Whether the inspection cannot be completed without an answer',
    }),
  ),
  default: Type.Optional(
    Type.Unknown({
      description:
        'Initial answer if the field is not prefilled. A calculation, such as `{ "calculation": "today()" }`, is evaluated when the inspection starts or an entry is added',
    }),
  ),
  choices: Type.Optional(Type.Array(Choice, { minItems: 1, maxItems: workbookLimits.choices })),
  min: bound('Minimum'),
  max: bound('Maximum'),
  maxLength: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: workbookLimits.longText,
      description: 'Maximum number of characters',
    }),
  ),
  maxCount: Type.Optional(
    Type.Integer({ minimum: 1, maximum: workbookLimits.photos, description: 'Maximum number of photos' }),
  ),
  keepPosition: Type.Optional(
    Type.Boolean({ description: "Whether the position in a photo's EXIF data is stored. Default: false" }),
  ),
  keepOriginals: Type.Optional(
    Type.Boolean({
      description:
        'Whether the originals of photos that were drawn on, retaken or removed remain on the server. Default: false',
    }),
  ),
  relevant: Type.Optional(
    expression('The field is shown, and its answer is part of the result, only if this expression is true'),
  ),
  constraint: Type.Optional(expression('Condition for a valid answer; `.` is the answer')),
  constraintMessage: Type.Optional(createLocalText(workbookLimits.label)),
  calculation: Type.Optional(expression('The value of a calculated field')),
  choiceFilter: Type.Optional(
    expression(
      'Only choices for which this expression is true are offered. It can refer to attributes of a choice and to `value`',
    ),
  ),
  failWhen: Type.Optional(expression('The answer fails if this expression is true; `.` is the answer')),
  followUp: Type.Optional(FollowUp),
};

const InnermostField = Type.Object(fields, { additionalProperties: false });

/** Every nesting level is spelled out, so the schema needs no `$ref` and can be embedded anywhere. */
export type Field = Static<typeof InnermostField> & { fields?: Field[] };

const createFields = (level: number) =>
  Type.Array(createField(level), {
    minItems: 1,
    maxItems: workbookLimits.fields,
    ...(level === 0 && { description: 'The fields, in the order in which they are shown' }),
  });

const createField = (level: number): typeof InnermostField =>
  level === workbookLimits.nesting
    ? InnermostField
    : Type.Object(
        { ...fields, fields: Type.Optional(createFields(level + 1)) },
        { additionalProperties: false },
      );

/** Validates only the structure. `checkDefinition` validates the rest (unique names, valid defaults, …). */
export const WorkbookDefinition = Type.Object(
  { fields: createFields(0) },
  { additionalProperties: false, title: 'WorkbookDefinition' },
);
export type WorkbookDefinition = { fields: Field[] };
