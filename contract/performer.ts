import { type Static, Type } from 'typebox';

/** People told at once: an organisation has hundreds who perform tasks. */
export const MOST_PERFORMERS = 5_000;

const Performer = Type.Object(
  {
    id: Type.Integer(),
    userName: Type.String(),
    name: Type.String(),
    surname: Type.String(),
    teamIds: Type.Array(Type.String({ format: 'uuid' }), {
      description: 'Teams in which the caller sees tasks and the person performs them',
    }),
  },
  { title: 'Performer' },
);
export type Performer = Static<typeof Performer>;

export const Performers = Type.Object(
  {
    people: Type.Array(Performer, {
      description: 'Active people who perform tasks of the teams, in the order of their user names',
    }),
    isCut: Type.Boolean({
      description: `There are more than ${MOST_PERFORMERS}, of whom the first are here`,
    }),
  },
  { title: 'Performers' },
);
export type Performers = Static<typeof Performers>;
