import type { Field } from '#contract/workbook-definition.ts';
import { findSupportedLanguage, type Language } from '#i18n/languages.ts';
import type { ReportData } from '#report/report-data.ts';
import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import type { readInspection } from '#service/inspections/read-inspection.ts';
import { translateFollowUps } from '#service/inspections/translate-inspection.ts';
import { translateTo } from '#service/messages/messages.ts';
import { getReportedRevision } from '#service/reports/document/lay-out-front.ts';
import { parseFields } from '#service/workbooks/parse-fields.ts';

/** The current state of an inspection, or its state at completion. */
export type ReportSubject = Omit<ReportData['inspection'], 'followUps'> &
  Pick<
    Awaited<ReturnType<typeof readInspection>>,
    'id' | 'completion' | 'language' | 'prefill' | 'followUps'
  >;

const formatNameSql = (table: string) =>
  `coalesce(nullif(trim(${table}.name || ' ' || ${table}.surname), ''), ${table}.user_name)`;

const FIND_SUBJECT = statement('find-report-subject')`
  select workbook_version.fields::text, task.task_id is not null as has_task, task.description, task.start_date,
         task.due_date, ${formatNameSql('inspector')} as inspector, ${formatNameSql('completer')} as completed_by,
         ${formatNameSql('approver')} as approved_by
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
  where inspection.tenant_id = $1 and inspection.inspection_id = $2`.narrow<{
  fields: string;
  inspector: string;
}>();

const LIST_ADDRESSES = statement('list-item-addresses')`
  select item.item_id, item.address
  from inspection_item
  join item on item.tenant_id = $1 and item.item_id = inspection_item.item_id
  where inspection_item.tenant_id = $1 and inspection_item.inspection_id = $2 and item.address is not null`.narrow<{
  address: string;
}>();

/** The prefilled fields that no user had changed by revision $4. */
const LIST_UNCHANGED = statement('list-unchanged-answers')`
  select newest.item_id, newest.field
  from inspection
  cross join lateral (
    select distinct on (item_id, field) item_id, field, value, revision
    from answer
    where tenant_id = $1 and inspection_id = $2 and not is_comment and field = any($3::text[]) and revision <= $4
    order by item_id, field, revision desc
  ) as newest
  where inspection.tenant_id = $1 and inspection.inspection_id = $2
    and newest.revision <= inspection.started_revision and newest.value is not null`;

const LIST_NAMES = statement('list-person-names')`
  select user_name, ${formatNameSql('app_user')} as name from app_user where tenant_id = $1 and user_name = any($2::text[])`.narrow<{
  name: string;
}>();

export const gatherReportData = async (
  db: Database,
  {
    tenantId,
    inspection,
    language,
    createdAt,
  }: {
    tenantId: number;
    inspection: ReportSubject;
    /** Defaults to the team's language. */
    language: Language | undefined;
    createdAt: Date;
  },
): Promise<Omit<ReportData, 'uploads'>> => {
  const key = [tenantId, inspection.id];
  const [subject] = await run(db, FIND_SUBJECT, [...key, inspection.completion]);
  const { fields, has_task, description, start_date, due_date, inspector, completed_by, approved_by } =
    subject!;
  const addresses = await run(db, LIST_ADDRESSES, key);
  const prefilledFields = inspection.prefill.filled.map(({ field }) => field);
  const unchangedAnswers = await run(db, LIST_UNCHANGED, [
    ...key,
    prefilledFields,
    getReportedRevision(inspection),
  ]);
  const userNames = [
    ...inspection.returns.map(({ userName }) => userName),
    ...inspection.conflicts.map(({ other }) => other.userName),
  ];
  const names = await run(db, LIST_NAMES, [tenantId, userNames]);
  const reportLanguage = language ?? findSupportedLanguage([inspection.language]);
  return {
    inspection: {
      ...inspection,
      followUps: translateFollowUps(inspection.followUps, translateTo[reportLanguage]),
    },
    fields: await parseFields<Field[]>(fields),
    task: has_task ? { description, startDate: start_date, dueDate: due_date } : null,
    people: { inspector, completedBy: completed_by, approvedBy: approved_by },
    names: Object.fromEntries(names.map(({ user_name, name }) => [user_name, name])),
    addresses: Object.fromEntries(addresses.map(({ item_id, address }) => [item_id, address])),
    prefilledAnswers: unchangedAnswers.map(({ item_id, field }) => ({ itemId: item_id, field })),
    language: reportLanguage,
    labelLanguage: language ?? inspection.language,
    createdAt,
  };
};
