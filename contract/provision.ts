import { type Static, Type } from 'typebox';
import { NewItem } from './item.ts';
import { limits } from './limits.ts';
import { ProvisionLoginProvider } from './login-provider.ts';
import { Name } from './name.ts';
import { Nullable } from './nullable.ts';
import { TEAM_GROUPS, type TeamGroup } from './team.ts';
import { EMAIL_ADDRESS_PATTERN, USER_NAME_PATTERN } from './user.ts';
import { WorkbookDefinition } from './workbook-definition.ts';
import { ExpectedMinutes, versionNumbers } from './workbook-management.ts';

const noExtraProperties = { additionalProperties: false };

const Role = Type.Object(
  {
    name: Name('Name of the role, unique in the tenant (not case-sensitive)'),
    tenantWide: Type.Boolean({
      description: "Whether the role applies to the whole tenant rather than the user's teams",
    }),
    permissions: Type.Array(Type.String(), { description: 'Names of permissions, such as `Tasks.Read`' }),
  },
  { ...noExtraProperties, title: 'ProvisionRole', description: 'A role in addition to the built-in roles' },
);

const Item = Type.Object(NewItem.properties, { ...noExtraProperties, title: 'ProvisionItem' });
export type ProvisionItem = Static<typeof Item>;

const ContentType = Type.Object(
  {
    name: Name('Name of the content type, unique in the tenant (not case-sensitive)'),
    items: Type.Optional(
      Type.Array(Item, { description: 'Items to create or update; other items are not changed' }),
    ),
  },
  { ...noExtraProperties, title: 'ProvisionContentType', description: 'A kind of item to inspect' },
);

const WorkbookVersion = Type.Object(
  {
    ...versionNumbers,
    title: Type.Optional(Name("Title of the version. Default: the workbook's title")),
    description: Type.Optional(Nullable(Type.String({ maxLength: limits.description }))),
    published: Type.Optional(
      Type.Boolean({ description: 'Whether the version can be used in new tasks. Default: false' }),
    ),
    deleted: Type.Optional(Type.Boolean({ description: 'Whether the version is deleted. Default: false' })),
    fields: WorkbookDefinition.properties.fields,
  },
  {
    ...noExtraProperties,
    title: 'ProvisionWorkbookVersion',
    description:
      'The version and fields of an existing workbook version cannot change. To change fields, add a new version',
  },
);

const Workbook = Type.Object(
  {
    name: Name('Name of the workbook, unique in the tenant (not case-sensitive)'),
    title: Type.Optional(Name('Title of the workbook. Default: the name')),
    contentType: Type.Optional(Nullable(Name('Name of the content type whose items are inspected'))),
    expectedMinutes: Type.Optional(ExpectedMinutes),
    versions: Type.Optional(
      Type.Array(WorkbookVersion, {
        description: 'Versions to create or update; other versions are not changed',
      }),
    ),
  },
  { ...noExtraProperties, title: 'ProvisionWorkbook' },
);
export type ProvisionWorkbook = Static<typeof Workbook>;

const ApiToken = Type.Object(
  {
    clientId: Type.String({
      pattern: '^[!-~]+$',
      maxLength: limits.name,
      description: 'Printable ASCII without spaces; unique on the whole server',
    }),
    clientSecret: Type.String({
      minLength: 8,
      maxLength: 1_000,
      description: 'Client secret; only a hash of it is stored',
    }),
    expires: Type.Optional(
      Nullable(
        Type.String({
          description: 'When the token expires, as ISO 8601 with time zone. Default: null (never)',
          examples: ['2027-11-21T00:00:00.000Z'],
        }),
      ),
    ),
  },
  { ...noExtraProperties, title: 'ProvisionApiToken' },
);

const User = Type.Object(
  {
    userName: Type.String({
      pattern: USER_NAME_PATTERN,
      description: 'Letters and digits; unique in the tenant, not case-sensitive',
    }),
    service: Type.Optional(
      Type.Boolean({
        description:
          'Whether the user is an application, with API tokens instead of a password. Default: false',
      }),
    ),
    name: Type.Optional(
      Type.String({
        maxLength: limits.name,
        description: 'First name of a person, or name of an application. Default: the user name',
      }),
    ),
    surname: Type.Optional(Type.String({ maxLength: limits.name })),
    emailAddress: Type.Optional(
      Nullable(
        Type.String({
          pattern: EMAIL_ADDRESS_PATTERN,
          maxLength: 254,
          description: 'An email address; unique in the tenant, not case-sensitive',
        }),
      ),
    ),
    isActive: Type.Optional(
      Type.Boolean({
        description:
          "Whether the user can sign in. `false` also revokes all of the user's access tokens. Default: true",
      }),
    ),
    password: Type.Optional(
      Type.String({
        minLength: 8,
        maxLength: 1_000,
        description:
          "Password; only a hash of it is stored. Changing it revokes all of the user's access tokens",
      }),
    ),
    passwordGrant: Type.Optional(
      Type.Boolean({
        description:
          "Whether applications can obtain access tokens with the user's password, if the tenant allows it. Default: true",
      }),
    ),
    roles: Type.Optional(Type.Array(Type.String(), { description: "All of the user's roles, by name" })),
    tokens: Type.Optional(
      Type.Array(ApiToken, {
        maxItems: 2,
        description: "All of the service user's API tokens. Use two during a rotation",
      }),
    ),
  },
  { ...noExtraProperties, title: 'ProvisionUser' },
);
export type ProvisionUser = Static<typeof User>;

const groupMembers = Type.Optional(
  Type.Array(Type.String(), { description: 'All group members, by user name' }),
);

const Team = Type.Object(
  {
    title: Name('Title of the team, unique in the tenant (not case-sensitive)'),
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
        description: 'BCP 47 tag of the language in which the team views workbooks. Default: en',
        examples: ['nl'],
      }),
    ),
    workbooks: Type.Optional(
      Type.Array(Type.String(), { description: 'All workbooks that the team uses, by name' }),
    ),
    groups: Type.Optional(
      Type.Object(
        Object.fromEntries(TEAM_GROUPS.map((group) => [group, groupMembers])) as Record<
          TeamGroup,
          typeof groupMembers
        >,
        noExtraProperties,
      ),
    ),
  },
  { ...noExtraProperties, title: 'ProvisionTeam' },
);
export type ProvisionTeam = Static<typeof Team>;

const Tenant = Type.Object(
  {
    tenancyName: Type.String({
      pattern: '^[A-Za-z0-9_-]{1,64}$',
      description:
        '1 to 64 letters, digits, hyphens and underscores; unique on the server, not case-sensitive; usually `default`',
    }),
    passwordGrant: Type.Optional(
      Type.Boolean({
        description: "Whether applications can obtain access tokens with users' passwords. Default: true",
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
          "All URLs, other than this server's own, to which a sign-in may redirect with an access token. They must match exactly",
        examples: [['https://assets.example.org/signed-in']],
      }),
    ),
    loginProviders: Type.Optional(
      Type.Array(ProvisionLoginProvider, {
        description: 'Identity providers to create or update; other providers are not changed',
      }),
    ),
  },
  { ...noExtraProperties, title: 'ProvisionTenant' },
);
export type ProvisionTenant = Static<typeof Tenant>;

export const ProvisionFile = Type.Object(
  { tenants: Type.Array(Tenant) },
  {
    ...noExtraProperties,
    title: 'ProvisionFile',
    description: 'The desired state of a Ronda server. Absent properties are not changed',
  },
);
export type ProvisionFile = Static<typeof ProvisionFile>;
