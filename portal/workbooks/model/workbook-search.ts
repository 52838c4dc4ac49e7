import { flagOf, oneOf, textOf, uuidOf, withoutUndefined } from '#portal/ui/search-values.ts';

/** URL parameters of the list of workbooks. */
export type WorkbooksSearch = {
  text?: string;
  teamId?: string;
  contentTypeId?: string;
  /** The dialog for a new workbook is open. */
  create?: true;
};

/** URL parameters of a workbook page: the codes of the compared versions. */
export type WorkbookSearch = { from?: string; to?: string; edit?: true };

/** URL parameters of the editor: the name of the selected field, the pane on a phone, the open dialog. */
export type DesignSearch = { field?: string; pane?: Pane; dialog?: 'publish' | 'import' };
export const PANES = ['fields', 'properties', 'preview'] as const;
export type Pane = (typeof PANES)[number];

type Params = Readonly<Record<string, unknown>>;

export const parseWorkbooksSearch = (params: Params): WorkbooksSearch =>
  withoutUndefined({
    text: textOf(params.text),
    teamId: uuidOf(params.teamId),
    contentTypeId: uuidOf(params.contentTypeId),
    create: flagOf(params.create) || undefined,
  } as WorkbooksSearch);

export const parseWorkbookSearch = (params: Params): WorkbookSearch => {
  const [from, to] = [parseSide(params.from), parseSide(params.to)];
  return {
    ...(from !== undefined && to !== undefined && { from, to }),
    ...(flagOf(params.edit) && { edit: true }),
  };
};

export const parseDesignSearch = (params: Params): DesignSearch => {
  const field = textOf(params.field);
  const pane = oneOf(params.pane, PANES);
  return withoutUndefined({
    field: field !== undefined && /^[A-Za-z]\w{0,127}$/.test(field) ? field : undefined,
    pane: pane === 'fields' ? undefined : pane,
    dialog: oneOf(params.dialog, ['publish', 'import']),
  } as DesignSearch);
};

/** A side of a comparison: the code of a version, or the draft. */
const parseSide = (value: unknown): string | undefined => {
  const side = textOf(value);
  return side !== undefined && /^(draft|[1-9]\d{0,9})$/.test(side) ? side : undefined;
};
