import { type Static, Type } from 'typebox';
import { Nullable } from './nullable.ts';

export const Session = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    isCurrent: Type.Boolean({ description: 'Whether this request belongs to the session' }),
    loginProvider: Nullable(
      Type.String(),
      'Identity provider the user signed in with; null if the user signed in with a password',
    ),
    startedAt: Type.String({ format: 'date-time' }),
    lastSeenAt: Type.String({ format: 'date-time', description: 'Time of the last request, to the minute' }),
    expiresAt: Type.String({ format: 'date-time', description: 'The latest time at which the session ends' }),
    ipAddress: Type.String({ description: 'IP address the user signed in from' }),
    userAgent: Type.String({ description: 'User-Agent header of the browser' }),
  },
  { title: 'Session' },
);

/** Most recently used first. */
export const Sessions = Type.Object({ sessions: Type.Array(Session) }, { title: 'Sessions' });

export const SessionParameter = Type.Object({
  id: Type.String({ description: 'ID of a session, or `current`' }),
});
export type SessionParameter = Static<typeof SessionParameter>;
