import { type Static, Type } from 'typebox';
import { Revision } from './content-type.ts';
import { limits } from './limits.ts';
import { Name } from './name.ts';
import { NextPage, pageFields, SearchText } from './page.ts';
import { personFields } from './person.ts';
import { Query } from './query.ts';
import { TEAM_GROUPS } from './team.ts';

const teamFields = {
  title: Name('Title of the team. Tasks refer to the team by its title'),
  description: Type.String({ maxLength: limits.description }),
  isActive: Type.Boolean({ description: 'If false, no task can be created or assigned in the team' }),
  timeZone: Type.String({
    maxLength: 64,
    description: 'IANA time zone in which the team works',
    examples: ['Europe/Amsterdam'],
  }),
  language: Type.String({
    maxLength: 35,
    description: 'BCP 47 tag of the language in which the team views workbooks',
    examples: ['nl'],
  }),
};

const managedFields = {
  id: Type.String({ format: 'uuid' }),
  ...teamFields,
  memberCount: Type.Integer({ description: 'Number of members, each counted once' }),
  canEdit: Type.Boolean({ description: 'Whether the caller may edit the team and its members' }),
  creationTime: Type.String({ format: 'date-time' }),
  revision: Revision,
};

export const ManagedTeam = Type.Object(managedFields, { title: 'ManagedTeam' });
export type ManagedTeam = Static<typeof ManagedTeam>;

/** Sorted by title. */
export const ManagedTeamPage = Type.Object(
  { teams: Type.Array(ManagedTeam), next: NextPage },
  { title: 'ManagedTeamPage' },
);
export type ManagedTeamPage = Static<typeof ManagedTeamPage>;

export const ManagedTeamQuery = Query({ ...pageFields, text: Type.Optional(SearchText) });

export const NewTeam = Type.Object(
  { title: teamFields.title, ...Type.Partial(Type.Omit(Type.Object(teamFields), ['title'])).properties },
  {
    title: 'NewTeam',
    additionalProperties: false,
    examples: [{ title: 'Bridges', description: 'Bridges and locks', timeZone: 'Europe/Amsterdam' }],
  },
);
export type NewTeam = Static<typeof NewTeam>;

export const TeamPatch = Type.Partial(NewTeam, {
  title: 'TeamPatch',
  additionalProperties: false,
  minProperties: 1,
  examples: [{ isActive: false }],
});
export type TeamPatch = Static<typeof TeamPatch>;

const GroupName = Type.Union(TEAM_GROUPS.map((group) => Type.Literal(group)));

/** The members of each group are sorted by user name. */
export const TeamGroups = Type.Object(
  {
    groups: Type.Array(
      Type.Object({
        id: Type.Integer({ description: 'ID of the group, as in the task interface' }),
        name: GroupName,
        members: Type.Array(Type.Object({ ...personFields, isActive: Type.Boolean() })),
      }),
    ),
  },
  { title: 'TeamGroups' },
);
export type TeamGroups = Static<typeof TeamGroups>;

/** Active users who can become members, sorted by user name. */
export const CandidatePage = Type.Object(
  {
    users: Type.Array(Type.Object({ ...personFields, isService: Type.Boolean() })),
    next: NextPage,
  },
  { title: 'CandidatePage' },
);
export type CandidatePage = Static<typeof CandidatePage>;
export type Candidate = CandidatePage['users'][number];

export const MemberParameters = Type.Object({
  id: Type.String({ description: 'ID of the team' }),
  group: Type.String({ description: `Name of the group: ${TEAM_GROUPS.join(', ')}` }),
  userId: Type.String({ description: 'ID of the user' }),
});
export type MemberParameters = Static<typeof MemberParameters>;
