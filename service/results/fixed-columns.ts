import type { LocalizedText } from '#contract/workbook-definition.ts';
import type { CellKind, CellValue } from '#service/spreadsheets/table.ts';
import { stateFromCode } from '#service/tasks/task.ts';
import type { Form } from '#workbook-engine/form.ts';
import { pickTranslation } from '#workbook-engine/local-text.ts';
import type { ResultRow } from './result-row.ts';

export type Column = { heading: string; kind: CellKind; read(row: ResultRow): CellValue };

export type FixedColumn = Omit<Column, 'heading'> & {
  /** Starts with an underscore: field names never do. */
  name: string;
  label: LocalizedText;
};

const createFixedColumn = (
  name: string,
  [en, nl]: readonly [string, string],
  kind: CellKind,
  read: FixedColumn['read'],
): FixedColumn => ({ name, label: { en, nl }, kind, read });

const key = createFixedColumn('_key', ['Key', 'Sleutel'], 'text', (row) => row.key);
const inspectionId = createFixedColumn(
  '_inspectionId',
  ['Inspection', 'Inspectie'],
  'text',
  ({ result }) => result.inspection_id,
);
const externalId = createFixedColumn(
  '_externalId',
  ['External id', 'Externe id'],
  'text',
  ({ result }) => result.external_id,
);
const item = createFixedColumn('_item', ['Item', 'Object'], 'text', ({ result }) => result.item_external_id);

export const FIXED_RESULT_COLUMNS: readonly FixedColumn[] = [
  key,
  inspectionId,
  externalId,
  createFixedColumn('_title', ['Title', 'Titel'], 'text', ({ result }) => result.title),
  createFixedColumn('_itemId', ['Item id', 'Object-id'], 'text', ({ result }) => result.item_id),
  item,
  createFixedColumn('_itemTitle', ['Item title', 'Objecttitel'], 'text', ({ result }) => result.item_title),
  createFixedColumn('_team', ['Team', 'Team'], 'text', ({ result }) => result.team_title),
  createFixedColumn('_inspector', ['Inspector', 'Inspecteur'], 'text', ({ result }) => result.user_name),
  createFixedColumn('_startedAt', ['Started', 'Gestart'], 'instant', ({ result }) =>
    result.started_at.toISOString(),
  ),
  createFixedColumn('_completedAt', ['Completed', 'Voltooid'], 'instant', ({ result }) =>
    result.completed_at.toISOString(),
  ),
  createFixedColumn('_timeZone', ['Time zone', 'Tijdzone'], 'text', ({ result }) => result.time_zone),
  createFixedColumn('_state', ['State', 'Status'], 'text', ({ result }) => stateFromCode(result.state)),
  createFixedColumn('_approvedAt', ['Approved', 'Goedgekeurd'], 'instant', ({ result }) =>
    formatInstant(result.approved_at),
  ),
  createFixedColumn(
    '_failed',
    ['Failed answers', 'Antwoorden die niet voldoen'],
    'number',
    ({ result }) => result.failures.length,
  ),
  createFixedColumn(
    '_failures',
    ['Fields that failed', 'Velden die niet voldoen'],
    'text',
    ({ result }) => result.failures.join(', ') || null,
  ),
];

export const FIXED_ENTRY_COLUMNS: readonly FixedColumn[] = [
  key,
  createFixedColumn('_parentKey', ['Parent row key', 'Sleutel van de rij'], 'text', (row) => row.parentKey),
  createFixedColumn('_entry', ['Entry', 'Nummer'], 'number', (row) => row.instanceNumber),
  inspectionId,
  externalId,
  item,
];

const formatInstant = (time: Date | null) => time?.toISOString() ?? null;

export const createCommentsColumn = (form: Form, language: string | undefined): FixedColumn => {
  const fields = form.levels.flatMap((level) => level.fields.map(({ field }) => field));
  return createFixedColumn('_comments', ['Comments', 'Opmerkingen'], 'text', ({ result: { comments } }) => {
    const lines = fields.flatMap(({ name, label = name }) => {
      if (!Object.hasOwn(comments, name)) return [];
      const { text, pictures = [] } = comments[name]!;
      const heading = language === undefined ? name : pickTranslation(label, language);
      const pictureIds = pictures.length > 0 && `(${pictures.join(', ')})`;
      return [[`${heading}:`, text, pictureIds].filter(Boolean).join(' ')];
    });
    return lines.join('\n') || null;
  });
};
