import { type Static, Type } from 'typebox';
import { itemMembers } from './item.ts';
import { limits } from './limits.ts';
import { ProvisionLoginProvider } from './login-provider.ts';
import { Name } from './name.ts';
import { Nullable } from './nullable.ts';
import { TEAM_GROUPS, type TeamGroup } from './team.ts';
import { EMAIL_ADDRESS, USER_NAME } from './user.ts';
import { WorkbookDefinition } from './workbook-definition.ts';
import { ExpectedMinutes, versionNumbers } from './workbook-management.ts';

// The schema of the provision file, which describes the desired state of a server. Absent members are not changed.

const closed = { additionalProperties: false };

const Role = Type.Object(
  {
    name: Name('Unique in the tenant, not case-sensitive'),
    tenantWide: Type.Boolean({
      description: 'Whether the role applies to the whole tenant instead of the teams of the user',
    }),
    permissions: Type.Array(Type.String(), { description: 'Permission names' }),
  },
  { ...closed, title: 'ProvisionRole', description: 'A role in addition to the built-in roles' },
);

const Item = Type.Object(
  {
    externalId: itemMembers.externalId,
    title: itemMembers.title,
    address: Type.Optional(itemMembers.address),
    location: Type.Optional(itemMembers.location),
    attributes: Type.Optional(itemMembers.attributes),
  },
  { ...closed, title: 'ProvisionItem' },
);
export type ProvisionItem = Static<typeof Item>;

const ContentType = Type.Object(
  {
    name: Name('Unique in the tenant, not case-sensitive'),
    items: Type.Optional(
      Type.Array(Item, { description: 'Items to create or update; other items are not changed' }),
    ),
  },
  { ...closed, title: 'ProvisionContentType', description: 'A kind of item that is inspected' },
);

const WorkbookVersion = Type.Object(
  {
    ...versionNumbers,
    title: Type.Optional(Name('Default: the title of the workbook')),
    description: Type.Optional(Nullable(Type.String({ maxLength: limits.description }))),
    published: Type.Optional(Type.Boolean({ description: 'Whether inspectors can use it. Default: false' })),
    deleted: Type.Optional(Type.Boolean({ description: 'Default: false' })),
    fields: WorkbookDefinition.properties.fields,
  },
  {
    ...closed,
    title: 'ProvisionWorkbookVersion',
    description:
      'The version and fields of an existing workbook version cannot change. To change fields, add a new version',
  },
);
export type ProvisionWorkbookVersion = Static<typeof WorkbookVersion>;

const Workbook = Type.Object(
  {
    name: Name('Unique in the tenant, not case-sensitive'),
    title: Type.Optional(Name('Default: the name')),
    contentType: Type.Optional(Nullable(Name('Name of the content type whose items are inspected'))),
    expectedMinutes: Type.Optional(ExpectedMinutes),
    versions: Type.Optional(
      Type.Array(WorkbookVersion, {
        description: 'Versions to create or update; other versions are not changed',
      }),
    ),
  },
  { ...closed, title: 'ProvisionWorkbook' },
);
export type ProvisionWorkbook = Static<typeof Workbook>;

const ApiToken = Type.Object(
  {
    clientId: Type.String({
      pattern: '^[!-~]+$',
      maxLength: limits.name,
      description: 'Unique on the whole server; printable ASCII without spaces',
    }),
    clientSecret: Type.String({ minLength: 8, maxLength: 1_000, description: 'Only its hash is stored' }),
    expires: Type.Optional(
      Nullable(
        Type.String({
          description: 'ISO 8601 with time zone. Default: null, never expires',
          examples: ['2027-11-21T00:00:00.000Z'],
        }),
      ),
    ),
  },
  { ...closed, title: 'ProvisionApiToken' },
);
export type ProvisionApiToken = Static<typeof ApiToken>;

