import { type Static, type TSchema, Type } from 'typebox';
import { itemMembers } from './item.ts';
import { limits } from './limits.ts';
import { ProvisionLoginProvider } from './login-provider.ts';
import { Name } from './name.ts';
import { TEAM_GROUPS, type TeamGroup } from './team.ts';
import { EMAIL_ADDRESS, USER_NAME } from './user.ts';
import { WorkbookDefinition } from './workbook-definition.ts';
import { ExpectedMinutes, versionNumbers } from './workbook-management.ts';

// The provision file: what an installation is given to begin with, or is brought to. What is absent is left as it is.

const closed = { additionalProperties: false };
const Nullable = <Value extends TSchema>(value: Value) => Type.Union([value, Type.Null()]);

const Role = Type.Object(
  {
    name: Name('Unique in the tenant, letter case ignored'),
    tenantWide: Type.Boolean({
      description: 'true: over the whole tenant; false: within the teams of its holder',
    }),
    permissions: Type.Array(Type.String(), { description: 'Names of permissions' }),
  },
  { ...closed, title: 'ProvisionRole', description: 'A role beside the built-in ones' },
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
    name: Name('Unique in the tenant, letter case ignored'),
    items: Type.Optional(Type.Array(Item, { description: 'Items to create or update; others stay' })),
  },
  { ...closed, title: 'ProvisionContentType', description: 'A kind of thing that is inspected' },
);

const WorkbookVersion = Type.Object(
  {
    ...versionNumbers,
    title: Type.Optional(Name("The workbook's title when absent")),
    description: Type.Optional(Nullable(Type.String({ maxLength: limits.description }))),
    published: Type.Optional(
      Type.Boolean({ description: 'Whether inspectors can use it; false when absent' }),
    ),
    deleted: Type.Optional(Type.Boolean({ description: 'false when absent' })),
    fields: WorkbookDefinition.properties.fields,
  },
  {
    ...closed,
    title: 'ProvisionWorkbookVersion',
    description: 'Its version and fields never change once it is there: a change of fields is a new version',
  },
);
export type ProvisionWorkbookVersion = Static<typeof WorkbookVersion>;

const Workbook = Type.Object(
  {
    name: Name('Unique in the tenant, letter case ignored'),
    title: Type.Optional(Name('The name when absent')),
    contentType: Type.Optional(Nullable(Name('Name of the content type whose items are inspected'))),
    expectedMinutes: Type.Optional(ExpectedMinutes),
    versions: Type.Optional(
      Type.Array(WorkbookVersion, { description: 'Versions to create or update; others stay' }),
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
          description: 'ISO 8601 with zone; null: never, as when absent',
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
      description: 'Letters and digits; unique in the tenant, letter case ignored',
    }),
    service: Type.Optional(
      Type.Boolean({
        description: 'true: an application, which has API tokens and no password; false when absent',
      }),
    ),
    name: Type.Optional(Type.String({ maxLength: limits.name, description: 'The user name when absent' })),
    surname: Type.Optional(Type.String({ maxLength: limits.name })),
    emailAddress: Type.Optional(
      Nullable(
        Type.String({
          pattern: EMAIL_ADDRESS,
          maxLength: 254,
          description: 'Unique in the tenant, letter case ignored',
        }),
      ),
    ),
    isActive: Type.Optional(
      Type.Boolean({ description: 'true when absent; false also ends all access tokens' }),
    ),
    password: Type.Optional(
      Type.String({
        minLength: 8,
        maxLength: 1_000,
        description: 'Only its hash is stored; another one ends all access tokens of the user',
      }),
    ),
    passwordGrant: Type.Optional(
      Type.Boolean({
        description:
          'Whether programs may get access tokens by the password, if the tenant lets them; true when absent',
      }),
    ),
    roles: Type.Optional(Type.Array(Type.String(), { description: "Exactly the user's roles, by name" })),
    tokens: Type.Optional(
      Type.Array(ApiToken, {
        maxItems: 2,
        description: "Exactly the service user's API tokens; two, to rotate them",
      }),
    ),
  },
  { ...closed, title: 'ProvisionUser' },
);
export type ProvisionUser = Static<typeof User>;

const members = Type.Optional(
  Type.Array(Type.String(), { description: 'Exactly its members, by user name' }),
);

const Team = Type.Object(
  {
    title: Name('Unique in the file; compared exactly'),
    description: Type.Optional(Type.String({ maxLength: limits.description })),
    isActive: Type.Optional(
      Type.Boolean({
        description: 'true when absent; false: no task can be created or assigned in the team',
      }),
    ),
    timeZone: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Name of an IANA time zone: which day it is where the team works; UTC when absent',
        examples: ['Europe/Amsterdam'],
      }),
    ),
    language: Type.Optional(
      Type.String({
        maxLength: 35,
        description: 'BCP 47 tag of the language in which workbooks speak to the team; en when absent',
        examples: ['nl'],
      }),
    ),
    workbooks: Type.Optional(
      Type.Array(Type.String(), { description: "Exactly the team's workbooks, by name" }),
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
      description: 'Unique on the server, letter case ignored; normally default',
    }),
    passwordGrant: Type.Optional(
      Type.Boolean({
        description:
          'Whether programs may get access tokens by the passwords of its people; true when absent',
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
          'Exactly the addresses beside this server at which a sign-in for an access token may end; compared exactly',
        examples: [['https://assets.example.org/signed-in']],
      }),
    ),
    loginProviders: Type.Optional(
      Type.Array(ProvisionLoginProvider, {
        description: 'Identity providers to create or update; others stay',
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
    description: 'What a Ronda server is brought to; what is absent stays as it is',
  },
);
export type ProvisionFile = Static<typeof ProvisionFile>;
