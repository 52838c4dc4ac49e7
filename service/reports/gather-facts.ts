import type { Field } from '#contract/workbook-definition.ts';
import type { ReportFacts } from '#report/report-facts.ts';
import { REPORT_LANGUAGES, type ReportLanguage } from '#report/report-words.ts';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { sayIn } from '#service/http/speak-to.ts';
import type { readInspection } from '#service/inspections/read-inspection.ts';
import { sayFollowUps } from '#service/inspections/say-inspection.ts';

/** An inspection as it stands, or as it was when it was completed. */
export type ReportSubject = Omit<ReportFacts['inspection'], 'followUps'> &
  Pick<
    Awaited<ReturnType<typeof readInspection>>,
    'id' | 'completion' | 'language' | 'prefill' | 'followUps'
  >;

type AboutRow = {
  fields: Field[];
  has_task: boolean;
  description: string | null;
  start_date: Date | null;
  due_date: Date | null;
  inspector: string;
  completed_by: string | null;
  approved_by: string | null;
};

const nameOf = (table: string) =>
  `coalesce(nullif(trim(${table}.name || ' ' || ${table}.surname), ''), ${table}.user_name)`;

const FIND_ABOUT = `
  select workbook_version.fields, task.task_id is not null as has_task, task.description, task.start_date,
         task.due_date, ${nameOf('inspector')} as inspector, ${nameOf('completer')} as completed_by,
         ${nameOf('approver')} as approved_by
  from inspection
  join workbook_version
    on workbook_version.tenant_id = $1 and workbook_version.version_id = inspection.workbook_version_id
  join app_user as inspector on inspector.tenant_id = $1 and inspector.user_id = inspection.user_id
  left join task on task.tenant_id = $1 and task.task_id = inspection.task_id
  left join inspection_completion on inspection_completion.tenant_id = $1
    and inspection_completion.inspection_id = inspection.inspection_id
    and inspection_completion.completion = $3
  left join app_user as completer
    on completer.tenant_id = $1 and completer.user_id = inspection_completion.completed_by
  left join app_user as approver on approver.tenant_id = $1 and approver.user_id = inspection.approved_by
  where inspection.tenant_id = $1 and inspection.inspection_id = $2`;

const LIST_ADDRESSES = `
  select item.item_id, item.address
  from inspection_item
  join item on item.tenant_id = $1 and item.item_id = inspection_item.item_id
  where inspection_item.tenant_id = $1 and inspection_item.inspection_id = $2 and item.address is not null`;

/** Of what the start filled in, that which nobody had answered up to a revision. */
const LIST_UNCHANGED = `
  select newest.item_id, newest.field
  from inspection
  cross join lateral (
    select distinct on (item_id, field) item_id, field, value, revision
    from answer
    where tenant_id = $1 and inspection_id = $2 and not is_remark and field = any($3::text[]) and revision <= $4
    order by item_id, field, revision desc
  ) as newest
  where inspection.tenant_id = $1 and inspection.inspection_id = $2
    and newest.revision <= inspection.started_revision and newest.value is not null`;

/** Full names by user names. */
const LIST_NAMES = `
  select user_name, ${nameOf('app_user')} as name from app_user where tenant_id = $1 and user_name = any($2::text[])`;

/** Everything a report says, beside its pictures. */
export const gatherFacts = async (
  db: Database,
  {
    tenantId,
    inspection,
    language,
    madeAt,
  }: {
    tenantId: number;
    inspection: ReportSubject;
    /** Without one the team's. */
    language: ReportLanguage | undefined;
    madeAt: Date;
  },
): Promise<Omit<ReportFacts, 'uploads'>> => {
  const whose = [tenantId, inspection.id];
  const [about] = await run<AboutRow>(db, FIND_ABOUT, [...whose, inspection.completion]);
  const { fields, has_task, description, start_date, due_date, inspector, completed_by, approved_by } =
    about!;
  const addresses = await run<{ item_id: string; address: string }>(db, LIST_ADDRESSES, whose);
  const filled = inspection.prefill.filled.map(({ field }) => field);
  const unchanged = await run<{ item_id: string | null; field: string }>(db, LIST_UNCHANGED, [
    ...whose,
    filled,
    revisionOf(inspection),
  ]);
  const userNames = [
    ...inspection.returns.map(({ userName }) => userName),
    ...inspection.conflicts.map(({ other }) => other.userName),
  ];
  const names = await run<{ user_name: string; name: string }>(db, LIST_NAMES, [tenantId, userNames]);
  const spoken = language ?? spokenLanguage(inspection.language);
  return {
    inspection: { ...inspection, followUps: sayFollowUps(inspection.followUps, sayIn[spoken]) },
    fields,
    task: has_task ? { description, startDate: start_date, dueDate: due_date } : null,
    people: { inspector, completedBy: completed_by, approvedBy: approved_by },
    names: Object.fromEntries(names.map(({ user_name, name }) => [user_name, name])),
    addresses: Object.fromEntries(addresses.map(({ item_id, address }) => [item_id, address])),
    fromTask: unchanged.map(({ item_id, field }) => ({ itemId: item_id, field })),
    language: spoken,
    labelLanguage: language ?? inspection.language,
    madeAt,
  };
};

/** The newest revision that is in what is said: what comes after the completion is kept, and is not in the result. */
const revisionOf = ({ state, lateFrom, revision }: ReportSubject): number =>
  state === 'Closed' && lateFrom !== null ? lateFrom - 1 : revision;

/** The report's own words in the language of a team, or else in English. */
const spokenLanguage = (tag: string): ReportLanguage =>
  REPORT_LANGUAGES.find((language) => language === tag.split('-', 1)[0]!.toLowerCase()) ?? 'en';
