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

type Given = Readonly<Record<string, unknown>>;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SIDE = /^(draft|[1-9]\d{0,9})$/;
const MAX_TEXT_LENGTH = 256;

/** The router parses digits as a number. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).replaceAll('\0', '') : '';
const isTrue = (value: unknown) => value === true || value === 'true' || value === 1;

export const parseWorkbooksSearch = (given: Given): WorkbooksSearch => {
  const text = textOf(given.text).slice(0, MAX_TEXT_LENGTH);
  const teamId = textOf(given.teamId);
  const contentTypeId = textOf(given.contentTypeId);
  return {
    ...(text !== '' && { text }),
    ...(UUID.test(teamId) && { teamId }),
    ...(UUID.test(contentTypeId) && { contentTypeId }),
    ...(isTrue(given.create) && { create: true as const }),
  };
};

export const parseWorkbookSearch = (given: Given): WorkbookSearch => {
  const [from, to] = [textOf(given.from), textOf(given.to)];
  return {
    ...(SIDE.test(from) && SIDE.test(to) && { from, to }),
    ...(isTrue(given.edit) && { edit: true as const }),
  };
};

export const parseDesignSearch = (given: Given): DesignSearch => {
  const field = textOf(given.field);
  const pane = PANES.find((each) => each === given.pane);
  const dialog = (['publish', 'import'] as const).find((each) => each === given.dialog);
  return {
    ...(/^[A-Za-z]\w{0,127}$/.test(field) && { field }),
    ...(pane && pane !== 'fields' && { pane }),
    ...(dialog && { dialog }),
  };
};
