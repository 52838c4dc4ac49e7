// Made by `npm run schema` from the migrated database. Change a migration, then run it again.

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Read as a value, written as JSON text: pg would send a JavaScript array as a PostgreSQL array. */
type Json = ColumnType<unknown, string, string>;

interface AbsenceTable {
  tenant_id: number;
  absence_id: string;
  user_id: number;
  first_day: string;
  last_day: string;
  reason: string | null;
}

interface AccessTokenTable {
  tenant_id: number;
  token_hash: Buffer;
  user_id: number;
  client_id: string | null;
  issued_at: Generated<Date>;
  expires_at: Date;
  login_provider: string | null;
}

interface AnswerTable {
  tenant_id: number;
  inspection_id: string;
  revision: number;
  item_id: string | null;
  field: string;
  value: Json | null;
  base_revision: number | null;
  answered_by: number;
  answered_at: Generated<Date>;
  is_remark: Generated<boolean>;
  device: string | null;
  given_at: Date | null;
}

interface ApiClientTable {
  client_id: string;
  tenant_id: number;
}

interface ApiRequestTable {
  tenant_id: number;
  client_id: string;
  request_no: GeneratedAlways<number>;
  came_at: Date;
  method: string;
  path: string;
  query_names: string[];
  status: number;
  duration_ms: number;
  request_id: string;
  detail: string | null;
}

interface ApiTokenTable {
  tenant_id: number;
  client_id: string;
  user_id: number;
  secret_hash: Buffer;
  created_at: Generated<Date>;
  expires_at: Date | null;
  last_used_at: Date | null;
  label: Generated<string>;
}

interface AppUserTable {
  tenant_id: number;
  user_id: GeneratedAlways<number>;
  user_name: string;
  name: string;
  surname: string;
  email_address: string | null;
  is_active: Generated<boolean>;
  is_service: Generated<boolean>;
  password_hash: string | null;
  created_at: Generated<Date>;
  password_grant: Generated<boolean>;
  is_auto_provisioned: Generated<boolean>;
  last_signed_in_at: Date | null;
  revision: Generated<number>;
}

interface AuditEventTable {
  tenant_id: number;
  event_id: GeneratedAlways<number>;
  happened_at: Generated<Date>;
  kind: string;
  actor_id: number | null;
  actor_name: string | null;
  client_id: string | null;
  channel: string;
  target_type: string | null;
  target_id: string | null;
  target_name: string | null;
  address: string | null;
  agent: string | null;
  request_id: string | null;
  details: Json;
}

interface BackupRunTable {
  run_id: GeneratedAlways<number>;
  state: Generated<string>;
  started_at: Generated<Date>;
  ended_at: Date | null;
  due_at: Date | null;
  target: string;
  set_name: string | null;
  snapshot_at: Date | null;
  bytes: number | null;
  error: string | null;
  host: string;
  process_id: number;
}

interface ConfirmedNameTable {
  tenant_id: number;
  provider_id: string;
  user_id: number;
  confirmed_at: Generated<Date>;
}

interface ContentTypeTable {
  tenant_id: number;
  content_type_id: string;
  name: string;
  revision: Generated<number>;
}

interface DatabaseIdentityTable {
  only_row: Generated<boolean>;
  epoch: number;
  system_identifier: string;
  timeline: number;
  database_oid: number;
  postmaster_started_at: Generated<string>;
}

interface DeviceTable {
  tenant_id: number;
  device_id: string;
  user_id: number;
  token_hash: Buffer;
  name: string;
  login_provider: string | null;
  address: string;
  agent: string;
  created_at: Generated<Date>;
  last_seen_at: Generated<Date>;
  expires_at: Date;
  reported_at: Date | null;
  unsent_answers: Generated<number>;
  unsent_pictures: Generated<number>;
  unsent_since: Date | null;
  erasure_wanted_at: Date | null;
}

interface ExternalIdentityTable {
  tenant_id: number;
  issuer: string;
  subject: string;
  user_id: number;
  linked_at: Generated<Date>;
  is_confirmed: Generated<boolean>;
}

interface FeedTable {
  tenant_id: number;
  kind: number;
  entity_id: string;
  version: number;
  first_position: Generated<number>;
}

