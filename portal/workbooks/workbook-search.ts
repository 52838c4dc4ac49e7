import { flagOf, textOf, uuidOf, withoutUndefined } from '#portal/ui/search-values.ts';

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

/** A side of a comparison: the code of a version, or the draft. */
const parseSide = (value: unknown): string | undefined => {
  const side = textOf(value);
  return side !== undefined && /^(draft|[1-9]\d{0,9})$/.test(side) ? side : undefined;
};
