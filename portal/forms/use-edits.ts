import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiProblem, isEditConflict } from '#portal/api/api-problem.ts';
import { useMe } from '#portal/session/me.ts';
import { createDraftPrefix, type FormDraft, readFormDraft, saveFormDraft } from './form-drafts.ts';
import { confirmDiscard } from './unsaved-forms.ts';
import { useOpenForm } from './use-open-form.ts';
import { useSaveFailedNote } from './use-save-failed-note.tsx';

type EditState<Values, Revision> = FormDraft<Values, Revision> & {
  sentEdits: Partial<Values>;
  /** Whether the form has been saved and is about to close. */
  isSaved: boolean;
  /** The response to the last save, used until new server data arrives. */
  response: { values: Values; revision: Revision; replacedRevision: Revision | undefined } | undefined;
};

/**
 * Keeps unsaved edits to server data. Saving sends the revision at which editing started. If someone else has since
 * changed the data, the save fails, and saving again overwrites their change. The tab stores edits by user, path and
 * form `name` until they are saved or discarded. `secrets` are never stored.
 */
export const useEdits = <Values extends object, Revision extends string | number | undefined = undefined>(
  name: string,
  serverValues: Values,
  serverRevision?: Revision,
  { secrets = [] }: { secrets?: readonly (keyof Values)[] } = {},
) => {
  const { storageKey, href } = useFormLocation(name);
  const [storedDraft] = useState(() => readFormDraft<Values, Revision>(storageKey));
  const [isRestored, setRestored] = useState(storedDraft !== undefined);
  const [{ edits, base, baseRevision, sentEdits, isSaved, response }, setState] = useState<
    EditState<Values, Revision>
  >({
    edits: storedDraft?.edits ?? {},
    base: { ...serverValues, ...storedDraft?.base },
    baseRevision: storedDraft?.baseRevision,
    sentEdits: {},
    isSaved: false,
    response: undefined,
  });
  const { values: currentValues, revision }: { values: Values; revision: Revision | undefined } =
    response && response.replacedRevision === serverRevision
      ? response
      : { values: serverValues, revision: serverRevision };
  const isChanged = (field: keyof Values) => field in edits && !isSame(edits[field], currentValues[field]);
  const changedValues = pick(edits, isChanged);
  const isDirty = !isEmpty(changedValues);
  const unsentEdits = pickEditsSince(changedValues, sentEdits);
  const form = useOpenForm({
    isUnsaved: !isEmpty(unsentEdits),
    onDiscard: () => {
      saveFormDraft(storageKey, undefined);
      setRestored(false);
      setState((state) => ({ ...state, edits: {}, sentEdits: {} }));
    },
  });
  const isStorable = (field: keyof Values) => !secrets.includes(field);
  const storableEdits = pick(isSaved ? unsentEdits : changedValues, isStorable);
  useEffect(() => {
    const draft = { edits: storableEdits, base: pick(base, isStorable), baseRevision };
    saveFormDraft(storageKey, isEmpty(storableEdits) ? undefined : draft);
  });
  /** The effect above is not enough: a form that closes on save unmounts before it runs. */
  const storeUnsentEdits = () => {
    const draft = readFormDraft<Values, Revision>(storageKey);
    const remainingEdits = pickEditsSince(draft?.edits ?? {}, edits);
    saveFormDraft(
      storageKey,
      draft && !isEmpty(remainingEdits) ? { ...draft, edits: remainingEdits } : undefined,
    );
  };
  const notifySaveFailed = useSaveFailedNote(href);
  return {
    values: { ...currentValues, ...edits } as Values,
    form,
    savedValues: currentValues,
    changedValues,
    isDirty,
    isRestored: isRestored && isDirty,
    hasSecrets: secrets.length > 0,
    hasEditsSinceSend: !isEmpty(pickEditsSince(edits, sentEdits)),
    hasConflict: (field: keyof Values) => isChanged(field) && !isSame(base[field], currentValues[field]),
    edit: (newEdits: Partial<Values>) => {
      form.markEdited();
      setState((state) => {
        const allEdits = { ...state.edits, ...newEdits };
        return {
          ...state,
          ...(isEmpty(state.edits) && { base: currentValues, baseRevision: revision }),
          // A value changed back is not an edit, and must not overwrite another person's change.
          edits: pick(
            allEdits,
            (field) => field in state.sentEdits || !isSame(allEdits[field], currentValues[field]),
          ),
        };
      });
    },
    discard: form.discard,
    leave: async (close: () => unknown) => {
      if (await confirmDiscard(form)) close();
    },
    /** Saves the form. With `toValues`, the form stays open and continues with the values in the response. */
    send: async <Result>(
      save: (revision: Revision) => Promise<Result>,
      toValues?: (result: Result) => Values,
    ): Promise<Result> => {
      setState((state) => ({ ...state, sentEdits: edits, isSaved: false }));
      try {
        const result = await save((baseRevision ?? revision) as Revision);
        setRestored(false);
        storeUnsentEdits();
        if (toValues) {
          const { revision: savedRevision } = result as { revision: Revision };
          const values = toValues(result);
          setState((state) => ({
            edits: pickEditsSince(state.edits, edits),
            base: values,
            baseRevision: savedRevision,
            sentEdits: {},
            isSaved: false,
            response: { values, revision: savedRevision, replacedRevision: serverRevision },
          }));
        } else setState((state) => ({ ...state, isSaved: true }));
        return result;
      } catch (problem) {
        setState((state) => ({
          ...state,
          sentEdits: {},
          ...(isEditConflict(problem) && { baseRevision: undefined }),
        }));
        if (!form.isMounted()) notifySaveFailed(problem);
        throw problem;
      }
    },
  };
};

const useFormLocation = (name: string): { storageKey: string; href: string } => {
  const me = useMe();
  const router = useRouter();
  const [location] = useState(() => {
    const { pathname, href } = router.latestLocation;
    return { storageKey: `${createDraftPrefix(me)}${pathname} ${name}`, href };
  });
  return location;
};

const isEmpty = (edits: object): boolean => Object.keys(edits).length === 0;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const pick = <Source extends object>(values: Source, isPicked: (name: keyof Source) => boolean): Source =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isPicked(name as keyof Source))) as Source;

const pickEditsSince = <Edits extends object>(edits: Edits, sentEdits: Edits): Edits =>
  pick(edits, (name) => !(name in sentEdits && isSame(edits[name], sentEdits[name])));

export const findFieldError = (problem: unknown, field: string): string | undefined =>
  problem instanceof ApiProblem
    ? problem.fields.find(
        (issue) =>
          issue.field === field || issue.field.startsWith(`${field}.`) || issue.field.startsWith(`${field}[`),
      )?.message
    : undefined;