interface FeedCounterTable {
  tenant_id: number;
  version: number;
  database_epoch: Generated<number>;
  base_version: Generated<number>;
  base_position: Generated<number>;
}

interface FeedEpochTable {
  tenant_id: number;
  base_version: number;
  base_position: number;
  last_version: number;
}

interface FeedPendingTable {
  tenant_id: number;
  seq: GeneratedAlways<number>;
  kind: number;
  entity_id: string;
}

interface FeedReaderTable {
  tenant_id: number;
  user_id: number;
  floor: number;
  floor_version: Generated<number>;
  reads_all: Generated<boolean>;
  reads_teams: Generated<string[]>;
  read_all_until: Generated<number>;
}

interface FeedReaderTeamTable {
  tenant_id: number;
  user_id: number;
  team_id: string;
  read_until: number;
}

interface FollowUpTable {
  tenant_id: number;
  inspection_id: string;
  place: number;
  field: string;
  item_id: string | null;
  task_id: string | null;
  obstacle: string | null;
  created_at: Generated<Date>;
  obstacle_fact: string[] | null;
  obstacle_sentence: Json | null;
}

interface GroupMemberTable {
  tenant_id: number;
  team_id: string;
  kind: string;
  user_id: number;
}

interface IdempotencyTable {
  tenant_id: number;
  user_id: number;
  key: string;
  request_hash: Buffer;
  answer: string;
  created_at: Generated<Date>;
}

interface InspectionTable {
  tenant_id: number;
  inspection_id: string;
  task_id: string | null;
  workbook_version_id: string;
  team_id: string;
  user_id: number;
  state: number;
  revision: Generated<number>;
  prefill: Json;
  started_at: Generated<Date>;
  ended_at: Date | null;
  sent_at: Date | null;
  is_deleted: Generated<boolean>;
  modified_at: Generated<Date>;
  started_revision: Generated<number>;
  completion: Generated<number>;
  failed_count: Generated<number>;
  approved_at: Date | null;
  approved_by: number | null;
}

interface InspectionCompletionTable {
  tenant_id: number;
  inspection_id: string;
  completion: number;
  revision: number;
  completed_by: number;
  completed_at: Generated<Date>;
}

interface InspectionItemTable {
  tenant_id: number;
  inspection_id: string;
  item_id: string;
  position: number;
}

interface InspectionResultTable {
  tenant_id: number;
  inspection_id: string;
  completion: number;
  place: number;
  item_id: string | null;
  answers: Json;
  remarks: Json;
  failures: string[];
}

interface InspectionReturnTable {
  tenant_id: number;
  inspection_id: string;
  completion: number;
  comment: string | null;
  fields: Json;
  fields_bytes: GeneratedAlways<number>;
  returned_by: number;
  returned_at: Generated<Date>;
}

interface ItemTable {
  tenant_id: number;
  item_id: string;
  content_type_id: string;
  external_id: string;
  title: string;
  address: string | null;
  latitude: number | null;
  longitude: number | null;
  attributes: Generated<Json>;
  revision: Generated<number>;
  archived_at: Date | null;
}

interface LinkRequestTable {
  tenant_id: number;
  request_id: string;
  provider_id: string;
  user_id: number;
  issuer: string | null;
  subject: string | null;
  requested_at: Generated<Date>;
  expires_at: Date;
}

interface LoginProviderTable {
  tenant_id: number;
  provider_id: string;
  name: string;
  type: string;
  is_enabled: boolean;
  image_uri: string | null;
  image_class: string | null;
  settings: Json;
  sealed_secret: Buffer | null;
  revision: Generated<number>;
  created_at: Generated<Date>;
  modified_at: Generated<Date>;
}

interface PasswordLinkTable {
  tenant_id: number;
  user_id: number;
  token_hash: Buffer;
  purpose: string;
  created_at: Generated<Date>;
  expires_at: Date;
  made_by: number;
}

interface ReportShareTable {
  tenant_id: number;
  share_id: string;
  inspection_id: string;
  token_hash: Buffer;
  language: string | null;
  created_by: number;
  created_at: Generated<Date>;
  expires_at: Date;
  revoked_by: number | null;
  revoked_at: Date | null;
  uses: Generated<number>;
  last_used_at: Date | null;
}

