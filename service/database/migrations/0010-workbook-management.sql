-- Management of workbooks and items by people: revisions to detect concurrent edits, drafts of workbooks, and items
-- that are archived because tasks or inspections still refer to them.

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
  -- Null after the draft was published or discarded. The row remains, so that no two drafts have the same revision.
  fields jsonb,
  modified_at timestamptz(3) not null default now(),
  modified_by bigint not null,
  constraint workbook_draft_pkey primary key (tenant_id, workbook_id),
  constraint workbook_draft_workbook_fkey foreign key (tenant_id, workbook_id)
    references workbook (tenant_id, workbook_id),
  constraint workbook_draft_modified_by_fkey foreign key (tenant_id, modified_by)
    references app_user (tenant_id, user_id)
);

-- An item, a content type or a workbook can be deleted only if nothing refers to it. PostgreSQL checks this for every
-- deletion.
create index task_item_item_index on task_item (tenant_id, item_id);
create index inspection_item_item_index on inspection_item (tenant_id, item_id);
create index workbook_content_type_index on workbook (tenant_id, content_type_id);
