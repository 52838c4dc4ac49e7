import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { completeInspection } from '#inspector/store/complete-inspection.ts';
import { listOpenConflicts } from '#inspector/store/list-open-conflicts.ts';
import { NO_ITEM } from '#inspector/store/local-data.ts';
import { currentLanguage } from '#kit/current-language.ts';
import type { AnswerContext } from '#questions/answer-context.ts';
import { findFormField } from '#questions/form-fields.ts';
import { QuestionList } from '#questions/QuestionList.tsx';
import { type QuestionParts, QuestionPartsProvider } from '#questions/question-parts.ts';
import { useUnsaved } from '#questions/unsaved.ts';
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

const PARTS: QuestionParts = { EvidenceInput: EvidenceAnswer, CommentEditor };

export const InspectionForm = (props: InspectionScreenProps & { live: LiveInspection }) => {
  const { store, inspectionId, definition, previousInspections, fetchFile, live } = props;
  const { inspection, outboxEntries } = live;
  const { serverState } = inspection;
  const { t } = useTranslation('inspection');
  const { t: tQuestions } = useTranslation('questions');
  const language = currentLanguage();
  const { form, createEvaluationContext, sets } = useEvaluatedSets(inspection, definition, {
    now: store.now,
    language,
  });
  const [sheet, setSheet] = useState<'overview' | 'complete' | null>(null);
  // Prevents a closing drawer from returning the focus, because it moves to the selected page or question.
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
  const unsaved = useUnsaved();
  const [hasSaveFailed, setSaveFailed] = useState(false);
  const actions = useMemo(() => {
    const onSave = (isSaved: boolean) => setSaveFailed(!isSaved);
    return createActions({ store, inspectionId, itemId, unsaved, fetchFile, onSave });
  }, [store, inspectionId, itemId, unsaved, fetchFile]);

  const isReadOnly = inspection.completedAt !== null;
  const unsentPictures = outboxEntries.filter(({ action }) => action.kind === 'attach').length;
  const conflicts = listOpenConflicts(serverState, outboxEntries);
  const drafts = isReadOnly ? {} : (inspection.drafts ?? {});
  const issues = countIssues([set], drafts);
  const otherIssues = countIssues(
    sets.filter(({ itemId: id }) => id !== itemId),
    drafts,
  );
  const isTooMuch = isInspectionTooLarge(sets);
  const isReady =
    issues.count + otherIssues.count === 0 && !isTooMuch && sets.every(({ evaluated }) => evaluated !== null);
  // `isReady` is known only after the next render, because the last missing answer may just have been typed.
  const complete = () => {
    setCompleting(true);
    openSheet('complete');
  };
  const returned = serverState?.returns.find(({ completion }) => completion === serverState.completion);
  const answerContext: AnswerContext | null = set.evaluated && {
    evaluated: set.evaluated,
    createEvaluationContext,
    set: set.set,
    drafts: drafts[itemId] ?? {},
    ...{ language, isCompleting, isReadOnly, target, t: tQuestions },
    teamTitle: inspection.teamTitle,
    workbookTitles: props.workbookTitles,
    conflicts: conflicts.filter((conflict) => (conflict.itemId ?? NO_ITEM) === itemId),
    listReviewComments: (field) =>
      (returned?.fields ?? [])
        .filter((comment) => comment.field === field && (comment.itemId ?? NO_ITEM) === itemId)
        .map(({ comment }) => ({ comment, userName: returned!.userName })),
    previousInspection: previousInspections?.[itemId],
  };
  const formatLabel = (item: string, field: string) => {
    const { evaluated, title } = sets.find((candidate) => candidate.itemId === item) ?? set;
    const { root, evaluation } = evaluated?.filledForm ?? {};
    const label =
      (root && evaluation && findFormField(rootLevelOf(form), field)?.label?.(root, evaluation)) ?? field;
    return sets.length > 1 ? `${title}: ${label}` : label;
  };
  const current = set.pages[page];
  const title = current && evaluatePageTitle(set, current);
  const nextItem = sets[sets.indexOf(set) + 1];
  return (
    <div className={classes.screen} inert={sheet !== null}>
      <Header
        inspection={inspection}
        unsaved={issues.unsaved + otherIssues.unsaved}
        account={props.account}
        onLeave={props.onLeave}
      >
        {sets.length > 1 && <ItemSwitch sets={sets} current={set} onItem={goToItem} />}
      </Header>
      <main className={classes.page}>
        <Notices
          {...{ store, inspection, returned, hasSaveFailed, unsentPictures, formatLabel }}
          nextSteps={props.nextSteps}
          onQuestion={goToQuestion}
          onReport={props.onReport}
          isSent={outboxEntries.length === 0}
        />
        {isTooMuch && (
          <p className={classes.notice} data-tone="bad">
            {t('tooMuchInTotal')}
          </p>
        )}
        {!answerContext && (
          <p className={classes.notice} data-tone="bad">
            {t('tooMuch')}
          </p>
        )}
        {answerContext && current && (
          // A new key for each item and page so they do not share any state.
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
                <QuestionList
                  fields={current.fields}
                  level={rootLevelOf(form)}
                  frame={answerContext.evaluated.filledForm.root}
                  path=""
                  answerContext={answerContext}
                  actions={actions}
                />
              </InspectionActionsProvider>
            </QuestionPartsProvider>
          </div>
        )}
      </main>
      <SectionBar
        {...{ set, page, issues, otherIssues, isReadOnly }}
        onPage={goToPage}
        onNextItem={nextItem && (() => goToItem(nextItem.itemId))}
        onOverview={() => openSheet('overview')}
        onComplete={complete}
      />
      <Overview
        {...{ sets, drafts, page, isReadOnly, isNavigating, isTooMuch }}
        current={set}
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
      <CompletionSummary
        isOpen={sheet === 'complete' && isReady}
        sets={sets}
        unsentPictures={unsentPictures}
        conflicts={conflicts.length}
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
