import { type Static, Type } from 'typebox';
import { Nullable } from './nullable.ts';

/** A sign-in of a user in a browser. */
export const Session = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    isCurrent: Type.Boolean({ description: 'Whether this request belongs to the session' }),
    loginProvider: Nullable(
      Type.String(),
      'Identity provider with which the user signed in; null if the user signed in with a password',
    ),
    startedAt: Type.String({ format: 'date-time' }),
    lastSeenAt: Type.String({ format: 'date-time', description: 'Last request, to the minute' }),
    expiresAt: Type.String({ format: 'date-time', description: 'Latest time at which the session ends' }),
    ipAddress: Type.String({ description: 'IP address from which the user signed in' }),
    userAgent: Type.String({ description: 'User-Agent header of the browser' }),
  },
  { title: 'Session' },
);
export type Session = Static<typeof Session>;

/** Sessions, most recently used first. */
export const Sessions = Type.Object({ sessions: Type.Array(Session) }, { title: 'Sessions' });

export const SessionParameter = Type.Object({
  id: Type.String({ description: 'ID of a session, or `current`' }),
});
export type SessionParameter = Static<typeof SessionParameter>;
