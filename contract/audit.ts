import { type Static, Type } from 'typebox';
import auditKinds from './audit-kinds.json' with { type: 'json' };
import { Nullable } from './nullable.ts';
import { pageFields } from './page.ts';
import { Query } from './query.ts';

/** The kinds of audit log events (S44) and their descriptions. */
export const AUDIT_KINDS = auditKinds;
export type AuditKind = keyof typeof AUDIT_KINDS;

/** The part of each kind before the dot. */
const AREAS = [...new Set(Object.keys(AUDIT_KINDS).map((kind) => kind.split('.', 1)[0]!))];

export const AUDIT_TARGETS = [
  'user',
  'role',
  'team',
  'group',
  'api-token',
  'share',
  'login-provider',
  'session',
  'device',
  'route',
  'workbook',
  'content-type',
  'item',
  'task',
  'inspection',
] as const;
export type AuditTarget = (typeof AUDIT_TARGETS)[number];

export const AUDIT_CHANNELS = ['http', 'command line', 'provision file'] as const;

const NullableString = (description: string) => Nullable(Type.String(), description);

/** Names are as of the event. Never contains secrets. */
export const AuditEvent = Type.Object(
  {
    id: Type.String(),
    occurredAt: Type.String({ format: 'date-time' }),
    kind: Type.String({ examples: ['user.disabled'] }),
    actorId: Nullable(Type.Integer(), 'ID of the user who caused the event; null if unknown'),
    actorName: NullableString('User name at that time; for a failed sign-in, the name that was entered'),
    clientId: NullableString('Client ID of the API token that was used'),
    channel: Type.Enum(AUDIT_CHANNELS),
    targetType: Nullable(Type.Enum(AUDIT_TARGETS)),
    targetId: NullableString('ID of the target'),
    targetName: NullableString('Name of the target at that time'),
    ipAddress: NullableString('IP address of the client'),
    userAgent: NullableString('User-Agent header of the client, truncated after 256 characters'),
    requestId: NullableString('`X-Request-Id` of the response'),
    details: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Additional data, with properties that depend on the kind',
    }),
  },
  { title: 'AuditEvent' },
);
export type AuditEvent = Static<typeof AuditEvent>;

/** Newest first. */
export const AuditPage = Type.Object(
  { events: Type.Array(AuditEvent), next: Nullable(Type.String()) },
  { title: 'AuditPage' },
);
export type AuditPage = Static<typeof AuditPage>;

const SearchString = (description: string) => Type.String({ pattern: '^[^\\u0000]{1,256}$', description });

const filters = {
  id: Type.Optional(Type.String({ pattern: '^\\d{1,18}$', description: 'The ID of one event' })),
  kind: Type.Optional(
    Type.Union(
      [...AREAS, ...Object.keys(AUDIT_KINDS)].map((kind) => Type.Literal(kind)),
      { description: 'A kind of event, or the part before the dot to select every kind in that area' },
    ),
  ),
  actor: Type.Optional(SearchString('The user name of the person who caused the event, not case-sensitive')),
  targetType: Type.Optional(Type.Enum(AUDIT_TARGETS)),
  targetId: Type.Optional(SearchString('The ID of the target')),
  ipAddress: Type.Optional(SearchString('The IP address of the client')),
  from: Type.Optional(
    Type.String({ description: 'Returns events at or after this time, as ISO 8601 with time zone' }),
  ),
  to: Type.Optional(
    Type.String({ description: 'Returns events before this time, as ISO 8601 with time zone' }),
  ),
};

export const AuditQuery = Query({ ...pageFields, ...filters });
export type AuditQuery = Static<typeof AuditQuery>;

export const AuditExportQuery = Query(filters);
export type AuditExportQuery = Static<typeof AuditExportQuery>;
