import { useState } from 'react';
import { ApiProblem } from '#portal/api/api-problem.ts';

/**
 * What somebody is changing of `now`, which may become another meanwhile: what was not touched follows it, and
 * `isOvertaken` tells of what was.
 */
export const useEdits = <Value extends object>(now: Value) => {
  const [{ edits, before }, setState] = useState<{ edits: Partial<Value>; before: Value }>({
    edits: {},
    before: now,
  });
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
        edits: { ...state.edits, ...more },
        before: Object.keys(state.edits).length === 0 ? now : state.before,
      })),
    forget: () => setState({ edits: {}, before: now }),
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
