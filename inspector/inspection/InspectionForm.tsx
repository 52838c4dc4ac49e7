import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { completeInspection } from '#inspector/store/complete-inspection.ts';
import { listOpenConflicts } from '#inspector/store/list-open-conflicts.ts';
import { NO_ITEM } from '#inspector/store/local-data.ts';
import { currentLanguage } from '#kit/current-language.ts';
import type { AnswerContext } from '#questions/answer-context.ts';
import { findFormField } from '#questions/form-fields.ts';
import { QuestionList } from '#questions/QuestionList.tsx';
import { type QuestionComponents, QuestionComponentsProvider } from '#questions/question-components.ts';
import { useUnsavedTracker } from '#questions/unsaved.ts';
import { rootLevelOf } from '#workbook-engine/form.ts';
import { createActions, InspectionActionsProvider } from './actions.ts';
import { CommentEditor } from './CommentEditor.tsx';
import { CompletionSummary } from './CompletionSummary.tsx';
import { countIssues } from './count-issues.ts';
import { EvidenceAnswer } from './EvidenceAnswer.tsx';
import { isInspectionTooLarge } from './evaluate-sets.ts';
import { Header } from './Header.tsx';
import classes from './InspectionScreen.module.css';
import type { InspectionScreenProps } from './InspectionScreen.tsx';
import { ItemSwitch } from './ItemSwitch.tsx';
import { Notices } from './Notices.tsx';
import { evaluatePageTitle, Overview } from './Overview.tsx';
import { SectionBar } from './SectionBar.tsx';
import { useFormPosition } from './use-form-position.ts';
import { type LiveInspection, useEvaluatedSets } from './use-inspection.ts';

const QUESTION_COMPONENTS: QuestionComponents = { EvidenceInput: EvidenceAnswer, CommentEditor };

