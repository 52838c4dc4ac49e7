import { useState } from 'react';
import { ApiProblem, isOutdated } from '#portal/api/api-problem.ts';

/**
 * What somebody is changing of `now`, which may become another meanwhile: what was not touched follows it, and
 * `isOvertaken` tells of what was. It is saved for the revision at which the change began, so that nobody overwrites
 * unseen what was read anew in between; who was told of that saves it for what is shown by then.
 */
export const useEdits = <Value extends object, Revision extends string | number | undefined = undefined>(
  now: Value,
  revision?: Revision,
) => {
  const untouched = { edits: {}, before: now, begunAt: undefined };
  const [{ edits, before, begunAt }, setState] = useState<{
    edits: Partial<Value>;
    before: Value;
    begunAt: Revision | undefined;
  }>(untouched);
  const isChanged = (name: keyof Value) => name in edits && !isSame(edits[name], now[name]);
  const changed = Object.fromEntries(
    Object.entries(edits).filter(([name]) => isChanged(name as keyof Value)),
  ) as Partial<Value>;
  return {
    values: { ...now, ...edits } as Value,
    /** Only what differs. */
    changed,
    isDirty: Object.keys(changed).length > 0,
    isOvertaken: (name: keyof Value) => isChanged(name) && !isSame(before[name], now[name]),
    edit: (more: Partial<Value>) =>
      setState((state) => ({
        ...state,
        ...(Object.keys(state.edits).length === 0 && { before: now, begunAt: revision }),
        edits: { ...state.edits, ...more },
      })),
    forget: () => setState(untouched),
    send: async <Answer>(save: (revision: Revision) => Promise<Answer>): Promise<Answer> => {
      try {
        return await save((begunAt ?? revision) as Revision);
      } catch (problem) {
        if (isOutdated(problem)) setState((state) => ({ ...state, begunAt: undefined }));
        throw problem;
      }
    },
  };
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What the server says of a field, to stand at it. */
export const faultOf = (problem: unknown, field: string): string | undefined =>
  problem instanceof ApiProblem
    ? problem.fields.find(
        (fault) =>
          fault.field === field || fault.field.startsWith(`${field}.`) || fault.field.startsWith(`${field}[`),
      )?.message
    : undefined;
