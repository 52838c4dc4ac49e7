import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { finishInspection } from '#inspector/store/finish-inspection.ts';
import { NO_ITEM } from '#inspector/store/local-data.ts';
import { openConflicts } from '#inspector/store/open-conflicts.ts';
import { currentLanguage } from '#kit/language.ts';
import { type AnswerContext, type Drafts, TargetProvider } from '#questions/answer-context.ts';
import { formFieldOf } from '#questions/form-fields.ts';
import { invalidPaths } from '#questions/open-issues.ts';
import { QuestionList } from '#questions/QuestionList.tsx';
import { type QuestionParts, QuestionPartsProvider } from '#questions/question-parts.ts';
import type { UnsavedTracker } from '#questions/unsaved.ts';
import { rootLevel } from '#workbook-engine/form.ts';
import { createActions } from './actions.ts';
import { CommentEditor } from './CommentEditor.tsx';
import { EvidenceAnswer } from './EvidenceAnswer.tsx';
import type { EvaluatedSet } from './evaluate-sets.ts';
import { FinishSummary } from './FinishSummary.tsx';
import { Header } from './Header.tsx';
import classes from './InspectionScreen.module.css';
import type { InspectionScreenProps } from './InspectionScreen.tsx';
import { ItemSwitch } from './ItemSwitch.tsx';
import { InspectionActionsProvider } from './inspection-actions.ts';
import { Notices } from './Notices.tsx';
import { Overview, titleOfPage } from './Overview.tsx';
import { SectionBar } from './SectionBar.tsx';
import { useFormPosition } from './use-form-position.ts';
import { type LiveInspection, useEvaluatedSets } from './use-inspection.ts';

type Props = InspectionScreenProps & {
  live: LiveInspection;
  unsaved: UnsavedTracker;
  hasSaveFailed: boolean;
  onSave: (isSaved: boolean) => void;
};

const PARTS: QuestionParts = { EvidenceInput: EvidenceAnswer, CommentEditor };