export const InspectionForm = (props: InspectionScreenProps & { liveInspection: LiveInspection }) => {
  const { store, inspectionId, definition, previousInspections, fetchFile, liveInspection } = props;
  const { inspection, outboxEntries } = liveInspection;
  const { serverState } = inspection;
  const { t } = useTranslation('inspection');
  const { t: tQuestions } = useTranslation('questions');
  const language = currentLanguage();
  const { form, createEvaluationContext, sets } = useEvaluatedSets(inspection, definition, {
    now: store.now,
    language,
  });
  const [sheet, setSheet] = useState<'overview' | 'complete' | null>(null);
  // When the drawer closes to navigate, the focus moves to the selected page or question instead of back.
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
  const { set, pageIndex, target, goToPage, goToQuestion, goToItem } = useFormPosition(
    store,
    inspection,
    sets,
  );
  const { itemId } = set;
  const unsaved = useUnsavedTracker();
  const [hasSaveFailed, setSaveFailed] = useState(false);
  const actions = useMemo(() => {
    const onSaveResult = (isSaved: boolean) => setSaveFailed(!isSaved);
    return createActions({ store, inspectionId, itemId, unsaved, fetchFile, onSaveResult });
  }, [store, inspectionId, itemId, unsaved, fetchFile]);

  const isReadOnly = inspection.completedAt !== null;
  const unsentPictureCount = outboxEntries.filter(({ action }) => action.kind === 'attach').length;
  const conflicts = listOpenConflicts(serverState, outboxEntries);
  const drafts = isReadOnly ? {} : (inspection.drafts ?? {});
  const issues = countIssues([set], drafts);
  const otherIssues = countIssues(
    sets.filter(({ itemId: id }) => id !== itemId),
    drafts,
  );
  const isTooLarge = isInspectionTooLarge(sets);
  const isReady =
    issues.count + otherIssues.count === 0 &&
    !isTooLarge &&
    sets.every(({ evaluatedForm }) => evaluatedForm !== null);
  // `isReady` is only known after the next render: the last missing answer may just have been typed.
  const complete = () => {
    setCompleting(true);
    openSheet('complete');
  };
  const currentReturn = serverState?.returns.find(({ completion }) => completion === serverState.completion);
  const answerContext: AnswerContext | null = set.evaluatedForm && {
    evaluatedForm: set.evaluatedForm,
    createEvaluationContext,
    answerSet: set.itemAnswers,
    drafts: drafts[itemId] ?? {},
    ...{ language, isCompleting, isReadOnly, target, t: tQuestions },
    teamTitle: inspection.teamTitle,
    workbookTitles: props.workbookTitles,
    conflicts: conflicts.filter((conflict) => (conflict.itemId ?? NO_ITEM) === itemId),
    listReviewComments: (field) =>
      (currentReturn?.fields ?? [])
        .filter((comment) => comment.field === field && (comment.itemId ?? NO_ITEM) === itemId)
        .map(({ comment }) => ({ comment, userName: currentReturn!.userName })),
    previousInspection: previousInspections?.[itemId],
  };
  const formatLabel = (item: string, field: string) => {
    const { evaluatedForm, title } = sets.find((candidate) => candidate.itemId === item) ?? set;
    const { root, evaluation } = evaluatedForm?.filledForm ?? {};
    const label =
      (root && evaluation && findFormField(rootLevelOf(form), field)?.label?.(root, evaluation)) ?? field;
    return sets.length > 1 ? `${title}: ${label}` : label;
  };
  const currentPage = set.pages[pageIndex];
  const title = currentPage && evaluatePageTitle(set, currentPage);
  const nextItem = sets[sets.indexOf(set) + 1];
  return (
    <div className={classes.screen} inert={sheet !== null}>
      <Header
        inspection={inspection}
        unsavedCount={issues.unsaved + otherIssues.unsaved}
        account={props.account}
        onLeave={props.onLeave}
      >
        {sets.length > 1 && <ItemSwitch sets={sets} currentSet={set} onSelectItem={goToItem} />}
      </Header>
      <main className={classes.page}>
        <Notices
          {...{ store, inspection, currentReturn, hasSaveFailed, unsentPictureCount, formatLabel }}
          nextSteps={props.nextSteps}
          onSelectQuestion={goToQuestion}
          onOpenReport={props.onOpenReport}
          isSent={outboxEntries.length === 0}
        />
        {isTooLarge && (
          <p className={classes.notice} data-tone="bad">
            {t('tooMuchInTotal')}
          </p>
        )}
        {!answerContext && (
          <p className={classes.notice} data-tone="bad">
            {t('tooMuch')}
          </p>
        )}
        {answerContext && currentPage && (
          // Keyed by item and page, so that they do not share state.
          <div key={`${itemId} ${currentPage.name}`}>
            <h2 className={classes.pageTitle} tabIndex={-1}>
              {title !== undefined && <span>{title}</span>}
              {set.pages.length > 1 ? (
                <small>{t('section', { number: pageIndex + 1, total: set.pages.length })}</small>
              ) : (
                title === undefined && <span>{t('questions')}</span>
              )}
            </h2>
            {currentPage.section?.hint && (
              <p className={classes.lead}>
                {currentPage.section.hint(
                  answerContext.evaluatedForm.filledForm.root,
                  answerContext.evaluatedForm.filledForm.evaluation,
                )}
              </p>
            )}
            <QuestionComponentsProvider value={QUESTION_COMPONENTS}>
              <InspectionActionsProvider value={actions}>
                <QuestionList
                  fields={currentPage.fields}
                  level={rootLevelOf(form)}
                  frame={answerContext.evaluatedForm.filledForm.root}
                  path=""
                  answerContext={answerContext}
                  actions={actions}
                />
              </InspectionActionsProvider>
            </QuestionComponentsProvider>
          </div>
        )}
      </main>
      <SectionBar
        {...{ set, pageIndex, issues, otherIssues, isReadOnly }}
        onSelectPage={goToPage}
        onSelectNextItem={nextItem && (() => goToItem(nextItem.itemId))}
        onOpenOverview={() => openSheet('overview')}
        onComplete={complete}
      />
      <Overview
        {...{ sets, drafts, pageIndex, isReadOnly, isNavigating, isTooLarge }}
        currentSet={set}
        isOpen={sheet === 'overview' || (sheet === 'complete' && !isReady)}
        onClose={() => setSheet(null)}
        onSelectPage={(number) => {
          closeToNavigate();
          goToPage(number);
        }}
        onSelectQuestion={(item, path) => {
          closeToNavigate();
          setCompleting(true);
          goToQuestion(item, path);
        }}
        onOpenReport={props.onOpenReport}
        onComplete={complete}
      />
      <CompletionSummary
        isOpen={sheet === 'complete' && isReady}
        sets={sets}
        unsentPictureCount={unsentPictureCount}
        conflictCount={conflicts.length}
        onClose={() => setSheet(null)}
        onComplete={async () => {
          await completeInspection(store, inspectionId).catch(() => setSaveFailed(true));
          setSheet(null);
          window.scrollTo(0, 0);
        }}
      />
    </div>
  );
};
