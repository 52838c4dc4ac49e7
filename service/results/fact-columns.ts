import type { LocalText } from '#contract/workbook-definition.ts';
import type { CellKind, CellValue } from '#service/spreadsheets/table.ts';
import { stateOf } from '#service/tasks/task.ts';
import type { Form } from '#workbook-engine/form.ts';
import { localText } from '#workbook-engine/local-text.ts';
import type { ResultRow } from './result-row.ts';

/** A column with data that every inspection has. */
export type Fact = {
  /** Starts with an underscore, unlike field names. */
  name: string;
  label: LocalText;
  kind: CellKind;
  read(row: ResultRow): CellValue;
};

const fact = (
  name: string,
  [en, nl]: readonly [string, string],
  kind: CellKind,
  read: Fact['read'],
): Fact => ({ name, label: { en, nl }, kind, read });

const key = fact('_key', ['Key', 'Sleutel'], 'text', (row) => row.key);
const inspectionId = fact(
  '_inspectionId',
  ['Inspection', 'Inspectie'],
  'text',
  ({ facts }) => facts.inspection_id,
);
const externalId = fact(
  '_externalId',
  ['External id', 'Externe id'],
  'text',
  ({ facts }) => facts.external_id,
);
const item = fact('_item', ['Item', 'Object'], 'text', ({ facts }) => facts.item_external_id);

/** Columns of an inspection, or of one of its items. */
export const resultFacts: readonly Fact[] = [
  key,
  inspectionId,
  externalId,
  fact('_title', ['Title', 'Titel'], 'text', ({ facts }) => facts.title),
  fact('_itemId', ['Item id', 'Object-id'], 'text', ({ facts }) => facts.item_id),
  item,
  fact('_itemTitle', ['Item title', 'Objecttitel'], 'text', ({ facts }) => facts.item_title),
  fact('_team', ['Team', 'Team'], 'text', ({ facts }) => facts.team_title),
  fact('_inspector', ['Inspector', 'Inspecteur'], 'text', ({ facts }) => facts.user_name),
  fact('_startedAt', ['Started', 'Gestart'], 'instant', ({ facts }) => facts.started_at.toISOString()),
  fact('_completedAt', ['Completed', 'Voltooid'], 'instant', ({ facts }) => facts.completed_at.toISOString()),
  fact('_timeZone', ['Time zone', 'Tijdzone'], 'text', ({ facts }) => facts.time_zone),
  fact('_state', ['State', 'Status'], 'text', ({ facts }) => stateOf(facts.state)),
  fact('_approvedAt', ['Approved', 'Goedgekeurd'], 'instant', ({ facts }) => iso(facts.approved_at)),
  fact('_failed', ['Failed answers', 'Afgekeurd'], 'number', ({ facts }) => facts.failures.length),
  fact(
    '_failures',
    ['Fields that failed', 'Afgekeurde velden'],
    'text',
    ({ facts }) => facts.failures.join(', ') || null,
  ),
];

/** Columns of a repeat entry. */
export const entryFacts: readonly Fact[] = [
  key,
  fact('_parentKey', ['Key of its row', 'Sleutel van de rij'], 'text', (row) => row.parentKey),
  fact('_entry', ['Entry', 'Nummer'], 'number', (row) => row.entry),
  inspectionId,
  externalId,
  item,
];

const iso = (time: Date | null) => time?.toISOString() ?? null;

/** Comments on answers, one line per field in the order of the fields, with the IDs of their pictures. */
export const commentsFact = (form: Form, language: string | undefined): Fact => {
  const fields = form.levels.flatMap((level) => level.fields.map(({ field }) => field));
  return fact('_comments', ['Comments', 'Opmerkingen'], 'text', ({ facts: { comments } }) => {
    const lines = fields.flatMap(({ name, label = name }) => {
      if (!Object.hasOwn(comments, name)) return [];
      const { text, pictures = [] } = comments[name]!;
      const heading = language === undefined ? name : localText(label, language);
      const parts = [`${heading}:`, text, pictures.length > 0 && `(${pictures.join(', ')})`];
      return [parts.filter(Boolean).join(' ')];
    });
    return lines.join('\n') || null;
  });
};
