import { type Static, Type } from 'typebox';
import { Revision } from './content-type.ts';
import { limits } from './limits.ts';
import { Minutes, USUAL_MINUTES } from './minutes.ts';
import { Name } from './name.ts';
import { NextPage, pageMembers, SearchText } from './page.ts';
import { AssociatedWorkbook } from './workbook.ts';
import { WorkbookDefinition } from './workbook-definition.ts';

const Uuid = (description: string) => Type.String({ format: 'uuid', description });
const NullableText = Type.Union([Type.String({ maxLength: limits.description }), Type.Null()]);

/** What an integer column holds. */
export const HIGHEST_VERSION_CODE = 2_147_483_647;
/**
 * The highest that may be chosen, a date such as 2026112101 among them: the codes above are given one after the other, so that
 * no choice leaves a workbook without a next version.
 */
const HIGHEST_CHOSEN_VERSION_CODE = 2_100_000_000;

/** By what versions of a workbook are told apart, in the provision file and in /api/v1 alike. */
export const versionNumbers = {
  version: Name('Dotted version text', { maxLength: 64, examples: ['1.0.0'] }),
  versionCode: Type.Integer({
    minimum: 1,
    maximum: HIGHEST_CHOSEN_VERSION_CODE,
    description: 'Unique in the workbook',
  }),
};

/** A version without its fields, with the members that the list of a team's workbooks has. */
export const WorkbookVersion = Type.Object(
  { ...AssociatedWorkbook.properties, revision: Revision },
  { title: 'WorkbookVersion' },
);
export type WorkbookVersion = Static<typeof WorkbookVersion>;

export const WholeWorkbookVersion = Type.Object(
  { ...WorkbookVersion.properties, fields: WorkbookDefinition.properties.fields },
  { title: 'WholeWorkbookVersion' },
);
export type WholeWorkbookVersion = Static<typeof WholeWorkbookVersion>;

/** Versions of a workbook, the newest first. */
export const WorkbookVersionPage = Type.Object(
  { versions: Type.Array(WorkbookVersion), next: NextPage },
  { title: 'WorkbookVersionPage' },
);

/** What may change of a version; its fields never do. */
export const WorkbookVersionPatch = Type.Object(
  {
    title: Type.Optional(Name('Title')),
    description: Type.Optional(NullableText),
    isPublished: Type.Optional(Type.Boolean({ description: 'Whether inspectors can use it' })),
  },
  { title: 'WorkbookVersionPatch', additionalProperties: false, minProperties: 1 },
);
export type WorkbookVersionPatch = Static<typeof WorkbookVersionPatch>;

/** Who saved a draft last, and when. */
const DraftStamp = Type.Object({
  modificationTime: Type.String(),
  modifiedBy: Type.String({ description: 'User name' }),
});

/** How long a task of a workbook is expected to take, in the provision file and in /api/v1 alike. */
export const ExpectedMinutes = Type.Union([Minutes, Type.Null()], {
  description: `Minutes that a task of it is expected to take, 5 to 20160; null: nobody says, ${USUAL_MINUTES} are reckoned with`,
});

/** The teams that a list of workbooks names; the others it counts. */
export const TEAMS_NAMED = 3;

const workbookMembers = {
  id: Uuid('Identifier of the workbook (`definitionId` of its versions)'),
  name: Type.String(),
  title: Type.String(),
  contentType: Type.Union(
    [Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String() }), Type.Null()],
    {
      description: 'Whose items are inspected',
    },
  ),
  published: Type.Union(
    [
      Type.Object({
        id: Uuid('Identifier of the version'),
        version: Type.String(),
        versionCode: Type.Integer(),
        title: Type.String(),
      }),
      Type.Null(),
    ],
    { description: 'The version that new tasks get: the newest published one' },
  ),
  draft: Type.Union([DraftStamp, Type.Null()], { description: 'null: there is none' }),
  expectedMinutes: ExpectedMinutes,
  usedBy: Type.Object(
    {
      count: Type.Integer(),
      titles: Type.Array(Type.String(), { description: `Of the first ${TEAMS_NAMED} by title` }),
    },
    { description: 'The teams that use it, as far as the caller sees them' },
  ),
  creationTime: Type.String(),
  revision: Revision,
};

