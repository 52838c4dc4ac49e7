import { type Static, Type } from 'typebox';

/** A browser that is signed in. */
export const Session = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    isCurrent: Type.Boolean({ description: 'The one by which this was asked' }),
    loginProvider: Type.Union([Type.String(), Type.Null()], {
      description: 'The identity provider by which it began; null: by password',
    }),
    startedAt: Type.String({ format: 'date-time' }),
    lastSeenAt: Type.String({ format: 'date-time', description: 'To the minute' }),
    expiresAt: Type.String({ format: 'date-time', description: 'It ends then at the latest' }),
    address: Type.String({ description: 'The IP address where it began' }),
    agent: Type.String({ description: 'What the browser said it was (User-Agent)' }),
  },
  { title: 'Session' },
);
export type Session = Static<typeof Session>;

/** The one that was used last first. */
export const Sessions = Type.Object({ sessions: Type.Array(Session) }, { title: 'Sessions' });

export const SessionParameter = Type.Object({
  id: Type.String({ description: 'The id of a session, or `current`' }),
});
export type SessionParameter = Static<typeof SessionParameter>;