interface RoleTable {
  tenant_id: number;
  role_id: GeneratedAlways<number>;
  name: string;
  is_tenant_wide: boolean;
  permissions: string[];
  revision: Generated<number>;
}

interface SavedViewTable {
  tenant_id: number;
  view_id: string;
  owner_id: number;
  kind: string;
  name: string;
  query: Json;
  team_id: string | null;
  revision: Generated<number>;
}

interface SchemaMigrationTable {
  number: number;
  name: string;
  applied_at: Generated<Date>;
}

interface SessionTable {
  tenant_id: number;
  session_id: string;
  token_hash: Buffer;
  user_id: number;
  login_provider: string | null;
  started_at: Generated<Date>;
  last_seen_at: Generated<Date>;
  expires_at: Date;
  address: string;
  agent: string;
}

interface SignInAttemptTable {
  tenant_id: number;
  state_hash: Buffer;
  provider_id: string;
  purpose: string;
  browser_hash: Buffer;
  nonce: string;
  code_verifier: string;
  redirect_uri: string;
  caller_state: string | null;
  identity: Json | null;
  expires_at: Date;
}

interface SignInOriginTable {
  account_hash: Buffer;
  address_hash: Buffer;
  failures: number;
  last_failed_at: Date | null;
  succeeded_at: Date | null;
}

interface SignInThrottleTable {
  account_hash: Buffer;
  failures: number;
  last_failed_at: Date;
  blocked_until: Date;
  told_at: Date | null;
}

interface TaskTable {
  tenant_id: number;
  task_id: string;
  external_id: string;
  title: string;
  description: string | null;
  team_id: string;
  workbook_version_id: string;
  assigned_user_id: number | null;
  start_date: Date | null;
  due_date: Date | null;
  items_to_inspect: string[] | null;
  custom_properties: Generated<Json>;
  state: number;
  is_self_assignable: Generated<boolean>;
  inspection_id: string | null;
  actual_start: Date | null;
  actual_end: Date | null;
  sent_date: Date | null;
  is_deleted: Generated<boolean>;
  created_at: Generated<Date>;
  modified_at: Generated<Date>;
  created_by: number | null;
  planned_start: Date | null;
  planned_minutes: number | null;
}

interface TaskEventTable {
  tenant_id: number;
  task_id: string;
  event_id: GeneratedAlways<number>;
  kind: string;
  happened_at: Generated<Date>;
  user_id: number | null;
  inspection_id: string | null;
  details: Generated<Json>;
  details_bytes: GeneratedAlways<number>;
}

interface TaskFormerTeamTable {
  tenant_id: number;
  task_id: string;
  team_id: string;
  left_position: Generated<number>;
}

interface TaskItemTable {
  tenant_id: number;
  task_id: string;
  item_id: string;
  position: number;
}

interface TeamTable {
  tenant_id: number;
  team_id: string;
  title: string;
  description: string;
  is_active: Generated<boolean>;
  created_at: Generated<Date>;
  time_zone: Generated<string>;
  language: Generated<string>;
  revision: Generated<number>;
}

interface TeamGroupTable {
  tenant_id: number;
  team_id: string;
  kind: string;
  group_id: GeneratedAlways<number>;
}

interface TeamWorkbookTable {
  tenant_id: number;
  team_id: string;
  workbook_id: string;
}

interface TenantTable {
  tenant_id: GeneratedAlways<number>;
  tenancy_name: string;
  created_at: Generated<Date>;
  password_grant: Generated<boolean>;
  allowed_redirect_uris: Generated<string[]>;
  revision: Generated<number>;
}

interface UploadTable {
  tenant_id: number;
  upload_id: string;
  inspection_id: string;
  item_id: string | null;
  field: string;
  user_id: number;
  state: Generated<number>;
  metadata: string;
  file_name: string;
  announced_sha256: Buffer | null;
  size: number;
  received: Generated<number>;
  receiver: string | null;
  finish_attempts: Generated<number>;
  refusal: string | null;
  stored_as: string | null;
  sha256: Buffer | null;
  content_type: string | null;
  stored_bytes: number | null;
  thumbnail_bytes: number | null;
  width: number | null;
  height: number | null;
  position: Json | null;
  taken_at: string | null;
  created_at: Generated<Date>;
  progressed_at: Generated<Date>;
  arrived_at: Date | null;
  arrived_after: number | null;
  refusal_sentence: Json | null;
}

