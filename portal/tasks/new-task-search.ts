import { uuidOf } from '#portal/ui/search-values.ts';

/** `copyOf`: the task whose values the form starts with. */
export type NewTaskSearch = { copyOf?: string | undefined };

export const parseNewTaskSearch = ({ copyOf }: Record<string, unknown>): NewTaskSearch => ({
  copyOf: uuidOf(copyOf),
});
