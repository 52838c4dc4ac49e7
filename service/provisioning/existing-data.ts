import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import type { VersionContent } from '#service/workbooks/ensure-workbook-version.ts';
import {
  createNameKey,
  listDefinedEntries,
  listReferencedUserNames,
  type PartialTenant,
} from './partial-file.ts';

/** The data that the file may refer to. All keys except client IDs are created by `createNameKey`. */
export type ExistingData = {
  roles: readonly string[];
  contentTypes: readonly string[];
  workbooks: ReadonlyMap<string, ExistingWorkbook>;
  users: ReadonlyMap<string, ExistingUser>;
  /** User names by email address. */
  emailOwners: ReadonlyMap<string, string>;
  /** The titles by which follow-ups can refer to workbooks and teams. */
  workbookTitles: readonly string[];
  teamTitles: readonly string[];
  /** The owners of client IDs; `userName` is undefined if the owner is another tenant. */
  clients: ReadonlyMap<string, { userName: string | undefined }>;
};

export type ExistingWorkbook = { name: string; versions: ReadonlyMap<number, VersionContent> };
type ExistingUser = { userName: string; isService: boolean; passwordHash: string | null };

const LIST_ROLES = statement('list-provisioned-roles')`select name from role where tenant_id = $1`;
const LIST_CONTENT_TYPES = statement('list-provisioned-content-types')`
  select name from content_type where tenant_id = $1`;
const LIST_WORKBOOK_TITLES = statement('list-provisioned-workbook-titles')`
  select title as name from workbook where tenant_id = $1`;
const LIST_TEAM_TITLES = statement('list-provisioned-team-titles')`
  select title as name from team where tenant_id = $1`;
const LIST_WORKBOOKS = statement(
  'list-provisioned-workbooks',
)`select name from workbook where tenant_id = $1`;

const FIND_PROVISIONED_TENANT = statement('find-provisioned-tenant')`
  select tenant_id from tenant where lower(tenancy_name) = lower($1)`;

export const readExistingData = async (db: Database, tenant: PartialTenant): Promise<ExistingData> => {
  const [row] = await run(db, FIND_PROVISIONED_TENANT, [tenant.tenancyName ?? '']);
  // No tenant has ID 0, so a new tenant has no data.
  const tenantId = row?.tenant_id ?? 0;
  return {
    roles: await readNames(db, LIST_ROLES, tenantId),
    contentTypes: await readNames(db, LIST_CONTENT_TYPES, tenantId),
    workbooks: await readWorkbooks(db, tenantId, tenant),
    workbookTitles: await readNames(db, LIST_WORKBOOK_TITLES, tenantId),
    teamTitles: await readNames(db, LIST_TEAM_TITLES, tenantId),
    ...(await readUsers(db, tenantId, tenant)),
    clients: await readClients(db, tenantId, tenant),
  };
};

const readNames = async (db: Database, select: typeof LIST_ROLES, tenantId: number): Promise<string[]> =>
  (await run(db, select, [tenantId])).map(({ name }) => name);

const LIST_PROVISIONED_VERSIONS = statement('list-provisioned-versions')`
  select workbook.name, workbook_version.version_code, workbook_version.version, workbook_version.fields
  from workbook_version
  join workbook on workbook.tenant_id = workbook_version.tenant_id
    and workbook.workbook_id = workbook_version.workbook_id
  where workbook_version.tenant_id = $1 and workbook.name = any($2)`;

const readWorkbooks = async (db: Database, tenantId: number, tenant: PartialTenant) => {
  const names = await readNames(db, LIST_WORKBOOKS, tenantId);
  const keysInFile = new Set(
    listDefinedEntries(tenant.workbooks).map(({ name }) => createNameKey(name ?? '')),
  );
  const namesInFile = names.filter((name) => keysInFile.has(createNameKey(name)));
  const versions = await run(db, LIST_PROVISIONED_VERSIONS, [tenantId, namesInFile]);
  const versionsByName = Map.groupBy(versions, ({ name }) => name);
  return new Map(
    names.map((name) => [
      createNameKey(name),
      { name, versions: new Map(versionsByName.get(name)?.map((row) => [row.version_code, row])) },
    ]),
  );
};

const LIST_PROVISIONED_USERS = statement('list-provisioned-users')`
  select user_name, email_address, is_service, password_hash from app_user
  where tenant_id = $1 and (lower(user_name) = any($2) or lower(email_address) = any($3))`;

const readUsers = async (db: Database, tenantId: number, tenant: PartialTenant) => {
  const emails = listDefinedEntries(tenant.users).flatMap(({ emailAddress }) => emailAddress ?? []);
  const rows = await run(db, LIST_PROVISIONED_USERS, [
    tenantId,
    listReferencedUserNames(tenant).map(createNameKey),
    emails.map(createNameKey),
  ]);
  const users = new Map<string, ExistingUser>(
    rows.map((row) => [
      createNameKey(row.user_name),
      { userName: row.user_name, isService: row.is_service, passwordHash: row.password_hash },
    ]),
  );
  const emailOwners = new Map(
    rows.flatMap((row) =>
      row.email_address === null ? [] : [[createNameKey(row.email_address), row.user_name] as const],
    ),
  );
  return { users, emailOwners };
};

const LIST_PROVISIONED_CLIENTS = statement('list-provisioned-clients')`
  select api_client.client_id, app_user.user_name from api_client
  left join api_token on api_token.tenant_id = $1 and api_token.client_id = api_client.client_id
  left join app_user on app_user.tenant_id = $1 and app_user.user_id = api_token.user_id
  where api_client.client_id = any($2)`;

const readClients = async (db: Database, tenantId: number, tenant: PartialTenant) => {
  const clientIds = listDefinedEntries(tenant.users).flatMap(({ tokens }) =>
    listDefinedEntries(tokens).flatMap(({ clientId }) => clientId ?? []),
  );
  const rows = await run(db, LIST_PROVISIONED_CLIENTS, [tenantId, clientIds]);
  return new Map(rows.map(({ client_id, user_name }) => [client_id, { userName: user_name ?? undefined }]));
};