interface UploadHousekeepingTable {
  work: string;
  begun_at: Date;
}

interface UploadPieceTable {
  tenant_id: number;
  upload_id: string;
  start: number;
  bytes: number;
  name: string;
}

interface UploadUsageTable {
  tenant_id: number;
  bytes: number;
}

interface UsedAssertionTable {
  tenant_id: number;
  issuer: string;
  assertion_id: string;
  expires_at: Date;
}

interface UserRoleTable {
  tenant_id: number;
  user_id: number;
  role_id: number;
}

interface WorkbookTable {
  tenant_id: number;
  workbook_id: string;
  name: string;
  title: string;
  content_type_id: string | null;
  created_at: Generated<Date>;
  revision: Generated<number>;
  expected_minutes: number | null;
}

interface WorkbookDraftTable {
  tenant_id: number;
  workbook_id: string;
  revision: number;
  title: string | null;
  description: string | null;
  fields: Json | null;
  modified_at: Generated<Date>;
  modified_by: number;
}

interface WorkbookVersionTable {
  tenant_id: number;
  version_id: string;
  workbook_id: string;
  version: string;
  version_code: number;
  title: string;
  description: string | null;
  fields: Json;
  is_published: boolean;
  is_deleted: Generated<boolean>;
  deleted_at: Date | null;
  deleted_by: number | null;
  created_at: Generated<Date>;
  revision: Generated<number>;
}

interface WorkingHoursTable {
  tenant_id: number;
  user_id: number;
  week: Json;
  revision: Generated<number>;
}

export interface Schema {
  absence: AbsenceTable;
  access_token: AccessTokenTable;
  answer: AnswerTable;
  api_client: ApiClientTable;
  api_request: ApiRequestTable;
  api_token: ApiTokenTable;
  app_user: AppUserTable;
  audit_event: AuditEventTable;
  backup_run: BackupRunTable;
  confirmed_name: ConfirmedNameTable;
  content_type: ContentTypeTable;
  database_identity: DatabaseIdentityTable;
  device: DeviceTable;
  external_identity: ExternalIdentityTable;
  feed: FeedTable;
  feed_counter: FeedCounterTable;
  feed_epoch: FeedEpochTable;
  feed_pending: FeedPendingTable;
  feed_reader: FeedReaderTable;
  feed_reader_team: FeedReaderTeamTable;
  follow_up: FollowUpTable;
  group_member: GroupMemberTable;
  idempotency: IdempotencyTable;
  inspection: InspectionTable;
  inspection_completion: InspectionCompletionTable;
  inspection_item: InspectionItemTable;
  inspection_result: InspectionResultTable;
  inspection_return: InspectionReturnTable;
  item: ItemTable;
  link_request: LinkRequestTable;
  login_provider: LoginProviderTable;
  password_link: PasswordLinkTable;
  report_share: ReportShareTable;
  role: RoleTable;
  saved_view: SavedViewTable;
  schema_migration: SchemaMigrationTable;
  session: SessionTable;
  sign_in_attempt: SignInAttemptTable;
  sign_in_origin: SignInOriginTable;
  sign_in_throttle: SignInThrottleTable;
  task: TaskTable;
  task_event: TaskEventTable;
  task_former_team: TaskFormerTeamTable;
  task_item: TaskItemTable;
  team: TeamTable;
  team_group: TeamGroupTable;
  team_workbook: TeamWorkbookTable;
  tenant: TenantTable;
  upload: UploadTable;
  upload_housekeeping: UploadHousekeepingTable;
  upload_piece: UploadPieceTable;
  upload_usage: UploadUsageTable;
  used_assertion: UsedAssertionTable;
  user_role: UserRoleTable;
  workbook: WorkbookTable;
  workbook_draft: WorkbookDraftTable;
  workbook_version: WorkbookVersionTable;
  working_hours: WorkingHoursTable;
}
