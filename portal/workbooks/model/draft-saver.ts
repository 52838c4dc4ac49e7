import type { DraftState } from '#contract/workbook-draft.ts';
import type { DraftDocument } from './design.ts';

/**
 * `unsaved`: changes will be saved soon. `unreachable`: saving is retried automatically. `rejected`: saving is retried after the
 * next change. `conflict`: someone else saved, and the user must resolve it.
 */
export type SavingState = 'saved' | 'unsaved' | 'saving' | 'unreachable' | 'rejected' | 'conflict';

export type Saving = {
  state: SavingState;
  problem: unknown;
  /** The last known revision on the server; null: no draft. */
  revision: number | null;
  saved: DraftDocument;
  /** The errors that the server found in `saved`. */
  errors: DraftState['errors'];
};

export type DraftSaver = {
  now(): Saving;
  /** Saves a change after a pause. */
  update(document: DraftDocument): void;
  /** Saves immediately. Resolves to the revision when everything is saved; rejects with the problem. */
  flush(): Promise<number>;
  /** Resolves a conflict: overwrites the other draft, or continues with `theirs`. */
  resolveConflict(revision: number | null, theirs?: DraftDocument): void;
  stop(): void;
};

type Dependencies = {
  save(document: DraftDocument, revision: number | null): Promise<DraftState>;
  schedule(ms: number, run: () => void): () => void;
  onChange(saving: Saving): void;
  problemKind(problem: unknown): 'conflict' | 'unreachable' | 'rejected';
};

const PAUSE_MS = 900;
const RETRY_MS = 5_000;

/** Saves the edited draft to the server, one request at a time. */
export const createDraftSaver = (start: Saving, dependencies: Dependencies): DraftSaver => {
  let now = start;
  let latest = start.saved;
  let isStopped = false;
  let cancel = () => {};
  let inFlight: Promise<void> | undefined;

  const setState = (change: Partial<Saving>) => {
    now = { ...now, ...change };
    dependencies.onChange(now);
  };
  const scheduleSave = (ms: number) => {
    cancel();
    if (!isStopped) cancel = dependencies.schedule(ms, () => void save());
  };
  const isDone = () => latest === now.saved && now.revision !== null;

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
      const { revision, errors } = await dependencies.save(sent, now.revision);
      setState({
        state: latest === sent ? 'saved' : 'unsaved',
        saved: sent,
        revision,
        errors,
        problem: null,
      });
      if (latest !== sent) scheduleSave(PAUSE_MS);
    } catch (problem) {
      const state = dependencies.problemKind(problem);
      setState({ state, problem });
      if (state === 'unreachable') scheduleSave(RETRY_MS);
    }
  };

  return {
    now: () => now,
    update: (document) => {
      if (document === latest) return;
      latest = document;
      if (now.state === 'conflict') return;
      // Undoing to the saved draft needs no request.
      if (isDone() && now.state !== 'saving') {
        cancel();
        setState({ state: 'saved' });
        return;
      }
      if (now.state !== 'saving') setState({ state: 'unsaved' });
      scheduleSave(PAUSE_MS);
    },
    flush: async () => {
      // The request in progress may not contain the latest changes.
      while (!isDone() || now.state === 'saving') {
        if (now.state === 'conflict') throw now.problem;
        await save();
        if (now.state === 'unreachable' || now.state === 'rejected') throw now.problem;
      }
      return now.revision!;
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
