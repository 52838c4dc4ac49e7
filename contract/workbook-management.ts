import { type Static, Type } from 'typebox';
import { Revision } from './content-type.ts';
import { formatNumber } from './format-number.ts';
import { limits } from './limits.ts';
import { DEFAULT_MINUTES, Minutes, minutesRange } from './minutes.ts';
import { Name } from './name.ts';
import { Nullable } from './nullable.ts';
import { NextPage, pageFields, SearchText } from './page.ts';
import { Query } from './query.ts';
import { OptionalUuid, Uuid } from './uuid.ts';
import { AssociatedWorkbook } from './workbook.ts';
import { WorkbookDefinition } from './workbook-definition.ts';

const NullableText = Nullable(Type.String({ maxLength: limits.description }));

/** The largest value of an integer column. */
export const MAX_VERSION_CODE = 2_147_483_647;
/** Allows dates such as 2026112101. Higher codes are reserved for the server, so a workbook never runs out. */
const MAX_REQUESTED_VERSION_CODE = 2_100_000_000;

export const versionNumbers = {
  version: Name('Version number, as people see it', { maxLength: 64, examples: ['1.0.0'] }),
  versionCode: Type.Integer({
    minimum: 1,
    maximum: MAX_REQUESTED_VERSION_CODE,
    description: 'Unique within the workbook; the version with the higher code is newer',
  }),
};

export const WorkbookVersion = Type.Object(
  { ...AssociatedWorkbook.properties, revision: Revision },
  { title: 'WorkbookVersion' },
);
export type WorkbookVersion = Static<typeof WorkbookVersion>;

export const WorkbookVersionDetails = Type.Object(
  { ...WorkbookVersion.properties, fields: WorkbookDefinition.properties.fields },
  { title: 'WorkbookVersionDetails' },
);
export type WorkbookVersionDetails = Static<typeof WorkbookVersionDetails>;

/** Newest first. */
export const WorkbookVersionPage = Type.Object(
  { versions: Type.Array(WorkbookVersion), next: NextPage },
  { title: 'WorkbookVersionPage' },
);

/** A version's fields never change. */
export const WorkbookVersionPatch = Type.Object(
  {
    title: Type.Optional(Name('Title of the version')),
    description: Type.Optional(NullableText),
    isPublished: Type.Optional(Type.Boolean({ description: 'Whether the version can be used in new tasks' })),
  },
  { title: 'WorkbookVersionPatch', additionalProperties: false, minProperties: 1 },
);
export type WorkbookVersionPatch = Static<typeof WorkbookVersionPatch>;

const LastSave = Type.Object({
  modificationTime: Type.String(),
  modifiedBy: Type.String({ description: 'User name of the person who last saved the draft' }),
});

export const ExpectedMinutes = Nullable(
  Minutes,
  `Expected duration of a task with this workbook in minutes, from ${minutesRange.minimum} to ${formatNumber(minutesRange.maximum)}; null for the default of ${DEFAULT_MINUTES}`,
);

/** Other teams are only counted. */
export const MAX_NAMED_TEAMS = 3;

const workbookFields = {
  id: Uuid('ID of the workbook (`definitionId` of its versions)'),
  name: Type.String(),
  title: Type.String(),
  contentType: Nullable(
    Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String() }),
    'Content type whose items are inspected; null if none',
  ),
  published: Nullable(
    Type.Object({
      id: Uuid('ID of the version'),
      version: Type.String(),
      versionCode: Type.Integer(),
      title: Type.String(),
    }),
    'The newest published version, used by new tasks; null if none is published',
  ),
  draft: Nullable(LastSave, 'When and by whom the draft was last saved; null if there is no draft'),
  expectedMinutes: ExpectedMinutes,
  usedBy: Type.Object(
    {
      count: Type.Integer(),
      titles: Type.Array(Type.String(), { description: `Titles of the first ${MAX_NAMED_TEAMS} teams` }),
    },
    { description: 'Teams that use the workbook and are visible to the caller' },
  ),
  creationTime: Type.String(),
  revision: Revision,
};

export const ManagedWorkbook = Type.Object(workbookFields, { title: 'ManagedWorkbook' });
export type ManagedWorkbook = Static<typeof ManagedWorkbook>;

export const AssociatedTeam = Type.Object(
  { id: Uuid('ID of the team'), title: Type.String() },
  { title: 'AssociatedTeam' },
);
export type AssociatedTeam = Static<typeof AssociatedTeam>;

/** Includes deleted versions. The versions are sorted newest first. */
export const WorkbookDetails = Type.Object(
  { ...workbookFields, versions: Type.Array(WorkbookVersion), teams: Type.Array(AssociatedTeam) },
  { title: 'WorkbookDetails' },
);
export type WorkbookDetails = Static<typeof WorkbookDetails>;

/** Sorted by name. */
export const ManagedWorkbookPage = Type.Object(
  { workbooks: Type.Array(ManagedWorkbook), next: NextPage },
  { title: 'ManagedWorkbookPage' },
);
export type ManagedWorkbookPage = Static<typeof ManagedWorkbookPage>;

export const ManagedWorkbookQuery = Query({
  ...pageFields,
  text: Type.Optional(SearchText),
  teamId: OptionalUuid('ID of a team; returns only workbooks that the team uses'),
  contentTypeId: OptionalUuid('ID of a content type; returns only workbooks that inspect its items'),
});

export const NewWorkbook = Type.Object(
  {
    name: Name('Unique in the tenant (not case-sensitive). Tasks refer to the workbook by its name or title'),
    title: Type.Optional(Name('Title of the workbook. Default: the name')),
    contentType: Type.Optional(Nullable(Name('Name or ID of the content type whose items are inspected'))),
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

export const VersionParameters = Type.Object({
  id: Type.String({ description: 'ID of the workbook; `definitionId` in lists of inspections' }),
  versionId: Type.String({
    description: 'ID of the version; `workbookId` in lists of tasks and inspections',
  }),
});
export type VersionParameters = Static<typeof VersionParameters>;

const Ids = (description: string) =>
  Type.Array(Type.String({ format: 'uuid' }), { maxItems: limits.bulkIds, description });

export const TeamsOfWorkbook = Type.Object(
  { teamIds: Ids('IDs of all teams that use the workbook') },
  { title: 'TeamsOfWorkbook', additionalProperties: false },
);

export const WorkbooksOfTeam = Type.Object(
  { workbookIds: Ids('IDs of all workbooks that the team uses') },
  { title: 'WorkbooksOfTeam', additionalProperties: false },
);

export const AssociatedTeams = Type.Object(
  { teams: Type.Array(AssociatedTeam) },
  { title: 'AssociatedTeams' },
);
export type AssociatedTeams = Static<typeof AssociatedTeams>;

export const UsedWorkbooks = Type.Object(
  {
    workbooks: Type.Array(
      Type.Object(
        { id: Uuid('ID of the workbook'), name: Type.String(), title: Type.String() },
        { title: 'UsedWorkbook' },
      ),
    ),
  },
  { title: 'UsedWorkbooks' },
);
export type UsedWorkbooks = Static<typeof UsedWorkbooks>;
