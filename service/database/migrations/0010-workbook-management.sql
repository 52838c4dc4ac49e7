-- Management by people: revisions, so that who edits what was changed meanwhile is told; drafts of workbooks; items that
-- are no longer offered but that history still names.

alter table content_type add column revision integer not null default 1;
alter table item add column revision integer not null default 1;
alter table item add column archived_at timestamptz(3);
alter table workbook add column revision integer not null default 1;
alter table workbook_version add column revision integer not null default 1;

create table workbook_draft (
  tenant_id integer not null,
  workbook_id uuid not null,
  revision integer not null,
  title text,
  description text,
  -- Null once the draft is published or thrown away. The row stays, so that no revision is given to two drafts.
  fields jsonb,
  modified_at timestamptz(3) not null default now(),
  modified_by bigint not null,
  constraint workbook_draft_pkey primary key (tenant_id, workbook_id),
  constraint workbook_draft_workbook_fkey foreign key (tenant_id, workbook_id)
    references workbook (tenant_id, workbook_id),
  constraint workbook_draft_modified_by_fkey foreign key (tenant_id, modified_by)
    references app_user (tenant_id, user_id)
);

-- An item, a content type or a workbook is deleted only when nothing names it, which PostgreSQL asks for every deletion.
create index task_item_item_index on task_item (tenant_id, item_id);
create index inspection_item_item_index on inspection_item (tenant_id, item_id);
create index workbook_content_type_index on workbook (tenant_id, content_type_id);
