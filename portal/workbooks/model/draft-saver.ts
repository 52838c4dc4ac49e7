import type { DraftState } from '#contract/workbook-draft.ts';
import type { DraftDocument } from './design.ts';

/** Saving is retried automatically if it is `unreachable`, and after the next change if it is `rejected`. */
type SaveState = 'saved' | 'unsaved' | 'saving' | 'unreachable' | 'rejected' | 'conflict';

export type SaveStatus = {
  state: SaveState;
  problem: unknown;
  /** The last known revision on the server, or null if there is no draft yet. */
  revision: number | null;
  savedDocument: DraftDocument;
  /** The errors that the server found in `savedDocument`. */
  errors: DraftState['errors'];
};

export type DraftSaver = ReturnType<typeof createDraftSaver>;

type Dependencies = {
  save(document: DraftDocument, revision: number | null): Promise<DraftState>;
  schedule(ms: number, run: () => void): () => void;
  onChange(status: SaveStatus): void;
  classifyProblem(problem: unknown): 'conflict' | 'unreachable' | 'rejected';
};

const TYPING_PAUSE_MS = 900;
const RETRY_DELAY_MS = 5_000;

/** Saves the edited draft to the server, one request at a time. */
export const createDraftSaver = (initialStatus: SaveStatus, dependencies: Dependencies) => {
  let status = initialStatus;
  let latestDocument = initialStatus.savedDocument;
  let isStopped = false;
  let cancelScheduledSave = () => {};
  let saveInProgress: Promise<void> | undefined;

  const changeStatus = (changes: Partial<SaveStatus>) => {
    status = { ...status, ...changes };
    dependencies.onChange(status);
  };
  const scheduleSave = (ms: number) => {
    cancelScheduledSave();
    if (!isStopped) cancelScheduledSave = dependencies.schedule(ms, () => void save());
  };
  const areAllSaved = () => latestDocument === status.savedDocument && status.revision !== null;

  const save = (): Promise<void> => {
    cancelScheduledSave();
    saveInProgress ??= send().finally(() => {
      saveInProgress = undefined;
    });
    return saveInProgress;
  };
  const send = async () => {
    const sentDocument = latestDocument;
    changeStatus({ state: 'saving' });
    try {
      const { revision, errors } = await dependencies.save(sentDocument, status.revision);
      changeStatus({
        state: latestDocument === sentDocument ? 'saved' : 'unsaved',
        savedDocument: sentDocument,
        revision,
        errors,
        problem: null,
      });
      if (latestDocument !== sentDocument) scheduleSave(TYPING_PAUSE_MS);
    } catch (problem) {
      const state = dependencies.classifyProblem(problem);
      changeStatus({ state, problem });
      if (state === 'unreachable') scheduleSave(RETRY_DELAY_MS);
    }
  };

  return {
    getStatus: (): SaveStatus => status,
    update: (document: DraftDocument): void => {
      if (document === latestDocument) return;
      latestDocument = document;
      if (status.state === 'conflict') return;
      // No request is needed if the user has undone all changes since the last save.
      if (areAllSaved() && status.state !== 'saving') {
        cancelScheduledSave();
        changeStatus({ state: 'saved' });
        return;
      }
      if (status.state !== 'saving') changeStatus({ state: 'unsaved' });
      scheduleSave(TYPING_PAUSE_MS);
    },
    /** Saves immediately. Resolves to the revision once all changes are saved, and rejects if saving fails. */
    flush: async (): Promise<number> => {
      // A request that is already in progress may not contain the latest changes.
      while (!areAllSaved() || status.state === 'saving') {
        if (status.state === 'conflict') throw status.problem;
        await save();
        if (status.state === 'unreachable' || status.state === 'rejected') throw status.problem;
      }
      return status.revision!;
    },
    /** Overwrites the other user's draft, or continues with `theirDocument`. */
    resolveConflict: (revision: number | null, theirDocument?: DraftDocument): void => {
      if (theirDocument) {
        latestDocument = theirDocument;
        changeStatus({ state: 'saved', problem: null, revision, savedDocument: theirDocument });
      } else {
        changeStatus({ state: 'unsaved', problem: null, revision });
        scheduleSave(0);
      }
    },
    stop: (): void => {
      isStopped = true;
      cancelScheduledSave();
    },
  };
};
