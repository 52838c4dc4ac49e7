import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  completeStep,
  endStep,
  REPORTED_PERMANENT_FAILURE,
  REPORTED_TEMPORARY_FAILURE,
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

export type FindGapMoves = (
  accepted: readonly BoardMove[],
  rejected: readonly RejectedMove[],
) => readonly BoardMove[];

/** `failed` means that the outcome is unknown and the user can retry. */
type Outcome = 'done' | 'rejected' | 'failed';

const classifyFailure = (problem: unknown) => (isTransient(problem) ? 'failed' : 'rejected');

/** Moves tasks optimistically, one request at a time. Rolls back rejected moves and shows the reasons. */
export const useBoardMoves = () => {
  const { t } = useTranslation('board');
  const { t: tPlanning } = useTranslation('planning');
  const notifyProblem = useNotifyProblem();
  const formatRejection = useRejectionMessage();
  const offerUndo = useUndo();
  const queryClient = useQueryClient();
  const [pendingMoves, setPendingMoves] = useState<ReadonlyMap<string, BoardMove>>(new Map());
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const revisions = useRef<Revisions>(new Map());
  const latestValues = useRef({ t, tPlanning, notifyProblem, formatRejection });
  latestValues.current = { t, tPlanning, notifyProblem, formatRejection };

  const send = useCallback(async (moves: readonly BoardMove[]) => {
    const request = moves.map((move) => toTaskMove(move, revisions.current));
    const { tasks: movedTasks, rejected, problem } = await planTasks(request);
    recordRevisions(revisions.current, request, movedTasks);
    return { movedTasks, rejected, problem };
  }, []);

  const showRejected = useCallback((rejected: readonly RejectedMove[], moves: readonly BoardMove[]) => {
    if (rejected.length === 0) return;
    const titles = new Map(moves.map(({ task }) => [task.id, task.title]));
    showRejectedNote(
      latestValues.current.t('rejected', { count: rejected.length }),
      rejected.map((move) => ({
        id: move.id,
        text: latestValues.current.formatRejection(move, move.task?.title ?? titles.get(move.id)!),
      })),
    );
  }, []);

  const moveTasks = useCallback(
    (
      moves: readonly BoardMove[],
      label?: (count: number) => string,
      findGapMoves?: FindGapMoves,
    ): Promise<Outcome> => {
      // Undo's own moves are not undo steps.
      const step = label && startStep();
      setPendingMoves(
        (current) => new Map([...current, ...moves.map((move) => [move.task.id, move] as const)]),
      );
      let gapMoves: readonly BoardMove[] = [];
      const refreshBoard = async () => {
        await queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.isLive === true });
        // Tasks that have since been moved again are still pending.
        setPendingMoves((current) => {
          const remainingMoves = new Map(current);
          for (const move of [...moves, ...gapMoves])
            if (remainingMoves.get(move.task.id) === move) remainingMoves.delete(move.task.id);
          return remainingMoves;
        });
      };
      const run = async () => {
        try {
          const firstResult = await send(moves);
          gapMoves =
            findGapMoves && firstResult.rejected.length > 0
              ? findGapMoves(filterAcceptedMoves(moves, firstResult), firstResult.rejected)
              : [];
          setPendingMoves((current) => replaceMoves(current, moves, gapMoves));
          // If this request fails, the accepted tasks stay where they are, and the move can still be undone.
          const secondResult = await send(gapMoves).catch((error: unknown) => ({
            movedTasks: [],
            rejected: [],
            problem: error,
          }));
          const movedTasks = [...firstResult.movedTasks, ...secondResult.movedTasks];
          const rejected = [...firstResult.rejected, ...secondResult.rejected];
          const problem = firstResult.problem ?? secondResult.problem;
          if (problem !== undefined)
            latestValues.current.notifyProblem(problem, latestValues.current.tPlanning('incomplete'));
          await refreshBoard();
          if (label && step && movedTasks.length > 0) {
            // If a task has been moved twice, the map contains the revision after the second move.
            const newRevisions = new Map(movedTasks.map(({ id, revision }) => [id, revision]));
            const latestMoves = new Map([...moves, ...gapMoves].map((move) => [move.task.id, move]));
            const undoMoves = [...newRevisions].map(([id, revision]) =>
              invertMove(latestMoves.get(id)!, revision),
            );
            const undo = async () => {
              const outcome = await moveTasks(undoMoves);
              if (outcome !== 'done')
                throw outcome === 'rejected' ? REPORTED_PERMANENT_FAILURE : REPORTED_TEMPORARY_FAILURE;
            };
            completeStep(step, () => offerUndo(label(newRevisions.size), undo));
          }
          showRejected(rejected, moves);
          if (problem !== undefined) return classifyFailure(problem);
          return rejected.length === 0 ? 'done' : 'rejected';
        } catch (problem) {
          await refreshBoard();
          latestValues.current.notifyProblem(problem);
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

  return { pendingMoves, moveTasks };
};
