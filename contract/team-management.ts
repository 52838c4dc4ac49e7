import { type Static, Type } from 'typebox';
import { Revision } from './content-type.ts';
import { limits } from './limits.ts';
import { Name } from './name.ts';
import { NextPage, pageMembers, SearchText } from './page.ts';
import { TEAM_GROUPS } from './team.ts';

const teamMembers = {
  title: Name('By it tasks name the team'),
  description: Type.String({ maxLength: limits.description }),
  isActive: Type.Boolean({ description: 'false: no task can be created or assigned in the team' }),
  timeZone: Type.String({
    maxLength: 64,
    description: 'Of the IANA database: which day it is for the team',
    examples: ['Europe/Amsterdam'],
  }),
  language: Type.String({
    maxLength: 35,
    description: 'BCP 47 tag of the language in which workbooks speak to the team',
    examples: ['nl'],
  }),
};

const managedMembers = {
  id: Type.String({ format: 'uuid' }),
  ...teamMembers,
  memberCount: Type.Integer({ description: 'Its members, each counted once' }),
  canEdit: Type.Boolean({ description: 'Whether the caller may edit the team and its members' }),
  creationTime: Type.String({ format: 'date-time' }),
  revision: Revision,
};

/** A team as it is managed. */
export const ManagedTeam = Type.Object(managedMembers, { title: 'ManagedTeam' });
export type ManagedTeam = Static<typeof ManagedTeam>;

/** Teams in the order of their titles. */
export const ManagedTeamPage = Type.Object(
  { teams: Type.Array(ManagedTeam), next: NextPage },
  { title: 'ManagedTeamPage' },
);

export const ManagedTeamQuery = Type.Object(
  { ...pageMembers, text: Type.Optional(SearchText) },
  { additionalProperties: false },
);
export type ManagedTeamQuery = Static<typeof ManagedTeamQuery>;

/** A team as it is made. It has all four groups, without members. */
export const NewTeam = Type.Object(
  { title: teamMembers.title, ...Type.Partial(Type.Omit(Type.Object(teamMembers), ['title'])).properties },
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

/** The four groups of a team with their members, in the order of their user names. */
export const TeamGroups = Type.Object(
  {
    groups: Type.Array(
      Type.Object({
        id: Type.Integer({ description: 'Its number, as the given interface names it' }),
        name: GroupName,
        members: Type.Array(
          Type.Object({
            id: Type.Integer(),
            userName: Type.String(),
            name: Type.String(),
            surname: Type.String(),
            isActive: Type.Boolean(),
          }),
        ),
      }),
    ),
  },
  { title: 'TeamGroups' },
);
export type TeamGroups = Static<typeof TeamGroups>;

/** Active users in the order of their user names, for who composes teams: less than who manages users sees of them. */
export const CandidatePage = Type.Object(
  {
    users: Type.Array(
      Type.Object({
        id: Type.Integer(),
        userName: Type.String(),
        name: Type.String(),
        surname: Type.String(),
        isService: Type.Boolean(),
      }),
    ),
    next: NextPage,
  },
  { title: 'CandidatePage' },
);
export type Candidate = Static<typeof CandidatePage>['users'][number];

/** Names a member of a group in the path of a request. */
export const MemberParameters = Type.Object({
  id: Type.String({ description: 'Identifier of the team' }),
  group: Type.String({ description: TEAM_GROUPS.join(', ') }),
  userId: Type.String({ description: 'Number of the user' }),
});
export type MemberParameters = Static<typeof MemberParameters>;
