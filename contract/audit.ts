import { type Static, Type } from 'typebox';
import { Nullable } from './nullable.ts';
import { pageFields } from './page.ts';

/** Every kind of event in the audit log (S44), with its description. */
export const AUDIT_KINDS = {
  'sign-in.succeeded':
    'A user signed in with a browser, or obtained an access token. For a service user, at most one event per minute',
  'sign-in.failed':
    'A sign-in failed: wrong password, wrong client secret, or a rejected response from an identity provider',
  'sign-in.locked': 'Sign-ins to an account or from an IP address are delayed for a while after failures',
  'sign-in.alarm': 'Many sign-ins in this organisation are failing: someone may be guessing passwords',
  'session.ended':
    'A session ended: the user signed out or signed in again, an administrator ended it, or the user was disabled. Its access tokens and devices are signed out too',
  'device.added': 'A browser was registered as a device of the user, or signed in again as one',
  'device.signed-out':
    'A device was signed out: by its user, by another user who signed in on it, or by an administrator',
  'device.erasure-requested': 'A device was revoked and will erase its data the next time it connects',
  'device.erased': 'A device confirmed that it has erased its data',
  'access-token.revoked': 'An access token was revoked by the client that used it',
  'access.denied':
    'A request was rejected because the user lacks the permission. At most one event per minute for each user and route',
  'password.changed': 'A user changed their own password',
  'password.set': "A user's password was set by someone else",
  'password.removed':
    "A user's password was removed. The user can now sign in only with an identity provider",
  'password-link.created': 'A link was created that lets a user set a password',
  'password-link.revoked': 'A password link was revoked, or could not be sent',
  'user.created': 'A user was created',
  'user.edited': "A user's details were changed",
  'user.enabled': 'A user was enabled and can sign in again',
  'user.disabled': 'A user was disabled and can no longer sign in',
  'user.unlocked': "A user's sign-in delay after wrong passwords was cleared",
  'user.roles-changed': "A user's roles were changed",
  'identity.linked':
    'A user signed in with an identity provider for the first time, or an administrator confirmed the link',
  'identity.link-rejected':
    'An administrator rejected the link between a user and an account at an identity provider',
  'identity.unlinked': 'The links between a user and their accounts at identity providers were removed',
  'role.created': 'A role was created',
  'role.edited': 'A role was changed',
  'role.deleted': 'A role was deleted',
  'team.created': 'A team was created',
  'team.edited': 'A team was changed',
  'team.members-changed': "The members of a team's group were changed",
  'api-token.created': 'An API token was created for a service user',
  'api-token.edited': "An API token's secret or expiry was changed",
  'api-token.deleted': 'An API token was revoked',
  'share.created': "A link was created that gives anyone who has it access to an inspection's report",
  'share.revoked': 'A link to a report was revoked',
  'login-provider.created': 'An identity provider was added',
  'login-provider.edited': 'An identity provider was changed',
  'login-provider.deleted': 'An identity provider was removed',
  'login-provider.tested': 'An identity provider was tested',
  'sign-in.settings-changed': 'The sign-in settings were changed',
  'workbook.created': 'A workbook was created',
  'workbook.edited': "A workbook's title, name, content type or expected duration was changed",
  'workbook.published': 'A new version of a workbook was published',
  'workbook.version-edited': 'A version of a workbook was renamed, published again or withdrawn',
  'workbook.version-deleted': 'A version of a workbook was deleted',
  'workbook.version-restored': 'A deleted version of a workbook was restored',
  'workbook.deleted': 'A workbook without versions was deleted',
  'item.created': 'An item was created, or an archived one restored',
  'item.edited': 'An item was changed',
  'item.archived': 'An item that tasks or inspections refer to was deleted; it is archived',
  'item.deleted': 'An item was deleted',
  'item.imported': 'Items were imported from a file. One event with the number of items',
  'task.created': 'A task was created',
  'task.edited': 'A task was edited',
  'task.planned': 'Tasks were planned or assigned. One event for all tasks in a request',
  'task.cancelled': 'Tasks were cancelled. One event for all tasks in a request',
  'task.restarted': 'Cancelled tasks were restarted. One event for all tasks in a request',
  'task.deleted': 'Tasks were deleted. One event for all tasks in a request',
  'task.imported': 'Tasks were imported from a file. One event with the number of tasks',
  'inspection.approved': 'A completed inspection was approved',
  'inspection.returned': 'A completed inspection was returned for correction',
  'server.restored': 'The server was restored from a backup; all later changes are lost',
} as const;
export type AuditKind = keyof typeof AUDIT_KINDS;

/** The part of each kind before the dot. As a filter, `user` matches every kind `user.…`. */
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
  'item',
  'task',
  'inspection',
] as const;
export type AuditTarget = (typeof AUDIT_TARGETS)[number];

/** The ways in which an event can be caused. */
export const AUDIT_CHANNELS = ['http', 'command line', 'provision file'] as const;

const NullableString = (description: string) => Nullable(Type.String(), description);

/** An event in the audit log. Names are recorded as they were at the time of the event. It contains no secrets. */
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

/** Events, newest first. */
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
      {
        description: 'A kind of event, or the part before the dot to select every kind in that area',
      },
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

export const AuditQuery = Type.Object({ ...pageFields, ...filters }, { additionalProperties: false });
export type AuditQuery = Static<typeof AuditQuery>;

export const AuditExportQuery = Type.Object(filters, { additionalProperties: false });
export type AuditExportQuery = Static<typeof AuditExportQuery>;
