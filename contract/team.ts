import { Type } from 'typebox';
import { personFields } from './person.ts';

/** `Viewer` is singular, as in the contract's example (decision G1). */
export const TEAM_GROUPS = ['Administrators', 'Coordinators', 'Inspectors', 'Viewer'] as const;
export type TeamGroup = (typeof TEAM_GROUPS)[number];

/** See decision T6. */
export const ASSIGNABLE_GROUPS = [
  'Administrators',
  'Coordinators',
  'Inspectors',
] as const satisfies TeamGroup[];

/** See the contract, Team. */
export const Team = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    title: Type.String(),
    description: Type.String(),
    teamMembers: Type.Array(Type.Never(), { description: 'Reserved for future use' }),
    activeTasksCount: Type.Integer(),
    isActive: Type.Boolean({ description: 'If false, no task can be created or assigned in the team' }),
    canEdit: Type.Boolean({ description: 'Whether the caller may edit the team' }),
  },
  { title: 'Team' },
);

/** See the contract, List groups of a team. */
export const TeamReference = Type.Object({ id: Type.String() }, { title: 'TeamReference' });

/** See the contract, Group. */
export const Group = Type.Object({ groupId: Type.Integer(), name: Type.String() }, { title: 'Group' });
export const Groups = Type.Object({ groups: Type.Array(Group) }, { title: 'Groups' });

/** See the contract, List members of a group. */
export const GroupQuery = Type.Object({
  groupId: Type.String({ description: 'ID of the group, from `GetGroups`' }),
});

/** See the contract, Group member. */
export const GroupMember = Type.Object(
  { ...personFields, emailAddress: Type.String() },
  { title: 'GroupMember' },
);
