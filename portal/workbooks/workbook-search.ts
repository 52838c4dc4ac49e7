import { parseBoolean, parseText, parseUuid, withoutUndefined } from '#portal/ui/search-values.ts';

export type WorkbooksSearch = ReturnType<typeof parseWorkbooksSearch>;

/** `from` and `to` are the versions to compare: each is a version code or `draft`. */
type WorkbookSearch = { from?: string; to?: string; edit?: true };

type Params = Readonly<Record<string, unknown>>;

export const parseWorkbooksSearch = (params: Params) =>
  withoutUndefined({
    text: parseText(params.text),
    teamId: parseUuid(params.teamId),
    contentTypeId: parseUuid(params.contentTypeId),
    create: parseBoolean(params.create) || undefined,
  });

export const parseWorkbookSearch = (params: Params): WorkbookSearch => {
  const [from, to] = [parseComparedVersion(params.from), parseComparedVersion(params.to)];
  return {
    ...(from !== undefined && to !== undefined && { from, to }),
    ...(parseBoolean(params.edit) && { edit: true }),
  };
};

const parseComparedVersion = (value: unknown): string | undefined => {
  const version = parseText(value);
  return version !== undefined && /^(draft|[1-9]\d{0,9})$/.test(version) ? version : undefined;
};
