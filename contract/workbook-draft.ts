import { type Static, Type } from 'typebox';
import { Revision } from './content-type.ts';
import { limits } from './limits.ts';
import { Nullable } from './nullable.ts';
import { Query } from './query.ts';
import { DefinitionDiff } from './workbook-diff.ts';
import { workbookLimits } from './workbook-limits.ts';
import { versionNumbers } from './workbook-management.ts';

/** The fields may be incomplete: any JSON is stored, and errors are reported. */
export const DraftContent = Type.Object(
  {
    title: Type.Optional(
      Nullable(
        Type.String({ maxLength: limits.name }),
        "Title of the published version, trimmed. Default if absent, null or empty: the workbook's title",
      ),
    ),
    description: Type.Optional(
      Nullable(Type.String({ maxLength: limits.description }), 'Description of the published version'),
    ),
    fields: Type.Array(Type.Unknown(), {
      description: 'The fields as in a version, in the order in which they are shown. They may be incomplete',
    }),
  },
  {
    title: 'DraftContent',
    additionalProperties: false,
    examples: [{ title: 'Bridge inspection', fields: [{ name: 'Height', type: 'decimal', required: true }] }],
  },
);
export type DraftContent = Static<typeof DraftContent>;

export const DefinitionError = Type.Object(
  {
    path: Type.String({
      description: 'Path of the invalid property',
      examples: ['fields[2].choices[0].value'],
    }),
    message: Type.String({ description: 'The error as a sentence, in the language of the request' }),
    at: Type.Optional(
      Type.Integer({ description: 'For an error in an expression: offset of the first character, from 0' }),
    ),
  },
  { title: 'DefinitionError' },
);
export type DefinitionError = Static<typeof DefinitionError>;

const DefinitionErrors = Type.Array(DefinitionError, {
  description: `The first ${workbookLimits.errors} errors; empty if the draft can be published`,
});

const stateFields = {
  errors: DefinitionErrors,
  modificationTime: Type.String(),
  modifiedBy: Type.String({ description: 'User name of the person who last saved the draft' }),
  revision: Revision,
};

export const DraftState = Type.Object(stateFields, { title: 'DraftState' });
export type DraftState = Static<typeof DraftState>;

export const Draft = Type.Object(
  {
    title: Nullable(Type.String()),
    description: Nullable(Type.String()),
    fields: Type.Array(Type.Unknown()),
    ...stateFields,
  },
  { title: 'Draft' },
);
export type Draft = Static<typeof Draft>;

export const DraftFromVersion = Type.Object(
  { fromVersion: Type.String({ format: 'uuid', description: 'ID of a version of the workbook' }) },
  { title: 'DraftFromVersion', additionalProperties: false },
);

export const DraftCheck = Type.Object({ errors: DefinitionErrors }, { title: 'DraftCheck' });

export const PublishRequest = Type.Object(
  {
    version: versionNumbers.version,
    versionCode: Type.Optional({
      ...versionNumbers.versionCode,
      description: 'Must be higher than the code of every other version. Default: the highest code plus 1',
    }),
  },
  { title: 'PublishRequest', additionalProperties: false, examples: [{ version: '2.0.0' }] },
);
export type PublishRequest = Static<typeof PublishRequest>;

const VersionReference = (description: string) =>
  Type.String({
    pattern: '^(draft|[1-9]\\d{0,9}|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$',
    description: `${description}: the ID or versionCode of a version, or draft`,
  });

export const DiffQuery = Query({
  from: VersionReference('The earlier state'),
  to: VersionReference('The later state'),
});

const DiffSide = Type.Object(
  {
    id: Nullable(Type.String({ format: 'uuid' })),
    version: Nullable(Type.String()),
    versionCode: Nullable(Type.Integer()),
  },
  { title: 'DiffSide', description: 'A version; for the draft, all properties are null' },
);

export const WorkbookDiff = Type.Object(
  { from: DiffSide, to: DiffSide, ...DefinitionDiff.properties },
  { title: 'WorkbookDiff' },
);
export type WorkbookDiff = Static<typeof WorkbookDiff>;
