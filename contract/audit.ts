import { type Static, Type } from 'typebox';
import { pageMembers } from './page.ts';

/** Every act that is kept in the audit log (S44), and what it means. */
export const AUDIT_KINDS = {
  'sign-in.succeeded':
    'Somebody signed in, by a browser or for an access token; a service at most once a minute',
  'sign-in.failed': 'A wrong password, client secret or answer of an identity provider',
  'sign-in.slowed': 'An account or address has to wait before it may try again',
  'sign-in.alarm': 'So many sign-ins fail in this organisation that somebody may be guessing',
  'session.ended':
    'A session was ended: by its user, who also may have signed in anew, by an administrator, or because the user was disabled; with it its access tokens and devices',
  'device.added': 'A browser became a device of its user, or was signed in anew as one',
  'device.ended': 'A device was signed out: by its user, by another sign-in there, or by an administrator',
  'device.erasure-wanted': 'A device was revoked, and is told at its next contact to erase what is on it',
  'device.erased': 'A device confirmed that it has erased what was on it',
  'access-token.revoked': 'The bearer of an access token gave it back',
  'access.denied': 'A caller lacked a permission; at most once a minute for the same caller and route',
  'password.changed': 'A user changed the own password',
  'password.set': 'Somebody else set the password of a user',
  'password.removed': 'The password of a user was taken away: it signs in otherwise, or not at all',
  'password-link.made': 'A link was made by which a user chooses a password',
  'password-link.withdrawn': 'Such a link was taken back, or could not be sent',
  'user.created': 'A user was made',
  'user.edited': 'What is known of a user was changed',
  'user.enabled': 'A user may sign in again',
  'user.disabled': 'A user may no longer sign in',
  'user.unlocked': 'The waits after wrong passwords were lifted',
  'user.roles-changed': 'A user got other roles',
  'identity.linked':
    'A user signed in by an identity provider for the first time, or an administrator confirmed the link',
  'identity.link-rejected':
    'An administrator rejected the link between a user and an account of an identity provider',
  'identity.unlinked': 'It was forgotten by which identity providers a user has signed in',
  'role.created': 'A role was made',
  'role.edited': 'A role was changed',
  'role.deleted': 'A role was deleted',
  'team.created': 'A team was made',
  'team.edited': 'A team was changed',
  'team.members-changed': 'A group of a team got other members',
  'api-token.created': 'An API token was made for a service user',
  'api-token.edited': 'An API token got another secret or expiry',
  'api-token.deleted': 'An API token was revoked',
  'share.created': 'A link was made by which whoever has it reads the report of an inspection',
  'share.revoked': 'Such a link was taken back',
  'login-provider.created': 'An identity provider was set up',
  'login-provider.edited': 'An identity provider was changed',
  'login-provider.deleted': 'An identity provider was removed',
  'login-provider.tested': 'An identity provider was tested',
  'sign-in.settings-changed': 'How people may sign in was changed',
  'server.restored': 'The server was restored from a backup; everything after that backup is lost',
} as const;
export type AuditKind = keyof typeof AUDIT_KINDS;

/** Kinds that concern the same thing: `user` stands for every `user.…`. */
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
] as const;
export type AuditTarget = (typeof AUDIT_TARGETS)[number];

/** How an act came in. */
export const AUDIT_CHANNELS = ['http', 'command line', 'provision file'] as const;

const TextOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

/** One act. Names are those of the moment; nothing in it is a secret. */
export const AuditEvent = Type.Object(
  {
    id: Type.String(),
    happenedAt: Type.String({ format: 'date-time' }),
    kind: Type.String({ examples: ['user.disabled'] }),
    actorId: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The user who did it, where one is known',
    }),
    actorName: TextOrNull('The user name, or the one that was tried'),
    clientId: TextOrNull('The API token that was used'),
    channel: Type.Enum(AUDIT_CHANNELS),
    targetType: Type.Union([Type.Enum(AUDIT_TARGETS), Type.Null()]),
    targetId: TextOrNull('On whom or what it was done'),
    targetName: TextOrNull('Its name'),
    address: TextOrNull('The IP address that it came from'),
    agent: TextOrNull('What the caller said it was (User-Agent), up to 256 characters'),
    requestId: TextOrNull('The X-Request-Id of the answer'),
    details: Type.Record(Type.String(), Type.Unknown(), { description: 'What else belongs to it' }),
  },
  { title: 'AuditEvent' },
);
export type AuditEvent = Static<typeof AuditEvent>;

/** The newest first. */
export const AuditPage = Type.Object(
  { events: Type.Array(AuditEvent), next: Type.Union([Type.String(), Type.Null()]) },
  { title: 'AuditPage' },
);

const SoughtText = (description: string) => Type.String({ pattern: '^[^\\u0000]{1,256}$', description });

const filters = {
  id: Type.Optional(Type.String({ pattern: '^\\d{1,18}$', description: 'the id of an act: that one alone' })),
  kind: Type.Optional(
    Type.Union(
      [...AREAS, ...Object.keys(AUDIT_KINDS)].map((kind) => Type.Literal(kind)),
      {
        description: 'a kind of act, or what stands before its dot for all of them',
      },
    ),
  ),
  actor: Type.Optional(SoughtText('the user name of who did it, letter case ignored')),
  targetType: Type.Optional(Type.Enum(AUDIT_TARGETS)),
  targetId: Type.Optional(SoughtText('the id of what it was done to')),
  address: Type.Optional(SoughtText('the IP address that it came from')),
  from: Type.Optional(Type.String({ description: 'an instant: not earlier' })),
  to: Type.Optional(Type.String({ description: 'an instant: earlier than this' })),
};

export const AuditQuery = Type.Object({ ...pageMembers, ...filters }, { additionalProperties: false });
export type AuditQuery = Static<typeof AuditQuery>;

export const AuditExportQuery = Type.Object(filters, { additionalProperties: false });
export type AuditExportQuery = Static<typeof AuditExportQuery>;