export const ManagedWorkbook = Type.Object(workbookMembers, { title: 'ManagedWorkbook' });
export type ManagedWorkbook = Static<typeof ManagedWorkbook>;

export const AssociatedTeam = Type.Object(
  { id: Uuid('Identifier of the team'), title: Type.String() },
  { title: 'AssociatedTeam' },
);
export type AssociatedTeam = Static<typeof AssociatedTeam>;

/** A workbook with its versions, newest first and deleted ones included, and the teams that use it. */
export const WholeWorkbook = Type.Object(
  { ...workbookMembers, versions: Type.Array(WorkbookVersion), teams: Type.Array(AssociatedTeam) },
  { title: 'WholeWorkbook' },
);
export type WholeWorkbook = Static<typeof WholeWorkbook>;

/** Workbooks in the order of their names. */
export const ManagedWorkbookPage = Type.Object(
  { workbooks: Type.Array(ManagedWorkbook), next: NextPage },
  { title: 'ManagedWorkbookPage' },
);
export type ManagedWorkbookPage = Static<typeof ManagedWorkbookPage>;

export const ManagedWorkbookQuery = Type.Object(
  {
    ...pageMembers,
    text: Type.Optional(SearchText),
    teamId: Type.Optional(Uuid('Those that the team uses')),
    contentTypeId: Type.Optional(Uuid('Those that inspect items of the content type')),
  },
  { additionalProperties: false },
);
export type ManagedWorkbookQuery = Static<typeof ManagedWorkbookQuery>;

/** A workbook as it is made; its first version comes from its draft. */
export const NewWorkbook = Type.Object(
  {
    name: Name('Unique in the tenant, letter case ignored. By it (or by the title) tasks name the workbook'),
    title: Type.Optional(Name('The name when absent')),
    contentType: Type.Optional(
      Type.Union([Name('Name or id of the content type whose items are inspected'), Type.Null()]),
    ),
    expectedMinutes: Type.Optional(ExpectedMinutes),
  },
  {
    title: 'NewWorkbook',
    additionalProperties: false,
    examples: [{ name: 'BridgeInspection', title: 'Bridge inspection', contentType: 'Bridge' }],
  },
);
export type NewWorkbook = Static<typeof NewWorkbook>;

export const WorkbookPatch = Type.Partial(NewWorkbook, {
  title: 'WorkbookPatch',
  additionalProperties: false,
  minProperties: 1,
  examples: [{ title: 'Inspection of bridges' }],
});
export type WorkbookPatch = Static<typeof WorkbookPatch>;

/** Names a version in the path of a request. The given interface calls a version a workbook, and so do lists of tasks. */
export const VersionParameters = Type.Object({
  id: Type.String({ description: 'Identifier of the workbook; `definitionId` where inspections are listed' }),
  versionId: Type.String({
    description: 'Identifier of the version; `workbookId` where tasks and inspections are listed',
  }),
});
export type VersionParameters = Static<typeof VersionParameters>;

const ids = (of: string) =>
  Type.Array(Type.String({ format: 'uuid' }), { maxItems: limits.bulkIds, description: `All ${of}, by id` });

/** Exactly the teams that use a workbook. */
export const TeamsOfWorkbook = Type.Object(
  { teamIds: ids('teams that use the workbook') },
  { title: 'TeamsOfWorkbook', additionalProperties: false },
);
export type TeamsOfWorkbook = Static<typeof TeamsOfWorkbook>;

/** Exactly the workbooks that a team uses. */
export const WorkbooksOfTeam = Type.Object(
  { workbookIds: ids('workbooks that the team uses') },
  { title: 'WorkbooksOfTeam', additionalProperties: false },
);
export type WorkbooksOfTeam = Static<typeof WorkbooksOfTeam>;

export const AssociatedTeams = Type.Object(
  { teams: Type.Array(AssociatedTeam) },
  { title: 'AssociatedTeams' },
);

export const UsedWorkbooks = Type.Object(
  {
    workbooks: Type.Array(
      Type.Object(
        { id: Uuid('Identifier of the workbook'), name: Type.String(), title: Type.String() },
        { title: 'UsedWorkbook' },
      ),
    ),
  },
  { title: 'UsedWorkbooks' },
);
