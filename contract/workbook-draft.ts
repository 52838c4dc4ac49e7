import { type Static, Type } from 'typebox';
import { Revision } from './content-type.ts';
import { limits } from './limits.ts';
import { DefinitionDiff } from './workbook-diff.ts';
import { workbookLimits } from './workbook-limits.ts';
import { versionNumbers } from './workbook-management.ts';

/** What a draft says. Its fields may be unfinished: they are JSON of any kind, and their faults are told. */
export const DraftContent = Type.Object(
  {
    title: Type.Optional(
      Type.Union([Type.String({ maxLength: limits.name }), Type.Null()], {
        description:
          "Of the version that it becomes, then without blanks at its ends; the workbook's title when absent, null or empty",
      }),
    ),
    description: Type.Optional(
      Type.Union([Type.String({ maxLength: limits.description }), Type.Null()], {
        description: 'Of the version that it becomes',
      }),
    ),
    fields: Type.Array(Type.Unknown(), {
      description:
        'The fields as in a version, in the order in which they are asked; or what is there of them yet',
    }),
  },
  {
    title: 'DraftContent',
    additionalProperties: false,
    examples: [{ title: 'Bridge inspection', fields: [{ name: 'Height', type: 'decimal', required: true }] }],
  },
);
export type DraftContent = Static<typeof DraftContent>;

/** Why a definition cannot be published. */
export const DefinitionFault = Type.Object(
  {
    path: Type.String({
      description: 'Leads to the member at fault',
      examples: ['fields[2].choices[0].value'],
    }),
    message: Type.String({ description: 'What would be right' }),
    at: Type.Optional(
      Type.Integer({
        description: 'Within an expression: the place of the first character at fault, from 0',
      }),
    ),
  },
  { title: 'DefinitionFault' },
);
export type DefinitionFault = Static<typeof DefinitionFault>;

const Faults = Type.Array(DefinitionFault, {
  description: `The first ${workbookLimits.faults} faults; with none it can be published`,
});

const stateMembers = {
  faults: Faults,
  modificationTime: Type.String(),
  modifiedBy: Type.String({ description: 'User name' }),
  revision: Revision,
};

/** What became of a draft that was saved. */
export const DraftState = Type.Object(stateMembers, { title: 'DraftState' });
export type DraftState = Static<typeof DraftState>;

export const Draft = Type.Object(
  {
    title: Type.Union([Type.String(), Type.Null()]),
    description: Type.Union([Type.String(), Type.Null()]),
    fields: Type.Array(Type.Unknown()),
    ...stateMembers,
  },
  { title: 'Draft' },
);
export type Draft = Static<typeof Draft>;

/** Begins a draft with what a version says. */
export const DraftStart = Type.Object(
  { fromVersion: Type.String({ format: 'uuid', description: 'Identifier of a version of the workbook' }) },
  { title: 'DraftStart', additionalProperties: false },
);
export type DraftStart = Static<typeof DraftStart>;

export const DraftCheck = Type.Object({ faults: Faults }, { title: 'DraftCheck' });

/** Makes the draft a version. */
export const Publication = Type.Object(
  {
    version: versionNumbers.version,
    versionCode: Type.Optional({
      ...versionNumbers.versionCode,
      description: 'Above that of every other version; the highest and one when absent',
    }),
  },
  { title: 'Publication', additionalProperties: false, examples: [{ version: '2.0.0' }] },
);
export type Publication = Static<typeof Publication>;

const Side = (description: string) =>
  Type.String({
    pattern: '^(draft|[1-9]\\d{0,9}|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$',
    description: `${description}: a version's id or versionCode, or draft`,
  });

export const DiffQuery = Type.Object(
  { from: Side('the earlier state'), to: Side('the later state') },
  { additionalProperties: false },
);
export type DiffQuery = Static<typeof DiffQuery>;

const DiffSide = Type.Object(
  {
    id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
    version: Type.Union([Type.String(), Type.Null()]),
    versionCode: Type.Union([Type.Integer(), Type.Null()]),
  },
  { title: 'DiffSide', description: 'A version; of the draft every member is null' },
);

export const WorkbookDiff = Type.Object(
  { from: DiffSide, to: DiffSide, ...DefinitionDiff.properties },
  { title: 'WorkbookDiff' },
);
export type WorkbookDiff = Static<typeof WorkbookDiff>;
