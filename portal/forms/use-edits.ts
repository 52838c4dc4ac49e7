import { useEffect, useState } from 'react';
import { ApiProblem, isOutdated } from '#portal/api/api-problem.ts';
import { readFormDraft, saveFormDraft } from './form-drafts.ts';
import { confirmDiscard } from './unsaved-forms.ts';
import { useFormLocation } from './use-form-location.ts';
import { useOpenForm } from './use-open-form.ts';
import { useSaveFailedNote } from './use-save-failed-note.tsx';

type State<Value, Revision> = {
  edits: Partial<Value>;
  /** The values when editing began, and their revision; undefined: that of the values shown when it is saved. */
  before: Value;
  startedAt: Revision | undefined;
  /** The edits that were sent last. */
  sent: Partial<Value>;
  /** They were saved, and the form is about to close. */
  isSaved: boolean;
  /** The response to the save. It is used until the server data change. */
  saved: { now: Value; revision: Revision; replaces: Revision | undefined } | undefined;
};

/**
 * Holds unsaved edits of server data. Untouched fields follow the server; `hasConflict` reports fields that both sides
 * changed. Saving sends the revision at which editing began, so no one overwrites a change unseen; after a conflict was
 * shown, the next save overwrites it. Input typed during a save counts as an edit of the response.
 *
 * What is typed is stored in the tab under the person, the address and the `name` of the form until it is saved or
 * discarded, and restored when the form is opened again; `secrets` are never stored. Leaving the form asks while there is
 * something unsaved.
 */
export const useEdits = <Value extends object, Revision extends string | number | undefined = undefined>(
  name: string,
  read: Value,
  readAt?: Revision,
  { secrets = [] }: { secrets?: readonly (keyof Value)[] } = {},
) => {
  const { storageKey, href } = useFormLocation(name);
  const [stored] = useState(() => readFormDraft(storageKey) as StoredDraft<Value, Revision> | undefined);
  const [isRestored, setRestored] = useState(stored !== undefined);
  const [{ edits, before, startedAt, sent, isSaved, saved }, setState] = useState<State<Value, Revision>>({
    edits: stored?.edits ?? {},
    before: { ...read, ...stored?.before },
    startedAt: stored?.startedAt,
    sent: {},
    isSaved: false,
    saved: undefined,
  });
  const { now, revision }: { now: Value; revision: Revision | undefined } =
    saved && saved.replaces === readAt ? saved : { now: read, revision: readAt };
  const isChanged = (member: keyof Value) => member in edits && !isSame(edits[member], now[member]);
  const changed = pick(edits, isChanged);
  const isDirty = Object.keys(changed).length > 0;
  const form = useOpenForm({
    isUnsaved: Object.keys(editsSince(changed, sent)).length > 0,
    forget: () => {
      saveFormDraft(storageKey, undefined);
      setRestored(false);
      setState((state) => ({ ...state, edits: {}, sent: {} }));
    },
  });
  const toStore = pick(isSaved ? editsSince(changed, sent) : changed, (member) => !secrets.includes(member));
  useEffect(() => {
    const isAny = Object.keys(toStore).length > 0;
    saveFormDraft(
      storageKey,
      isAny ? { edits: toStore, before: withoutSecrets(before, secrets), startedAt } : undefined,
    );
  });
  /** Runs immediately: a form that closes when it is saved unmounts before its effects would run. */
  const storeUnsent = () => {
    const draft = readFormDraft(storageKey) as StoredDraft<Value, Revision> | undefined;
    const unsent = editsSince(draft?.edits ?? {}, edits);
    saveFormDraft(
      storageKey,
      draft && Object.keys(unsent).length > 0 ? { ...draft, edits: unsent } : undefined,
    );
  };
  const notifySaveFailed = useSaveFailedNote(href);
  return {
    values: { ...now, ...edits } as Value,
    /** The form for the dialog around it. */
    form,
    /** The changed values only. */
    changed,
    isDirty,
    /** Unsaved input of an earlier visit is in the form. */
    isRestored: isRestored && isDirty,
    hasSecrets: secrets.length > 0,
    /** Whether the user has typed more since the form was sent. */
    hasEditsSinceSend: Object.keys(editsSince(edits, sent)).length > 0,
    hasConflict: (member: keyof Value) => isChanged(member) && !isSame(before[member], now[member]),
    edit: (more: Partial<Value>) => {
      form.markEdited();
      setState((state) => {
        const isFirst = Object.keys(state.edits).length === 0;
        const all = { ...state.edits, ...more };
        return {
          ...state,
          ...(isFirst && { before: now, startedAt: revision }),
          // A value that was changed back is not a change: it must not overwrite another person's change.
          edits: pick(all, (member) => member in state.sent || !isSame(all[member], now[member])),
        };
      });
    },
    forget: form.discard,
    /** Leaves the form by `go`; asks first when something would be lost. */
    leave: async (go: () => unknown) => {
      if (await confirmDiscard(form)) go();
    },
    /** Saves the form. With `valuesOf`, the form stays open and continues from the values of the response. */
    send: async <Answer>(
      save: (revision: Revision) => Promise<Answer>,
      valuesOf?: (answer: Answer) => Value,
    ): Promise<Answer> => {
      setState((state) => ({ ...state, sent: edits, isSaved: false }));
      try {
        const answer = await save((startedAt ?? revision) as Revision);
        setRestored(false);
        storeUnsent();
        if (valuesOf) {
          const { revision: savedAs } = answer as { revision: Revision };
          const answered = { now: valuesOf(answer), revision: savedAs, replaces: readAt };
          setState((state) => ({
            edits: editsSince(state.edits, edits),
            before: answered.now,
            startedAt: savedAs,
            sent: {},
            isSaved: false,
            saved: answered,
          }));
        } else setState((state) => ({ ...state, isSaved: true }));
        return answer;
      } catch (problem) {
        setState((state) => ({
          ...state,
          sent: {},
          ...(isOutdated(problem) && { startedAt: undefined }),
        }));
        if (!form.isThere()) notifySaveFailed(problem);
        throw problem;
      }
    },
  };
};

type StoredDraft<Value, Revision> = { edits: Partial<Value>; before: Value; startedAt: Revision | undefined };

const withoutSecrets = <Value extends object>(values: Value, secrets: readonly (keyof Value)[]) =>
  pick(values, (member) => !secrets.includes(member));

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const pick = <Value extends object>(
  edits: Partial<Value>,
  isPicked: (name: keyof Value) => boolean,
): Partial<Value> =>
  Object.fromEntries(
    Object.entries(edits).filter(([name]) => isPicked(name as keyof Value)),
  ) as Partial<Value>;

/** Edits that differ from those that were sent. */
const editsSince = <Value extends object>(edits: Partial<Value>, sent: Partial<Value>): Partial<Value> =>
  pick(edits, (name) => !(name in sent && isSame(edits[name], sent[name])));

/** The server's error for a field. */
export const fieldError = (problem: unknown, field: string): string | undefined =>
  problem instanceof ApiProblem
    ? problem.fields.find(
        (issue) =>
          issue.field === field || issue.field.startsWith(`${field}.`) || issue.field.startsWith(`${field}[`),
      )?.message
    : undefined;