const User = Type.Object(
  {
    userName: Type.String({
      pattern: USER_NAME,
      description: 'Letters and digits; unique in the tenant, not case-sensitive',
    }),
    service: Type.Optional(
      Type.Boolean({
        description:
          'Whether the user is an application, with API tokens instead of a password. Default: false',
      }),
    ),
    name: Type.Optional(Type.String({ maxLength: limits.name, description: 'Default: the user name' })),
    surname: Type.Optional(Type.String({ maxLength: limits.name })),
    emailAddress: Type.Optional(
      Nullable(
        Type.String({
          pattern: EMAIL_ADDRESS,
          maxLength: 254,
          description: 'Unique in the tenant, not case-sensitive',
        }),
      ),
    ),
    isActive: Type.Optional(
      Type.Boolean({ description: 'Default: true. false also revokes all access tokens of the user' }),
    ),
    password: Type.Optional(
      Type.String({
        minLength: 8,
        maxLength: 1_000,
        description: 'Only its hash is stored. A changed password revokes all access tokens of the user',
      }),
    ),
    passwordGrant: Type.Optional(
      Type.Boolean({
        description:
          'Whether applications can obtain access tokens with the password of the user, if the tenant allows it. Default: true',
      }),
    ),
    roles: Type.Optional(Type.Array(Type.String(), { description: 'All roles of the user, by name' })),
    tokens: Type.Optional(
      Type.Array(ApiToken, {
        maxItems: 2,
        description: 'All API tokens of the service user. Use two during a rotation',
      }),
    ),
  },
  { ...closed, title: 'ProvisionUser' },
);
export type ProvisionUser = Static<typeof User>;

const members = Type.Optional(
  Type.Array(Type.String(), { description: 'All members of the group, by user name' }),
);

const Team = Type.Object(
  {
    title: Name('Unique in the file; case-sensitive'),
    description: Type.Optional(Type.String({ maxLength: limits.description })),
    isActive: Type.Optional(
      Type.Boolean({
        description: 'If false, no task can be created or assigned in the team. Default: true',
      }),
    ),
    timeZone: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'IANA time zone in which the team works. Default: UTC',
        examples: ['Europe/Amsterdam'],
      }),
    ),
    language: Type.Optional(
      Type.String({
        maxLength: 35,
        description: 'BCP 47 language tag of the workbooks that the team sees. Default: en',
        examples: ['nl'],
      }),
    ),
    workbooks: Type.Optional(
      Type.Array(Type.String(), { description: 'All workbooks of the team, by name' }),
    ),
    groups: Type.Optional(
      Type.Object(
        Object.fromEntries(TEAM_GROUPS.map((group) => [group, members])) as Record<TeamGroup, typeof members>,
        closed,
      ),
    ),
  },
  { ...closed, title: 'ProvisionTeam' },
);
export type ProvisionTeam = Static<typeof Team>;

const Tenant = Type.Object(
  {
    tenancyName: Type.String({
      pattern: '^[A-Za-z0-9_-]{1,64}$',
      description: 'Unique on the server, not case-sensitive; usually `default`',
    }),
    passwordGrant: Type.Optional(
      Type.Boolean({
        description: 'Whether applications can obtain access tokens with passwords of users. Default: true',
      }),
    ),
    roles: Type.Optional(Type.Array(Role)),
    contentTypes: Type.Optional(Type.Array(ContentType)),
    workbooks: Type.Optional(Type.Array(Workbook)),
    users: Type.Optional(Type.Array(User)),
    teams: Type.Optional(Type.Array(Team)),
    allowedRedirectUris: Type.Optional(
      Type.Array(Type.String({ maxLength: 2_048 }), {
        maxItems: 100,
        description:
          'All URLs, in addition to those of this server, to which a sign-in may redirect with an access token. Compared exactly',
        examples: [['https://assets.example.org/signed-in']],
      }),
    ),
    loginProviders: Type.Optional(
      Type.Array(ProvisionLoginProvider, {
        description: 'Identity providers to create or update; other providers are not changed',
      }),
    ),
  },
  { ...closed, title: 'ProvisionTenant' },
);
export type ProvisionTenant = Static<typeof Tenant>;

/** A provision file, as YAML or JSON. */
export const ProvisionFile = Type.Object(
  { tenants: Type.Array(Tenant) },
  {
    ...closed,
    title: 'ProvisionFile',
    description: 'The desired state of a Ronda server. Absent members are not changed',
  },
);
export type ProvisionFile = Static<typeof ProvisionFile>;
