import { parseUuid } from '#portal/ui/search-values.ts';

/** `copyOf` is the ID of the task to duplicate. */
type NewTaskSearch = { copyOf?: string | undefined };

export const parseNewTaskSearch = ({ copyOf }: Record<string, unknown>): NewTaskSearch => ({
  copyOf: parseUuid(copyOf),
});
