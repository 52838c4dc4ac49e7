import { parseOption, parseText, withoutUndefined } from '#portal/ui/search-values.ts';

/** The name of the selected field, the pane shown on a phone, and the open dialog. */
export type DesignSearch = { field?: string; pane?: Pane; dialog?: 'publish' | 'import' };
export const PANES = ['fields', 'properties', 'preview'] as const;
export type Pane = (typeof PANES)[number];

export const parseDesignSearch = (params: Readonly<Record<string, unknown>>): DesignSearch => {
  const field = parseText(params.field);
  const pane = parseOption(params.pane, PANES);
  return withoutUndefined({
    field: field !== undefined && /^[A-Za-z]\w{0,127}$/.test(field) ? field : undefined,
    pane: pane === 'fields' ? undefined : pane,
    dialog: parseOption(params.dialog, ['publish', 'import']),
  } as DesignSearch);
};
