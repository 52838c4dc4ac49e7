import type { DraftState } from '#contract/workbook-draft.ts';
import type { DraftDocument } from './design.ts';

/**
 * `waiting`: something is not saved yet, and soon will be. `unreachable`: it is tried again by itself. `refused`: not before
 * something changes. `conflict`: somebody else saved, and a person decides.
 */
export type SavingState = 'saved' | 'waiting' | 'saving' | 'unreachable' | 'refused' | 'conflict';

export type Saving = {
  state: SavingState;
  problem: unknown;
  /** What the server has, as far as is known; null: no draft. */
  revision: number | null;
  saved: DraftDocument;
  /** The faults that the server told of `saved`. */
  faults: DraftState['faults'];
};

export type DraftSaver = {
  now(): Saving;
  /** Something was designed: it is saved when nothing more comes for a moment. */
  update(document: DraftDocument): void;
  /** Saves at once; resolves when all is saved, to the revision. Rejects with what is in the way. */
  flush(): Promise<number>;
  /** Somebody decided: what is here is saved over what somebody else saved, or what they saved is what is here. */
  settle(revision: number | null, theirs?: DraftDocument): void;
  stop(): void;
};

type Means = {
  save(document: DraftDocument, revision: number | null): Promise<DraftState>;
  schedule(ms: number, run: () => void): () => void;
  onChange(saving: Saving): void;
  problemKind(problem: unknown): 'conflict' | 'unreachable' | 'refused';
};

const PAUSE_MS = 900;
const RETRY_MS = 5_000;

/** Keeps the draft of the server the same as the one that is designed, one request at a time. */
export const createDraftSaver = (start: Saving, means: Means): DraftSaver => {
  let now = start;
  let latest = start.saved;
  let isStopped = false;
  let cancel = () => {};
  let inFlight: Promise<void> | undefined;

  const become = (change: Partial<Saving>) => {
    now = { ...now, ...change };
    means.onChange(now);
  };
  const plan = (ms: number) => {
    cancel();
    if (!isStopped) cancel = means.schedule(ms, () => void save());
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
    become({ state: 'saving' });
    try {
      const { revision, faults } = await means.save(sent, now.revision);
      become({ state: latest === sent ? 'saved' : 'waiting', saved: sent, revision, faults, problem: null });
      if (latest !== sent) plan(PAUSE_MS);
    } catch (problem) {
      const state = means.problemKind(problem);
      become({ state, problem });
      if (state === 'unreachable') plan(RETRY_MS);
    }
  };

  return {
    now: () => now,
    update: (document) => {
      if (document === latest) return;
      latest = document;
      if (now.state === 'conflict') return;
      // A step back to what is saved needs no request.
      if (isDone() && now.state !== 'saving') {
        cancel();
        become({ state: 'saved' });
        return;
      }
      if (now.state !== 'saving') become({ state: 'waiting' });
      plan(PAUSE_MS);
    },
    flush: async () => {
      // What is on its way may be older than what is here now.
      while (!isDone() || now.state === 'saving') {
        if (now.state === 'conflict') throw now.problem;
        await save();
        if (now.state === 'unreachable' || now.state === 'refused') throw now.problem;
      }
      return now.revision!;
    },
    settle: (revision, theirs) => {
      if (theirs) {
        latest = theirs;
        become({ state: 'saved', problem: null, revision, saved: theirs });
      } else {
        become({ state: 'waiting', problem: null, revision });
        plan(0);
      }
    },
    stop: () => {
      isStopped = true;
      cancel();
    },
  };
};
