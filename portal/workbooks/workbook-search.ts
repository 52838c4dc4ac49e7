import { parseBoolean, parseText, parseUuid, withoutUndefined } from '#portal/ui/search-values.ts';

export type WorkbooksSearch = ReturnType<typeof parseWorkbooksSearch>;

/** `from` and `to` are the versions being compared: version codes, or `draft`. */
export type WorkbookSearch = { from?: string; to?: string; edit?: true };

type Params = Readonly<Record<string, unknown>>;

export const parseWorkbooksSearch = (params: Params) =>
  withoutUndefined({
    text: parseText(params.text),
    teamId: parseUuid(params.teamId),
    contentTypeId: parseUuid(params.contentTypeId),
    // Whether the dialog for a new workbook is open.
    create: parseBoolean(params.create) || undefined,
  });

export const parseWorkbookSearch = (params: Params): WorkbookSearch => {
  const [from, to] = [parseSide(params.from), parseSide(params.to)];
  return {
    ...(from !== undefined && to !== undefined && { from, to }),
    ...(parseBoolean(params.edit) && { edit: true }),
  };
};

const parseSide = (value: unknown): string | undefined => {
  const side = parseText(value);
  return side !== undefined && /^(draft|[1-9]\d{0,9})$/.test(side) ? side : undefined;
};
