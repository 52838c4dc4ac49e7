import { type Static, Type } from 'typebox';
import { workbookLimits } from './workbook-limits.ts';

/** Every type a field can have. Whoever asks a question of one kind for all types writes a table over this union. */
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

/** A text for people: one for all, or one per language tag. */
const localText = (maxLength: number) =>
  Type.Union([
    Type.String({ minLength: 1, maxLength }),
    Type.Record(
      Type.String({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$' }),
      Type.String({ minLength: 1, maxLength }),
      { additionalProperties: false, minProperties: 1, maxProperties: workbookLimits.languages },
    ),
  ]);
const Label = localText(workbookLimits.label);
/** `'Height'`, or `{ en: 'Height', nl: 'Hoogte' }`. */
export type LocalText = Static<typeof Label>;

const FIELD_NAME = '^[A-Za-z][A-Za-z0-9_]*$';

export const Choice = Type.Object(
  {
    value: Type.String({
      minLength: 1,
      maxLength: workbookLimits.choiceValue,
      description: 'What is stored',
    }),
    label: Type.Optional(Label),
    attributes: Type.Optional(
      Type.Record(
        Type.String({ pattern: FIELD_NAME, maxLength: workbookLimits.fieldName }),
        Type.String({ maxLength: workbookLimits.choiceValue }),
        {
          additionalProperties: false,
          maxProperties: workbookLimits.choiceAttributes,
          description: 'What a choiceFilter may ask for by name, such as the province of a town',
        },
      ),
    ),
  },
  { additionalProperties: false },
);
export type Choice = Static<typeof Choice>;

const bound = (which: string) =>
  Type.Optional(
    Type.Union([Type.Number(), Type.String({ maxLength: 40 })], {
      description: `${which} value of a number, date, time or dateTime; written as an answer to the field is`,
    }),
  );

/** Written as in XLSForm; what it may say is told by the page on workbooks, and judged by the workbook engine. */
const expression = (description: string) =>
  Type.String({ minLength: 1, maxLength: workbookLimits.expression, description });

/** The task that a failed answer asks for. */
const FollowUp = Type.Object(
  {
    workbook: Type.String({
      minLength: 1,
      maxLength: workbookLimits.reference,
      description: 'Name of the workbook of the task',
    }),
    team: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: workbookLimits.reference,
        description: 'Title of the team; the team of the inspection without one',
      }),
    ),
    dueInDays: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 3_650, description: 'Days from the completion to the due date' }),
    ),
  },
  { additionalProperties: false },
);
export type FollowUp = Static<typeof FollowUp>;

const members = {
  name: Type.String({
    pattern: FIELD_NAME,
    maxLength: workbookLimits.fieldName,
    description: 'Unique in the whole workbook, letter case ignored',
  }),
  type: FieldType,
  label: Type.Optional(Label),
  hint: Type.Optional(localText(workbookLimits.hint)),
  required: Type.Optional(
    Type.Union([Type.Boolean(), expression('When it is true')], {
      description: 'The inspection cannot be completed without an answer',
    }),
  ),
  default: Type.Optional(
    Type.Unknown({
      description:
        'The answer at the start, where nothing else fills the field; or `{ "calculation": "today()" }`, worked out then',
    }),
  ),
  choices: Type.Optional(Type.Array(Choice, { minItems: 1, maxItems: workbookLimits.choices })),
  min: bound('Smallest'),
  max: bound('Largest'),
  maxLength: Type.Optional(
    Type.Integer({ minimum: 1, maximum: workbookLimits.longText, description: 'Characters of a text' }),
  ),
  maxCount: Type.Optional(
    Type.Integer({ minimum: 1, maximum: workbookLimits.photos, description: 'Photos of the field' }),
  ),
  keepPosition: Type.Optional(
    Type.Boolean({
      description: 'Keep where a photo was taken, as its camera wrote into it; otherwise it is removed',
    }),
  ),
  keepOriginals: Type.Optional(
    Type.Boolean({
      description:
        'Keep photos that were drawn on, retaken or removed; otherwise they are deleted on the server as well',
    }),
  ),
  relevant: Type.Optional(expression('The field is asked, and its answer counts, only when this is true')),
  constraint: Type.Optional(expression('Must be true of an answer, which it calls `.`')),
  constraintMessage: Type.Optional(localText(workbookLimits.label)),
  calculation: Type.Optional(expression('The value of a calculated field')),
  choiceFilter: Type.Optional(
    expression('Offers the choices for which this is true; it names their attributes, `value` among them'),
  ),
  failWhen: Type.Optional(
    expression('The answer, which it calls `.`, has failed the inspection when this is true'),
  ),
  followUp: Type.Optional(FollowUp),
};

const InnermostField = Type.Object(members, { additionalProperties: false });

/**
 * A field of a workbook, or a container of fields. Recursive as a type; its schema is written out level by level
 * instead, because a bounded schema needs no references and so can stand anywhere in a larger one.
 */
export type Field = Static<typeof InnermostField> & { fields?: Field[] };

const fieldsOf = (level: number) =>
  Type.Array(fieldAt(level), {
    minItems: 1,
    maxItems: workbookLimits.fields,
    ...(level === 0 && { description: 'The fields, in the order in which they are asked' }),
  });

const fieldAt = (level: number): typeof InnermostField =>
  level === workbookLimits.nesting
    ? InnermostField
    : Type.Object(
        { ...members, fields: Type.Optional(fieldsOf(level + 1)) },
        { additionalProperties: false },
      );

/**
 * What a workbook version asks. The schema judges the shape; what lies beyond a schema (unique names, suitable
 * defaults, …) is judged by the workbook engine's `checkDefinition`.
 */
export const WorkbookDefinition = Type.Object(
  { fields: fieldsOf(0) },
  { additionalProperties: false, title: 'WorkbookDefinition' },
);
export type WorkbookDefinition = { fields: Field[] };
