import type { LocalText } from '#contract/workbook-definition.ts';
import type { CellKind } from '#service/spreadsheets/table.ts';
import { stateOf } from '#service/tasks/task.ts';
import type { Form } from '#workbook-engine/form.ts';
import { localText } from '#workbook-engine/local-text.ts';
import type { Column } from './column.ts';

/** A column that does not depend on the fields of the workbook. */
export type FixedColumn = Omit<Column, 'heading'> & {
  /** Starts with an underscore, unlike field names. */
  name: string;
  label: LocalText;
};

const fixedColumn = (
  name: string,
  [en, nl]: readonly [string, string],
  kind: CellKind,
  read: FixedColumn['read'],
): FixedColumn => ({ name, label: { en, nl }, kind, read });

const key = fixedColumn('_key', ['Key', 'Sleutel'], 'text', (row) => row.key);
const inspectionId = fixedColumn(
  '_inspectionId',
  ['Inspection', 'Inspectie'],
  'text',
  ({ result }) => result.inspection_id,
);
const externalId = fixedColumn(
  '_externalId',
  ['External id', 'Externe id'],
  'text',
  ({ result }) => result.external_id,
);
const item = fixedColumn('_item', ['Item', 'Object'], 'text', ({ result }) => result.item_external_id);

/** Columns of an inspection, or of one of its items. */
export const FIXED_RESULT_COLUMNS: readonly FixedColumn[] = [
  key,
  inspectionId,
  externalId,
  fixedColumn('_title', ['Title', 'Titel'], 'text', ({ result }) => result.title),
  fixedColumn('_itemId', ['Item id', 'Object-id'], 'text', ({ result }) => result.item_id),
  item,
  fixedColumn('_itemTitle', ['Item title', 'Objecttitel'], 'text', ({ result }) => result.item_title),
  fixedColumn('_team', ['Team', 'Team'], 'text', ({ result }) => result.team_title),
  fixedColumn('_inspector', ['Inspector', 'Inspecteur'], 'text', ({ result }) => result.user_name),
  fixedColumn('_startedAt', ['Started', 'Gestart'], 'instant', ({ result }) =>
    result.started_at.toISOString(),
  ),
  fixedColumn('_completedAt', ['Completed', 'Voltooid'], 'instant', ({ result }) =>
    result.completed_at.toISOString(),
  ),
  fixedColumn('_timeZone', ['Time zone', 'Tijdzone'], 'text', ({ result }) => result.time_zone),
  fixedColumn('_state', ['State', 'Status'], 'text', ({ result }) => stateOf(result.state)),
  fixedColumn('_approvedAt', ['Approved', 'Goedgekeurd'], 'instant', ({ result }) => iso(result.approved_at)),
  fixedColumn('_failed', ['Failed answers', 'Afgekeurd'], 'number', ({ result }) => result.failures.length),
  fixedColumn(
    '_failures',
    ['Fields that failed', 'Afgekeurde velden'],
    'text',
    ({ result }) => result.failures.join(', ') || null,
  ),
];

/** Columns of a repeat entry. */
export const FIXED_ENTRY_COLUMNS: readonly FixedColumn[] = [
  key,
  fixedColumn('_parentKey', ['Key of its row', 'Sleutel van de rij'], 'text', (row) => row.parentKey),
  fixedColumn('_entry', ['Entry', 'Nummer'], 'number', (row) => row.entry),
  inspectionId,
  externalId,
  item,
];

const iso = (time: Date | null) => time?.toISOString() ?? null;

/** Comments on answers, one line per field, with the IDs of their pictures. */
export const commentsColumn = (form: Form, language: string | undefined): FixedColumn => {
  const fields = form.levels.flatMap((level) => level.fields.map(({ field }) => field));
  return fixedColumn('_comments', ['Comments', 'Opmerkingen'], 'text', ({ result: { comments } }) => {
    const lines = fields.flatMap(({ name, label = name }) => {
      if (!Object.hasOwn(comments, name)) return [];
      const { text, pictures = [] } = comments[name]!;
      const heading = language === undefined ? name : localText(label, language);
      const pictureIds = pictures.length > 0 && `(${pictures.join(', ')})`;
      return [[`${heading}:`, text, pictureIds].filter(Boolean).join(' ')];
    });
    return lines.join('\n') || null;
  });
};
