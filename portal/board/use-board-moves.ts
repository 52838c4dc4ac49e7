import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  ALREADY_REPORTED,
  completeStep,
  endStep,
  REPORTED_RETRY_LATER,
  startStep,
  useUndo,
} from '#portal/actions/undo.tsx';
import { isTransient } from '#portal/api/api-problem.ts';
import { planTasks, type RejectedMove } from '#portal/api/tasks.ts';
import { showRejectedNote } from '#portal/planning/show-rejected-note.tsx';
import { useNotifyProblem } from '#portal/problems/use-notify-problem.ts';
import {
  type BoardMove,
  filterAcceptedMoves,
  invertMove,
  type Revisions,
  recordRevisions,
  replaceMoves,
  toTaskMove,
} from './pending-moves.ts';
import { useRejectionMessage } from './use-rejection-message.ts';

export type CloseGaps = (
  accepted: readonly BoardMove[],
  rejected: readonly RejectedMove[],
) => readonly BoardMove[];

/** `failed` means that the outcome is unknown and the user can retry. */
type Outcome = 'done' | 'rejected' | 'failed';

const classifyFailure = (problem: unknown) => (isTransient(problem) ? 'failed' : 'rejected');

/** Moves tasks optimistically, one request at a time. Rolls back rejected moves and shows the reasons. */
export const useBoardMoves = () => {
  const { t } = useTranslation('board');
  const { t: planning } = useTranslation('planning');
  const notifyProblem = useNotifyProblem();
  const formatRejection = useRejectionMessage();
  const offerUndo = useUndo();
  const queryClient = useQueryClient();
  const [pending, setPending] = useState<ReadonlyMap<string, BoardMove>>(new Map());
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const revisions = useRef<Revisions>(new Map());
  const latest = useRef({ t, planning, notifyProblem, formatRejection });
  latest.current = { t, planning, notifyProblem, formatRejection };

  const send = useCallback(async (moves: readonly BoardMove[]) => {
    const request = moves.map((move) => toTaskMove(move, revisions.current));
    const { tasks: moved, rejected, problem } = await planTasks(request);
    recordRevisions(revisions.current, request, moved);
    return { moved, rejected, problem };
  }, []);

  const showRejected = useCallback((rejected: readonly RejectedMove[], moves: readonly BoardMove[]) => {
    if (rejected.length === 0) return;
    const titles = new Map(moves.map(({ task }) => [task.id, task.title]));
    showRejectedNote(
      latest.current.t('rejected', { count: rejected.length }),
      rejected.map((move) => ({
        id: move.id,
        text: latest.current.formatRejection(move, move.task?.title ?? titles.get(move.id)!),
      })),
    );
  }, []);

  const moveTasks = useCallback(
    (
      moves: readonly BoardMove[],
      label?: (count: number) => string,
      closeGapsAfter?: CloseGaps,
    ): Promise<Outcome> => {
      // Moves performed by Undo are not undo steps themselves.
      const step = label && startStep();
      setPending((current) => new Map([...current, ...moves.map((move) => [move.task.id, move] as const)]));
      let gapMoves: readonly BoardMove[] = [];
      const refreshBoard = async () => {
        await queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
        // Tasks that have been moved again in the meantime are still pending.
        setPending((current) => {
          const remaining = new Map(current);
          for (const move of [...moves, ...gapMoves])
            if (remaining.get(move.task.id) === move) remaining.delete(move.task.id);
          return remaining;
        });
      };
      const run = async () => {
        try {
          const first = await send(moves);
          gapMoves =
            closeGapsAfter && first.rejected.length > 0
              ? closeGapsAfter(filterAcceptedMoves(moves, first), first.rejected)
              : [];
          setPending((current) => replaceMoves(current, moves, gapMoves));
          // If this request fails, the accepted tasks stay where they are, and the move can still be undone.
          const second =
            gapMoves.length > 0
              ? await send(gapMoves).catch((error: unknown) => ({ moved: [], rejected: [], problem: error }))
              : undefined;
          const moved = [...first.moved, ...(second?.moved ?? [])];
          const rejected = [...first.rejected, ...(second?.rejected ?? [])];
          const problem = first.problem ?? second?.problem;
          if (problem !== undefined)
            latest.current.notifyProblem(problem, latest.current.planning('incomplete'));
          await refreshBoard();
          if (label && step && moved.length > 0) {
            // Keyed by ID because a task may have been moved twice.
            const done = new Map(moved.map(({ id, revision }) => [id, revision]));
            const latestMoves = new Map([...moves, ...gapMoves].map((move) => [move.task.id, move]));
            const undoMoves = [...done].map(([id, revision]) => invertMove(latestMoves.get(id)!, revision));
            const undo = async () => {
              const outcome = await moveTasks(undoMoves);
              if (outcome !== 'done') throw outcome === 'rejected' ? ALREADY_REPORTED : REPORTED_RETRY_LATER;
            };
            completeStep(step, () => offerUndo(label(done.size), undo));
          }
          showRejected(rejected, moves);
          if (problem !== undefined) return classifyFailure(problem);
          return rejected.length === 0 ? 'done' : 'rejected';
        } catch (problem) {
          await refreshBoard();
          latest.current.notifyProblem(problem);
          return classifyFailure(problem);
        } finally {
          if (step) endStep(step);
        }
      };
      const outcome = queue.current.then(run);
      queue.current = outcome;
      return outcome;
    },
    [send, queryClient, offerUndo, showRejected],
  );

  return { pending, moveTasks };
};
