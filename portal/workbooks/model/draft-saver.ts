import type { DraftState } from '#contract/workbook-draft.ts';
import type { DraftDocument } from './design.ts';

/**
 * `unsaved`: will be saved after a pause. `unreachable`: retried automatically. `rejected`: retried after the
 * next change. `conflict`: someone else has changed the draft, and the user must resolve the conflict.
 */
export type SaveState = 'saved' | 'unsaved' | 'saving' | 'unreachable' | 'rejected' | 'conflict';

export type SaveStatus = {
  state: SaveState;
  problem: unknown;
  /** The last known revision on the server; null if there is no draft yet. */
  revision: number | null;
  saved: DraftDocument;
  /** The errors that the server found in `saved`. */
  errors: DraftState['errors'];
};

export type DraftSaver = {
  current(): SaveStatus;
  /** Saves a change after a pause. */
  update(document: DraftDocument): void;
  /** Saves immediately. Resolves to the revision once all changes are saved, and rejects if saving fails. */
  flush(): Promise<number>;
  /** Resolves a conflict by overwriting the other draft or by continuing with `theirs`. */
  resolveConflict(revision: number | null, theirs?: DraftDocument): void;
  stop(): void;
};

type Dependencies = {
  save(document: DraftDocument, revision: number | null): Promise<DraftState>;
  schedule(ms: number, run: () => void): () => void;
  onChange(status: SaveStatus): void;
  classifyProblem(problem: unknown): 'conflict' | 'unreachable' | 'rejected';
};

const PAUSE_MS = 900;
const RETRY_MS = 5_000;

/** Saves the edited draft to the server, one request at a time. */
export const createDraftSaver = (initial: SaveStatus, dependencies: Dependencies): DraftSaver => {
  let current = initial;
  let latest = initial.saved;
  let isStopped = false;
  let cancel = () => {};
  let inFlight: Promise<void> | undefined;

  const setState = (change: Partial<SaveStatus>) => {
    current = { ...current, ...change };
    dependencies.onChange(current);
  };
  const scheduleSave = (ms: number) => {
    cancel();
    if (!isStopped) cancel = dependencies.schedule(ms, () => void save());
  };
  const areAllSaved = () => latest === current.saved && current.revision !== null;

  const save = (): Promise<void> => {
    cancel();
    inFlight ??= send().finally(() => {
      inFlight = undefined;
    });
    return inFlight;
  };
  const send = async () => {
    const sent = latest;
    setState({ state: 'saving' });
    try {
      const { revision, errors } = await dependencies.save(sent, current.revision);
      setState({
        state: latest === sent ? 'saved' : 'unsaved',
        saved: sent,
        revision,
        errors,
        problem: null,
      });
      if (latest !== sent) scheduleSave(PAUSE_MS);
    } catch (problem) {
      const state = dependencies.classifyProblem(problem);
      setState({ state, problem });
      if (state === 'unreachable') scheduleSave(RETRY_MS);
    }
  };

  return {
    current: () => current,
    update: (document) => {
      if (document === latest) return;
      latest = document;
      if (current.state === 'conflict') return;
      // Undoing everything back to the saved draft requires no request.
      if (areAllSaved() && current.state !== 'saving') {
        cancel();
        setState({ state: 'saved' });
        return;
      }
      if (current.state !== 'saving') setState({ state: 'unsaved' });
      scheduleSave(PAUSE_MS);
    },
    flush: async () => {
      // A request already in progress may not contain the latest changes.
      while (!areAllSaved() || current.state === 'saving') {
        if (current.state === 'conflict') throw current.problem;
        await save();
        if (current.state === 'unreachable' || current.state === 'rejected') throw current.problem;
      }
      return current.revision!;
    },
    resolveConflict: (revision, theirs) => {
      if (theirs) {
        latest = theirs;
        setState({ state: 'saved', problem: null, revision, saved: theirs });
      } else {
        setState({ state: 'unsaved', problem: null, revision });
        scheduleSave(0);
      }
    },
    stop: () => {
      isStopped = true;
      cancel();
    },
  };
};
