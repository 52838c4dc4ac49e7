import { useState } from 'react';
import { ApiProblem, isOutdated } from '#portal/api/api-problem.ts';

type State<Value, Revision> = {
  edits: Partial<Value>;
  /** What was there when the change began, and its revision; undefined: of what is shown by then. */
  before: Value;
  begunAt: Revision | undefined;
  /** The edits that are on their way. */
  sent: Partial<Value>;
  /** What the server answered. It counts until something else is read than was read by then. */
  saved: { now: Value; revision: Revision; insteadOf: Revision | undefined } | undefined;
};

/**
 * What somebody is changing of what was `read`, which may become another meanwhile: what was not touched follows it, and
 * `isOvertaken` tells of what was. It is saved for the revision at which the change began, so that nobody overwrites
 * unseen what was read anew in between; who was told of that saves it for what is shown by then. What is typed while it
 * is being saved is a change of what the server answers.
 */
export const useEdits = <Value extends object, Revision extends string | number | undefined = undefined>(
  read: Value,
  readAt?: Revision,
) => {
  const [{ edits, before, begunAt, sent, saved }, setState] = useState<State<Value, Revision>>({
    edits: {},
    before: read,
    begunAt: undefined,
    sent: {},
    saved: undefined,
  });
  const { now, revision }: { now: Value; revision: Revision | undefined } =
    saved && saved.insteadOf === readAt ? saved : { now: read, revision: readAt };
  const isChanged = (name: keyof Value) => name in edits && !isSame(edits[name], now[name]);
  const changed = pick(edits, isChanged);
  return {
    values: { ...now, ...edits } as Value,
    /** Only what differs. */
    changed,
    isDirty: Object.keys(changed).length > 0,
    /** Whether something was typed since it was sent. */
    hasMore: Object.keys(unsentOf(edits, sent)).length > 0,
    isOvertaken: (name: keyof Value) => isChanged(name) && !isSame(before[name], now[name]),
    edit: (more: Partial<Value>) =>
      setState((state) => {
        const isFirst = Object.keys(state.edits).length === 0;
        const all = { ...state.edits, ...more };
        return {
          ...state,
          ...(isFirst && { before: now, begunAt: revision }),
          // What was put back is no change: what somebody else makes of it meanwhile is not undone.
          edits: pick(all, (name) => name in state.sent || !isSame(all[name], now[name])),
        };
      }),
    forget: () => setState((state) => ({ ...state, edits: {} })),
    /** With `valuesOf`, of the answer, the form stays and goes on from there. */
    send: async <Answer>(
      save: (revision: Revision) => Promise<Answer>,
      valuesOf?: (answer: Answer) => Value,
    ): Promise<Answer> => {
      setState((state) => ({ ...state, sent: edits }));
      try {
        const answer = await save((begunAt ?? revision) as Revision);
        if (valuesOf) {
          const { revision: savedAs } = answer as { revision: Revision };
          const answered = { now: valuesOf(answer), revision: savedAs, insteadOf: readAt };
          setState((state) => ({
            edits: unsentOf(state.edits, edits),
            before: answered.now,
            begunAt: savedAs,
            sent: {},
            saved: answered,
          }));
        }
        return answer;
      } catch (problem) {
        setState((state) => ({
          ...state,
          sent: {},
          ...(isOutdated(problem) && { begunAt: undefined }),
        }));
        throw problem;
      }
    },
  };
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const pick = <Value extends object>(
  edits: Partial<Value>,
  isPicked: (name: keyof Value) => boolean,
): Partial<Value> =>
  Object.fromEntries(
    Object.entries(edits).filter(([name]) => isPicked(name as keyof Value)),
  ) as Partial<Value>;

/** What is not, or no longer, as it was sent. */
const unsentOf = <Value extends object>(edits: Partial<Value>, sent: Partial<Value>): Partial<Value> =>
  pick(edits, (name) => !(name in sent && isSame(edits[name], sent[name])));

/** What the server says of a field, to stand at it. */
export const faultOf = (problem: unknown, field: string): string | undefined =>
  problem instanceof ApiProblem
    ? problem.fields.find(
        (fault) =>
          fault.field === field || fault.field.startsWith(`${field}.`) || fault.field.startsWith(`${field}[`),
      )?.message
    : undefined;