export const InspectionForm = (props: Props) => {
  const { store, inspectionId, definition, earlier, fetchFile, live, unsaved, hasSaveFailed, onSave } = props;
  const { inspection, commands } = live;
  const { serverState } = inspection;
  const { t } = useTranslation('inspection');
  const { t: questionText } = useTranslation('questions');
  const language = currentLanguage();
  const { form, evaluationContext, sets } = useEvaluatedSets(inspection, definition, {
    now: store.now,
    language,
  });
  const [sheet, setSheet] = useState<'overview' | 'complete' | null>(null);
  // When the drawer closes, the focus moves to another question instead of back.
  const [isNavigating, setNavigating] = useState(false);
  const openSheet = (next: 'overview' | 'complete') => {
    setNavigating(false);
    setSheet(next);
  };
  const closeToNavigate = () => {
    setNavigating(true);
    setSheet(null);
  };
  const [isCompleting, setCompleting] = useState(false);
  const { set, page, target, goToPage, goToQuestion, goToItem } = useFormPosition(store, inspection, sets);
  const { itemId } = set;
  const actions = useMemo(
    () => createActions({ store, inspectionId, itemId, unsaved, fetchFile, onSave }),
    [store, inspectionId, itemId, unsaved, fetchFile, onSave],
  );

  const isReadOnly = inspection.finishedAt !== null;
  const unsentPictures = commands.filter(({ act }) => act.kind === 'attach').length;
  const conflicts = openConflicts(serverState, commands);
  const drafts = isReadOnly ? {} : (inspection.drafts ?? {});
  const { missing, invalid } = countIssues(sets, drafts);
  // The answer that was just typed may have been the last one missing.
  const isReady = missing + invalid === 0 && sets.every(({ evaluated }) => evaluated !== null);
  const complete = () => {
    setCompleting(true);
    openSheet('complete');
  };
  const returned = serverState?.returns.find(({ completion }) => completion === serverState.completion);
  const answerContext: AnswerContext | null = set.evaluated && {
    evaluated: set.evaluated,
    evaluationContext,
    set: set.set,
    drafts: drafts[itemId] ?? {},
    ...{ language, isCompleting, isReadOnly, t: questionText },
    teamTitle: inspection.teamTitle,
    workbookTitles: props.workbookTitles,
    conflicts: conflicts.filter((conflict) => (conflict.itemId ?? NO_ITEM) === itemId),
    reviewCommentsOn: (field) =>
      (returned?.fields ?? [])
        .filter((comment) => comment.field === field && (comment.itemId ?? NO_ITEM) === itemId)
        .map(({ comment }) => ({ comment, userName: returned!.userName })),
    earlier: earlier?.[itemId],
  };
  const labelOf = (item: string, field: string) => {
    const { evaluated, title } = sets.find((candidate) => candidate.itemId === item) ?? set;
    const { root, evaluation } = evaluated?.filledForm ?? {};
    const label =
      (root && evaluation && formFieldOf(rootLevel(form), field)?.label?.(root, evaluation)) ?? field;
    return sets.length > 1 ? `${title}: ${label}` : label;
  };
  const current = set.pages[page];
  const title = current && titleOfPage(set, current);
  const nextItem = sets[sets.indexOf(set) + 1];
  return (
    <div className={classes.screen} inert={sheet !== null}>
      <Header {...{ inspection, invalid }} account={props.account} onLeave={props.onLeave}>
        {sets.length > 1 && <ItemSwitch sets={sets} current={set} onItem={goToItem} />}
      </Header>
      <main className={classes.page}>
        <Notices
          {...{ store, inspection, returned, hasSaveFailed, unsentPictures, labelOf }}
          nextSteps={props.nextSteps}
          onQuestion={goToQuestion}
          onReport={props.onReport}
          isSent={commands.length === 0}
        />
        {!answerContext && (
          <p className={classes.notice} data-tone="bad">
            {t('tooMuch')}
          </p>
        )}
        {answerContext && current && (
          // A new key for each item and page, so that they share no state.
          <div key={`${itemId} ${current.name}`}>
            <h2 className={classes.pageTitle} tabIndex={-1}>
              {title !== undefined && <span>{title}</span>}
              {set.pages.length > 1 ? (
                <small>{t('section', { number: page + 1, total: set.pages.length })}</small>
              ) : (
                title === undefined && <span>{t('questions')}</span>
              )}
            </h2>
            {current.section?.hint && (
              <p className={classes.lead}>
                {current.section.hint(
                  answerContext.evaluated.filledForm.root,
                  answerContext.evaluated.filledForm.evaluation,
                )}
              </p>
            )}
            <QuestionPartsProvider value={PARTS}>
              <InspectionActionsProvider value={actions}>
                <TargetProvider value={target}>
                  <QuestionList
                    fields={current.fields}
                    level={rootLevel(form)}
                    frame={answerContext.evaluated.filledForm.root}
                    path=""
                    answerContext={answerContext}
                    actions={actions}
                  />
                </TargetProvider>
              </InspectionActionsProvider>
            </QuestionPartsProvider>
          </div>
        )}
      </main>
      <SectionBar
        {...{ page, missing, invalid, isReadOnly }}
        pages={set.pages.length}
        answered={set.answered}
        asked={set.asked}
        hasNextItem={nextItem !== undefined}
        onPage={goToPage}
        onNextItem={() => nextItem && goToItem(nextItem.itemId)}
        onOverview={() => openSheet('overview')}
        onComplete={complete}
      />
      <Overview
        {...{ sets, drafts, itemId, page, isReadOnly, isNavigating }}
        isOpen={sheet === 'overview' || (sheet === 'complete' && !isReady)}
        onClose={() => setSheet(null)}
        onPage={(number) => {
          closeToNavigate();
          goToPage(number);
        }}
        onQuestion={(item, path) => {
          closeToNavigate();
          setCompleting(true);
          goToQuestion(item, path);
        }}
        onReport={props.onReport}
        onComplete={complete}
      />
      <FinishSummary
        isOpen={sheet === 'complete' && isReady}
        sets={sets}
        unsentPictures={unsentPictures}
        conflicts={conflicts.length}
        onClose={() => setSheet(null)}
        onFinish={async () => {
          await finishInspection(store, inspectionId).catch(() => onSave(false));
          setSheet(null);
          window.scrollTo(0, 0);
        }}
      />
    </div>
  );
};

/** Counts the questions that prevent completion: without an answer or with an impossible one, and with invalid text. */
const countIssues = (sets: readonly EvaluatedSet[], drafts: Readonly<Record<string, Drafts>>) => {
  const total = { missing: 0, invalid: 0 };
  for (const { itemId, evaluated } of sets) {
    if (!evaluated) continue;
    const invalid = new Set(invalidPaths(evaluated, drafts[itemId]));
    total.invalid += invalid.size;
    total.missing += [...evaluated.issues.keys()].filter((path) => !invalid.has(path)).length;
  }
  return total;
};
